const {existsSync, readFileSync} = require('node:fs');
const {homedir} = require('node:os');
const path = require('node:path');
const manifest = require('../package.json');
const tracer = require('../plugins/tracer/package.json');

const root = path.dirname(__dirname);

/** Where oclif keeps the list of the plugins that a user has installed. */
function hasPlugins() {
  const {XDG_DATA_HOME, LOCALAPPDATA} = process.env;
  const onWindows = process.platform === 'win32' ? LOCALAPPDATA : undefined;
  const folder = XDG_DATA_HOME || onWindows || path.join(homedir(), '.local', 'share');
  const list = path.join(folder, manifest.oclif.dirname, 'package.json');
  return existsSync(list) && JSON.parse(readFileSync(list, 'utf8')).oclif?.plugins?.length > 0;
}

/**
 * Returns what completion needs of oclif's configuration, from the manifests of its plugins: oclif takes three times as long, at each Tab.
 * Undefined where only oclif knows the commands.
 */
exports.commandTable = () => {
  try {
    if (hasPlugins()) return undefined;
    const help = path.join(require.resolve('@oclif/plugin-help'), '..', '..');
    const manifests = [root, path.join(root, 'plugins', 'tracer'), help].map((folder) =>
      JSON.parse(readFileSync(path.join(folder, 'oclif.manifest.json'), 'utf8')),
    );
    return {
      bin: manifest.oclif.bin,
      commands: manifests.flatMap(({commands}) => Object.values(commands)),
      topics: Object.entries(tracer.oclif.topics).map(([name, {description}]) => ({name, description})),
    };
  } catch {
    return undefined;
  }
};
