import {Command, type Interfaces} from '@oclif/core';
import {versionLine} from '../io/version-line.ts';
import {print} from '../io/write/output-errors.ts';
import {HELP} from './checked-command.ts';

/** Replaces `@oclif/plugin-version`, which has no summary, and whose `--verbose` asks npm for a package of another project. */
export default class Version extends Command {
  static override readonly summary = 'Print the version of this program, the platform and the runtime';

  static override readonly flags: Interfaces.FlagInput = {
    help: HELP,
  };

  override async run(): Promise<void> {
    await this.parse(Version);
    print(versionLine(this.config.bin, this.config.version));
  }
}
