import {flagsOf} from '../flags.ts';
import {TracerCommand} from '../tracer-command.ts';

export class Open extends TracerCommand {
  static override summary =
    'Forward a local port to the server of tracer and open it in the browser, until Ctrl-C.';

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --namespace tracing --port 8080 --no-browser',
  ];

  static override enableJsonFlag = false;

  static override flags = flagsOf('open');

  async run(): Promise<void> {
    const given = await this.given('open');
    const {open} = await import('../open.ts');
    const {interruptible} = await import('../interruption.ts');
    await interruptible((signal) =>
      open(this.wanted(given), {
        port: typeof given.port === 'string' ? given.port : undefined,
        browser: given.browser !== false,
        say: this.say,
        signal,
      }),
    );
  }
}
