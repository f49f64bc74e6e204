import {Command, Flags, type Interfaces} from '@oclif/core';

/** In the place of `@oclif/plugin-version`, whose `--verbose` asks npm, unasked, for the package of that name and judges this one by it. */
export default class Version extends Command {
  static override readonly summary = 'Print the version';

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --verbose',
  ];

  static override readonly enableJsonFlag = true;

  static override readonly flags: Interfaces.FlagInput = {
    verbose: Flags.boolean({summary: 'Add the system, the shell, the folder and the plugins'}),
    help: Flags.help({char: 'h', summary: 'Print this help'}),
  };

  override async run(): Promise<Interfaces.VersionDetails> {
    const {flags} = await this.parse(Version);
    const {architecture, cliVersion, nodeVersion, ...more} = this.config.versionDetails;
    this.log(this.config.userAgent);
    if (!flags.verbose) return {architecture, cliVersion, nodeVersion};
    this.log(`\n${verbose(more)}`);
    return this.config.versionDetails;
  }
}

function verbose(details: Omit<Interfaces.VersionDetails, 'architecture' | 'cliVersion' | 'nodeVersion'>) {
  const {osVersion = '', shell = 'unknown', rootPath = '', pluginVersions = {}} = details;
  const plugins = Object.entries(pluginVersions)
    .map(([name, {version, type}]) => `${name} ${version}${type === 'core' ? '' : ` (${type})`}`)
    .sort();
  return [`system   ${osVersion}`, `shell    ${shell}`, `folder   ${rootPath}`]
    .concat(plugins.map((plugin, index) => `${index === 0 ? 'plugins' : '       '}  ${plugin}`))
    .join('\n');
}
