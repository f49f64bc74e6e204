import {flagsOf} from '../flags.ts';
import {defaultOf} from '../options.ts';
import {TracerCommand} from '../tracer-command.ts';

export class Install extends TracerCommand {
  static override summary =
    'Install the trace-testing tool tracer, with its database, on a Kubernetes cluster.';

  static override description =
    'Shows the plan and asks before anything changes. Needs helm (3 or 4) and kubectl. Without options it installs the server, its ' +
    'database, a collector, a kind A trace backend and a sample application into namespace tracer of the current context. Running ' +
    'it again upgrades what is there, or goes on where an earlier run did not finish.';

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --namespace tracing --skip-pma --dry-run',
    '<%= config.bin %> <%= command.id %> --trace-backend kindB --trace-backend-endpoint tempo.monitoring:9095 --yes',
    '<%= config.bin %> <%= command.id %> --set server.service.type=LoadBalancer',
  ];

  static override flags = flagsOf('install');

  async run(): Promise<unknown> {
    const given = await this.given('install');
    const {judgeInstall} = await import('../arguments.ts');
    const order = judgeInstall(given);
    const {readValuesFiles, withHelmValues} = await import('../helm-values.ts');
    const {install} = await import('../install.ts');
    const {interruptible} = await import('../interruption.ts');
    const progress = await this.progress();
    const files = await readValuesFiles(given);
    return interruptible((signal) =>
      withHelmValues(order, given, files, (values) =>
        install(this.wanted(given), order, values, {
          timeout: typeof given.timeout === 'string' ? given.timeout : defaultOf('timeout'),
          wait: given.wait !== false,
          dryRun: given['dry-run'] === true,
          yes: given.yes === true,
          say: this.say,
          show: this.show,
          progress,
          signal,
        }),
      ),
    );
  }
}
