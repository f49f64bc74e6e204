import {readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart} from '../support/chart-repository.ts';
import {helmMajors, inNamespace} from '../support/clients.ts';
import {invocation} from '../support/installers.ts';
import {namesIn} from '../support/objects.ts';
import {run} from '../support/run.ts';

const FILE = path.resolve(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'plugins',
  'tracer',
  'scripts',
  'install.sh',
);
const input = readFileSync(FILE, 'utf8');
/** From Debian's packages dash, bash and busybox. */
const SHELLS = [['dash'], ['bash', '--posix'], ['bash'], ['busybox', 'ash']] as const;
const [major = 3] = helmMajors;

let repository: ChartRepository;
beforeAll(async () => {
  repository = await serveChart(major);
});
afterAll(() => repository.close());

describe.each(SHELLS)('the install script under %s', (shell, ...more) => {
  const pipe = (options: readonly string[]) => {
    const {env} = invocation('script', [], {helm: major, chartRepository: repository.url});
    return run(shell, [...more, '-s', '--', ...options], {env, input});
  };

  it.each([
    {options: ['word'], want: 'unexpected argument: word'},
    {options: ['--namespace'], want: 'missing value of --namespace'},
    {options: ['--trace-backend', 'x'], want: 'invalid --trace-backend "x": expected kindA or kindB'},
    {options: ['--context='], want: 'invalid --context "": expected a non-empty value'},
    {
      options: ['-nX'],
      want: 'invalid --namespace "X": expected at most 63 lower-case letters, digits and "-"',
    },
  ])('refuses $options', async ({options, want}) => {
    expect(await pipe(options)).toEqual({
      status: 2,
      stdout: '',
      stderr: `Error: ${want}\nSee more help with --help\n`,
    });
  });

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
  Chart       tracer from ${repository.url}
  Server      reads traces of kindA from kindA-query:16685; sends no traces of its own
  Collector   not installed
  Add         ConfigMap/tracer Deployment/tracer Secret/tracer-postgresql Service/tracer Service/tracer-postgresql ServiceAccount/tracer StatefulSet/tracer-postgresql
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
