import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {run} from '../../run.ts';
import {servedChart} from '../support/chart-repository.ts';
import {inNamespace} from '../support/clients.ts';
import {invocation} from '../support/installers.ts';
import {namesIn} from '../support/objects.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const FILE = path.join(root, 'plugins', 'tracer', 'scripts', 'install.sh');
const input = readFileSync(FILE, 'utf8');
/** From Debian's packages dash, bash and busybox. */
const SHELLS = [['dash'], ['bash', '--posix'], ['bash'], ['busybox', 'ash']] as const;

const environment = servedChart();

describe.each(SHELLS)('the install script under %s', (shell, ...more) => {
  const pipe = (options: readonly string[]) => {
    const {env} = invocation('script', [], environment());
    return run(shell, [...more, '-s', '--', ...options], {env, input});
  };

  it('prints the plan without changing anything, then installs', () =>
    inNamespace(async (namespace) => {
      const options = ['--namespace', namespace, '--skip-pma', '--skip-collector', '--skip-backend'];
      const dry = await pipe([...options, '--dry-run']);
      expect(dry).toEqual({
        status: 0,
        stderr: '',
        stdout: `Plan
  Context     apigen-test
  Namespace   ${namespace}
  Release     tracer
  Chart       tracer from ${environment().chartRepository}
  Server      reads traces of kindA from kindA-query:16685
  Installs    collector: false, backend (Jaeger): false, sample application: false
dry run: nothing was changed
`,
      });
      expect(await namesIn(namespace)).toEqual([]);
      expect(await pipe(options)).toMatchObject({status: 0, stderr: ''});
    }));
});

it('passes shellcheck', async () => {
  expect(await run('shellcheck', ['--shell=sh', FILE])).toEqual({status: 0, stdout: '', stderr: ''});
});
