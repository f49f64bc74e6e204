import {flagsOf} from '../flags.ts';
import {TracerCommand} from '../tracer-command.ts';

export class Status extends TracerCommand {
  static override summary =
    'Show what of tracer runs on a cluster, where, and whether it is healthy or why not.';

  static override description =
    'Exits with 0 when everything is healthy and with 1 when something is not, or nothing is installed.';

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];

  static override flags = flagsOf('status');

  async run(): Promise<unknown> {
    const given = await this.given('status');
    const {readStatus, statusLines} = await import('../status.ts');
    const {interruptible} = await import('../interruption.ts');
    const status = await interruptible((signal) => readStatus(this.wanted(given), signal));
    for (const line of statusLines(status)) this.say(line);
    if (!status.healthy) process.exitCode = 1;
    return status;
  }
}
