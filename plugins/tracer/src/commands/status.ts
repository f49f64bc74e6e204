import {SCOPE_FLAGS} from '../options/flags.ts';
import {THIS, TracerCommand} from './tracer-command.ts';

export class Status extends TracerCommand {
  static override summary = 'Show what of tracer is installed on a cluster, and whether it is healthy.';

  static override description =
    'Prints versions, addresses in the cluster, how long a test run waits for its trace, and connections. Exits with 0 when everything is healthy, and with 1 when something is not, or nothing is installed.';

  static override examples = [THIS, `${THIS} --json`];

  static override flags = SCOPE_FLAGS;

  async run(): Promise<unknown> {
    const {readStatus, statusLines} = await import('../report/status.ts');
    const client = this.config.version;
    const status = await this.perform(SCOPE_FLAGS, (scope, _, {signal}) => readStatus(scope, client, signal));
    for (const line of statusLines(status)) this.say(line);
    if (!status.healthy) process.exitCode = 1;
    return status;
  }
}
