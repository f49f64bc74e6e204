import {UNINSTALL_FLAGS} from '../options/flags.ts';
import {THIS, TracerCommand} from './tracer-command.ts';

export class Uninstall extends TracerCommand {
  static override summary = 'Remove tracer, its database and the volume from a cluster.';

  static override description =
    'Asks first; without a terminal it needs --yes. The namespace is kept. With --keep-data the volume and the password of the ' +
    'database are kept too: the next installation uses them, and uninstalling without --keep-data deletes them.';

  static override examples = [THIS, `${THIS} --namespace tracing --keep-data --yes`];

  static override flags = UNINSTALL_FLAGS;

  async run(): Promise<unknown> {
    const {uninstall} = await import('../run/uninstall.ts');
    return this.perform(UNINSTALL_FLAGS, uninstall);
  }
}
