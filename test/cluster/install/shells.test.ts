import {describe, expect, it} from '@jest/globals';
import {SCRIPT} from '../../plugins/tracer/installers.ts';
import {run} from '../../run.ts';
import {servedChart} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace} from '../support/clients.ts';
import {invocation} from '../support/installers.ts';
import {namesIn} from '../support/objects.ts';

/** From Debian's packages dash, bash and busybox. */
const SHELLS = [['dash'], ['bash', '--posix'], ['bash'], ['busybox', 'ash']] as const;

const [major] = helmMajors;
const environment = servedChart();

const VOLUME = '  Database    PostgreSQL on the existing volume data-tracer-postgresql-0, with its data\n';
const migrates = (namespace: string) =>
  `! Warning     a newer server migrates the database when it starts, and there is no way back. Make a backup first: kubectl exec statefulset/tracer-postgresql --context apigen-test --namespace ${namespace} -- sh -c 'pg_dump --username="$POSTGRES_USER" "$POSTGRES_DB"' >backup-$(date +%Y%m%d-%H%M%S).sql\n`;

describe.each(SHELLS)('the install script under %s', (shell, ...more) => {
  const pipe = (options: readonly string[]) => {
    const {env} = invocation('script', [], environment());
    return run(shell, [...more, '-s', '--', ...options], {env, input: SCRIPT});
  };

  it('prints the plan without changing anything, before the first installation, an upgrade and one on a kept volume', () =>
    inNamespace(async (namespace) => {
      const options = ['--namespace', namespace, '--skip-pma', '--skip-collector', '--skip-backend'];
      const expectPlan = async (release: string, more: string) =>
        expect(await pipe([...options, '--dry-run'])).toEqual({
          status: 0,
          stderr: '',
          stdout: `Plan
  Context     apigen-test
  Namespace   ${namespace}
  Release     tracer${release}
  Chart       tracer from ${environment().chartRepository}
  Server      reads traces of kindA from kindA-query:16685
  Installs    collector: false, backend (Jaeger): false, sample application: false
${more}dry run: nothing was changed
`,
        });
      await expectPlan('', '');
      expect(await namesIn(namespace)).toEqual([]);
      const {status, stdout, stderr} = await pipe(options);
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      await expectPlan(', revision 1 will be upgraded', `${VOLUME}${migrates(namespace)}`);
      const [, keep = ''] = /before it `helm (.*)`/.exec(stdout) ?? [];
      for (const command of [keep, `uninstall tracer --wait --namespace ${namespace}`])
        expect(await helm(major, command.split(' '))).toMatchObject({status: 0});
      await expectPlan('', VOLUME);
    }));
});
