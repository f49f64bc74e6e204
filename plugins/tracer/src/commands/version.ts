import {flagsOf} from '../flags.ts';
import {text} from '../texts.ts';
import {TracerCommand} from '../tracer-command.ts';

export class Version extends TracerCommand {
  static override summary = 'Show the version of this client and, when it can be reached, of the server.';

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];

  static override flags = flagsOf('version');

  async run(): Promise<unknown> {
    const given = await this.given('version');
    const {readServerVersion} = await import('../server-version.ts');
    const {interruptible} = await import('../interruption.ts');
    const client = this.config.version;
    this.say(text('clientVersion', {version: client}));
    const server = await interruptible((signal) => readServerVersion(this.wanted(given), signal));
    this.say('version' in server ? text('serverVersion', server) : text('serverUnknown', server));
    return {client, server};
  }
}
