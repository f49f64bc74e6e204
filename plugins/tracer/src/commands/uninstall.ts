import {flagsOf} from '../flags.ts';
import {defaultOf} from '../options.ts';
import {TracerCommand} from '../tracer-command.ts';

export class Uninstall extends TracerCommand {
  static override summary = 'Remove tracer, its database and its volume from a cluster.';

  static override description =
    'Asks first; without a terminal --yes is needed. The namespace itself stays. With --keep-data the volume and the password of ' +
    'the database stay too: installing again takes them up, and uninstalling without --keep-data removes them.';

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --namespace tracing --keep-data --yes',
  ];

  static override flags = flagsOf('uninstall');

  async run(): Promise<unknown> {
    const given = await this.given('uninstall');
    const {uninstall} = await import('../uninstall.ts');
    const {interruptible} = await import('../interruption.ts');
    const progress = await this.progress();
    return interruptible((signal) =>
      uninstall(this.wanted(given), {
        keepData: given['keep-data'] === true,
        yes: given.yes === true,
        timeout: typeof given.timeout === 'string' ? given.timeout : defaultOf('timeout'),
        say: this.say,
        progress,
        signal,
      }),
    );
  }
}
