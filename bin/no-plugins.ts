import {Command} from '@oclif/core';

/** Stands where `apigen plugins` stands in the npm package: an executable carries its own runtime, and no npm to add plugins with. */
export class NoPlugins extends Command {
  static override readonly hidden = true;
  static override readonly strict = false;

  override async run(): Promise<void> {
    this.logToStderr('the single executable takes no plugins: what it can do is inside it');
    this.logToStderr('    to add plugins, install apigen with npm: `npm install --global @apigen/cli`');
    this.exit(1);
  }
}
