import {INSTALL_FLAGS} from '../options/flags.ts';
import {THIS, TracerCommand} from './tracer-command.ts';

export class Install extends TracerCommand {
  static override summary =
    'Install the trace-testing tool tracer, with its database, on a Kubernetes cluster.';

  static override description =
    'Prints the plan and asks before anything changes. Needs helm (3.14 or newer, or 4) and kubectl. Without options it installs the ' +
    'server, its database, a collector, a trace backend of kind A (Jaeger) and a sample application into namespace tracer of the ' +
    'current context; a backend of kind B is your own Grafana Tempo. Run it again to upgrade, or to continue after an interruption. ' +
    'The server has no login: keep it inside the cluster, and reach it with `open`. Other users of this machine can read what is in ' +
    'arguments, so write secrets to a file for --values.';

  static override usage = '<%= command.id %> [FLAGS]';

  static override examples = [
    THIS,
    `${THIS} --namespace tracing --skip-pma --dry-run`,
    `${THIS} --trace-backend kindB --trace-backend-endpoint tempo.monitoring:9095 --yes`,
    `${THIS} --reuse-values --set postgresql.persistence.retain=true`,
  ];

  static override flags = INSTALL_FLAGS;

  async run(): Promise<unknown> {
    const {install} = await import('../run/install.ts');
    return this.perform(INSTALL_FLAGS, install);
  }
}
