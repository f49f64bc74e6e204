import {Command} from '@oclif/core';

/** Replaces `apigen plugins` of the npm package: an executable has its own runtime, but no npm to install plugins with. */
export class NoPlugins extends Command {
  static override readonly hidden = true;
  static override readonly strict = false;

  override async run(): Promise<void> {
    this.logToStderr('error: the single executable does not support plugins');
    this.logToStderr('    to add plugins, install apigen with npm: `npm install --global @apigen/cli`');
    this.exit(1);
  }
}
