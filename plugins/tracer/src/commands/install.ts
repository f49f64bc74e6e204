import {DEFAULT_TIMEOUT, INSTALL_FLAGS} from '../options/flags.ts';
import {TracerCommand} from './tracer-command.ts';

export class Install extends TracerCommand {
  static override summary =
    'Install the trace-testing tool tracer, with its database, on a Kubernetes cluster.';

  static override description =
    'Prints the plan and asks before anything changes. Needs helm (3.14 or newer, or 4) and kubectl. Without options it installs the ' +
    'server, its database, a collector, a trace backend of kind A (Jaeger) and a sample application into namespace tracer of the ' +
    'current context; a backend of kind B is your own Grafana Tempo. Run it again to upgrade, or to continue after an interruption.';

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --namespace tracing --skip-pma --dry-run',
    '<%= config.bin %> <%= command.id %> --trace-backend kindB --trace-backend-endpoint tempo.monitoring:9095 --yes',
    '<%= config.bin %> <%= command.id %> --set server.service.type=LoadBalancer',
  ];

  static override flags = INSTALL_FLAGS;

  async run(): Promise<unknown> {
    const flags = await this.parseFlags(INSTALL_FLAGS);
    const {installRequest} = await import('../options/install-request.ts');
    const request = installRequest(flags);
    const {install} = await import('../run/install.ts');
    const {interruptible} = await import('../process/interrupt.ts');
    const progress = await this.progress();
    return interruptible((signal) =>
      install(this.scopeOf(flags), request, {
        timeout: flags.timeout ?? DEFAULT_TIMEOUT,
        wait: flags.wait,
        dryRun: flags['dry-run'],
        deleteData: flags['delete-data'],
        yes: flags.yes,
        ...{say: this.say, show: this.show, progress, signal},
      }),
    );
  }
}
