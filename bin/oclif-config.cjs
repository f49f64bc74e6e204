const path = require('node:path');
const {Config, Plugin} = require('@oclif/core');
const manifest = require('../package.json');
const tracer = require('../plugins/tracer/package.json');

const root = path.dirname(__dirname);

/**
 * Returns oclif's configuration with the plugin `tracer`, which is a folder of this package: oclif itself finds plugins among the
 * dependencies only. A copy that `apigen plugins install` has added wins.
 */
exports.loadConfig = async () => {
  // oclif prints the package's name as that of the program; the command has no scope.
  const config = await Config.load({root, pjson: {...manifest, name: manifest.oclif.bin}});
  if (config.plugins.has(tracer.name)) return config;
  const plugin = new Plugin({root: path.join(root, 'plugins', 'tracer'), pjson: tracer, isRoot: true});
  await plugin.load();
  config.plugins.set(plugin.name, plugin);
  // oclif reads the commands of the plugins only when it loads a configuration.
  return Config.load(config);
};
