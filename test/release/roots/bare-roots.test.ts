import {readdirSync, readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {ROOT, VERSION} from '../released.ts';
import {fillGlibcRoot, fillMuslRoot, runWithRoot} from './bare-roots.ts';

/** The unit tests that start the program, except those that need helm and kubectl. */
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
  'Error: helm not found: install it (https://helm.sh/docs/intro/install/) and make sure that it is on PATH\n';

/** What the programs print without a user, a home, a shell and other programs. */
const ALONE: readonly {command: string; status: number; prints: string}[] = [
  {command: 'apigen --help', status: 0, prints: '\nDESCRIPTION\n  This is the single executable. '},
  {command: `apigen mesh -i ${ROOT}/examples/petstore.yaml`, status: 0, prints: '\nkind: ServiceProfile\n'},
  {
    command: 'apigen plugins install x',
    status: 1,
    prints: 'the single executable does not support plugins\n',
  },
  {command: 'apigen tracer status', status: 1, prints: NO_HELM},
  {command: 'tracer install --dry-run', status: 1, prints: NO_HELM},
  {command: 'tracer client install', status: 1, prints: 'Error: cannot run `sh`: '},
  {command: 'tracer autocomplete bash', status: 0, prints: '\ncomplete -F _tracer tracer'},
];

describe.each([
  ['glibc', fillGlibcRoot],
  ['musl', fillMuslRoot],
])('in a root with the libraries of %s only', (_, fill) => {
  it('the executables run without a user, a home or an environment', async () => {
    const root = await mkdtemp('/var/tmp/bare-root-');
    try {
      await fill(root);
      const answers = await Promise.all(
        ALONE.map(({command}) =>
          runWithRoot(root, ['env', '-i', '/usr/bin/unshare', `--root=${root}`, ...`/${command}`.split(' ')]),
        ),
      );
      expect(answers).toEqual(
        ALONE.map(({status, prints}) => ({status, printed: expect.stringContaining(prints)})),
      );
    } finally {
      await rm(root, {recursive: true, force: true});
    }
  });

  it('the executables pass the tests of the command line', async () => {
    // Not below /tmp, which is mounted in the root.
    const root = await mkdtemp('/var/tmp/bare-root-');
    try {
      await fill(root);
      const inside = (program: string, ...args: string[]) =>
        runWithRoot(root, ['unshare', `--root=${root}`, `/${program}`, ...args]);
      expect((await inside('tracer', '--version')).printed).toMatch(`tracer/${VERSION} `);
      const tests = commandLineTests();
      const {status, printed} = await runWithRoot(root, [
        process.execPath,
        'scripts/test.mjs',
        'unit',
        ...tests,
        '--coverage=false',
      ]);
      expect(status === 0 ? '' : printed).toBe('');
      expect(printed).toMatch(/Tests: +(?:\d+ skipped, )?\d{2,} passed/);
    } finally {
      await rm(root, {recursive: true, force: true});
    }
  });
});
