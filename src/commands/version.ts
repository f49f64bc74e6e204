import {Flags} from '@oclif/core';
import {jsonText} from '../core/base/quote.ts';
import {versionLine} from '../io/version-line.ts';
import {print} from '../io/write/output-errors.ts';
import {HELP, plainCommand} from './checked-command.ts';

/** Replaces `@oclif/plugin-version`, which has no summary, and whose `--verbose` asks npm for a package of another project. */
export default plainCommand(
  {
    summary: 'Print the version of this program, the platform and the runtime',
    flags: {help: HELP, json: Flags.boolean({summary: 'Print them as JSON'})},
  },
  ({flags, config}) => {
    const line = versionLine(config.bin, config.version);
    const [program = '', platform = '', runtime = ''] = line.trim().split(' ');
    print(flags.json ? jsonText({version: program.split('/').at(-1), platform, runtime}) : line);
  },
);
