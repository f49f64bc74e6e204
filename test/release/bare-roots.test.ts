import {readdirSync, readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {fillGlibcRoot, fillMuslRoot, runBeside} from './bare-roots.ts';
import {ROOT, VERSION} from './released.ts';

/** The unit tests that start the program under test, but not those that need helm and kubectl beside it. */
function commandLineTests(): string[] {
  return readdirSync(path.join(ROOT, 'test'), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.test.ts') && !/^(release|cluster|tools)\//.test(name))
    .filter((name) => {
      const text = readFileSync(path.join(ROOT, 'test', name), 'utf8');
      return text.includes('start-cli.ts') && !/\bkubectl['",]/.test(text);
    })
    .map((name) => path.join('test', name));
}

const NO_HELM =
  'Error: helm was not found: install it (https://helm.sh/docs/intro/install/), make sure that it is on PATH, and run this again\n';
const NO_PLUGINS = 'the single executable takes no plugins: what it can do is inside it\n';

/** What the programs say where there is no user, no home, no shell and no other program. */
const ALONE: readonly {command: string; status: number; says: string}[] = [
  {command: 'apigen --help', status: 0, says: '\nDESCRIPTION\n  This is the single executable. '},
  {command: `apigen mesh -i ${ROOT}/examples/petstore.yaml`, status: 0, says: '\nkind: ServiceProfile\n'},
  {command: 'apigen schema', status: 0, says: '"$id": "https://unpkg.com/@apigen/cli/schema.json"'},
  {command: 'apigen ruleset', status: 0, says: '\nrules:\n'},
  {command: 'apigen plugins install x', status: 1, says: NO_PLUGINS},
  {command: 'apigen tracer status', status: 1, says: NO_HELM},
  {command: 'tracer --help', status: 0, says: '\n  $ tracer [COMMAND]\n'},
  {command: 'tracer install --help', status: 0, says: '\n  $ tracer install '},
  {command: 'tracer install --dry-run', status: 1, says: NO_HELM},
  {
    command: 'tracer version',
    status: 0,
    says: `client ${VERSION}\nserver not reached: kubectl was not found: `,
  },
  {command: 'tracer client install', status: 1, says: 'Error: cannot run `sh`: '},
  {command: 'tracer plugins install x', status: 1, says: NO_PLUGINS},
  {command: 'tracer nonsense', status: 2, says: '"nonsense" is no command of tracer\n'},
  {
    command: 'tracer autocomplete script bash',
    status: 0,
    says: '\nTRACER_AC_BASH_SETUP_PATH=/.cache/tracer/',
  },
];

describe.each([
  ['glibc', fillGlibcRoot],
  ['musl', fillMuslRoot],
])('in a root with the libraries of %s only', (_, fill) => {
  it('the executables answer without a user, a home or an environment', async () => {
    const root = await mkdtemp('/var/tmp/bare-root-');
    try {
      await fill(root);
      const answers = await Promise.all(
        ALONE.map(({command}) =>
          runBeside(root, ['env', '-i', '/usr/bin/unshare', `--root=${root}`, ...`/${command}`.split(' ')]),
        ),
      );
      expect(answers).toEqual(ALONE.map(({status, says}) => ({status, said: expect.stringContaining(says)})));
    } finally {
      await rm(root, {recursive: true, force: true});
    }
  });

  it('the executables pass every test of the command line', async () => {
    // Not below /tmp, which the root shows again.
    const root = await mkdtemp('/var/tmp/bare-root-');
    try {
      await fill(root);
      const inside = (program: string, ...args: string[]) =>
        runBeside(root, ['unshare', `--root=${root}`, `/${program}`, ...args]);
      expect((await inside('tracer', '--version')).said).toMatch(`tracer/${VERSION} `);
      expect((await inside('tracer', 'help', 'client', 'install')).said).toMatch(
        'USAGE\n  $ tracer client install',
      );
      const tests = commandLineTests();
      const {status, said} = await runBeside(root, [
        process.execPath,
        'scripts/test.mjs',
        'unit',
        ...tests,
        '--coverage=false',
      ]);
      expect(status === 0 ? '' : said).toBe('');
      expect(said).toMatch(/Tests: +(?:\d+ skipped, )?\d{2,} passed/);
    } finally {
      await rm(root, {recursive: true, force: true});
    }
  });
});
