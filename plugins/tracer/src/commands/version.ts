import {SCOPE_FLAGS} from '../options/flags.ts';
import {TracerCommand} from './tracer-command.ts';

export class Version extends TracerCommand {
  static override summary =
    'Show the version of this client and, when the cluster answers, of the installed server.';

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];

  static override flags = SCOPE_FLAGS;

  async run(): Promise<unknown> {
    const flags = await this.parseFlags(SCOPE_FLAGS);
    const {readServerVersion} = await import('../report/server-version.ts');
    const {interruptible} = await import('../process/interrupt.ts');
    const client = this.config.version;
    this.say(`client ${client}`);
    const server = await interruptible((signal) => readServerVersion(this.scopeOf(flags), signal));
    this.say(
      'version' in server
        ? `server ${server.version} (namespace ${server.namespace} of context ${server.context})`
        : `server not found: ${server.reason}`,
    );
    return {client, server};
  }
}
