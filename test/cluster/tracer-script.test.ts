import {readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart} from './chart-repository.ts';
import {helmMajors, inNamespace} from './clients.ts';
import {invocation} from './installers.ts';
import {namesIn} from './objects.ts';
import {run} from './run.ts';

const FILE = path.resolve(import.meta.dirname, '..', '..', 'plugins', 'tracer', 'scripts', 'install.sh');
const input = readFileSync(FILE, 'utf8');
/** Debian's packages dash, bash and busybox. */
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
    {options: ['word'], want: 'Unexpected argument: word'},
    {options: ['--namespace'], want: 'Flag --namespace expects a value'},
    {options: ['--trace-backend', 'x'], want: 'Expected --trace-backend=x to be one of: kindA, kindB'},
    {options: ['--context='], want: '--context is "": give a value, or leave the option out'},
  ])('refuses $options', async ({options, want}) => {
    expect(await pipe(options)).toEqual({
      status: 2,
      stdout: '',
      stderr: `Error: ${want}\nSee more help with --help\n`,
    });
  });

  it('shows the plan and changes nothing, then installs', () =>
    inNamespace(async (namespace) => {
      const options = ['--namespace', namespace, '--skip-pma', '--skip-collector', '--skip-backend'];
      const dry = await pipe([...options, '--dry-run']);
      expect({...dry, stdout: dry.stdout.split('\n').slice(-6)}).toEqual({
        status: 0,
        stderr: '',
        stdout: [
          '  Database    PostgreSQL, with a volume of its own',
          `  Backend     will not be installed (--skip-backend); kindA-query:16685 has to exist in namespace ${namespace}`,
          "  Collector   will not be installed (--skip-collector); the server's exporter is off",
          '  Sample app  will not be installed (--skip-pma)',
          'Dry run: nothing was changed',
          '',
        ],
      });
      expect(await namesIn(namespace)).toEqual([]);
      expect(await pipe(options)).toMatchObject({status: 0, stderr: ''});
    }));
});

it('has nothing that shellcheck complains about', async () => {
  expect(await run('shellcheck', ['--shell=sh', FILE])).toEqual({status: 0, stdout: '', stderr: ''});
});
