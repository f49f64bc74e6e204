import {Command, Flags, type Interfaces} from '@oclif/core';
import {jsonText} from '../core/base/quote.ts';
import {versionLine} from '../io/version-line.ts';
import {print} from '../io/write/output-errors.ts';
import {HELP} from './checked-command.ts';

/** Replaces `@oclif/plugin-version`, which has no summary, and whose `--verbose` asks npm for a package of another project. */
export default class Version extends Command {
  static override readonly summary = 'Print the version of this program, the platform and the runtime';

  static override readonly flags: Interfaces.FlagInput = {
    help: HELP,
    json: Flags.boolean({summary: 'Print them as JSON'}),
  };

  override async run(): Promise<void> {
    const {flags} = await this.parse(Version);
    const line = versionLine(this.config.bin, this.config.version);
    const [program = '', system = '', runtime = ''] = line.trim().split(' ');
    print(flags.json ? jsonText({version: program.split('/').at(-1), platform: system, runtime}) : line);
  }
}
