import {OPEN_FLAGS} from '../options/flags.ts';
import {THIS, TracerCommand} from './tracer-command.ts';

export class Open extends TracerCommand {
  static override summary =
    'Forward a local port to the server of tracer and open it in the browser, until Ctrl-C.';

  static override examples = [THIS, `${THIS} --namespace tracing --port 8080 --no-browser`];

  static override enableJsonFlag = false;

  static override flags = OPEN_FLAGS;

  async run(): Promise<void> {
    const {open} = await import('../run/open.ts');
    await this.perform(OPEN_FLAGS, open);
  }
}
