import {spawn} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {fillGlibcRoot, fillMuslRoot} from './bare-roots.ts';
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

/** Runs a command where a bare root shows the repository and /tmp; gives its exit code and what it said. */
function runBeside(root: string, command: readonly string[]): Promise<{status: number | null; said: string}> {
  const here = (name: string) => path.join(import.meta.dirname, name);
  const child = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', here('run-in-bare-root.sh'), root, ...command],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        BARE_ROOT: root,
        APIGEN_BIN: here('apigen-in-bare-root.sh'),
        APIGEN_TEST_RESULTS: '',
        HOME: '/tmp',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({status, said}));
  });
}

describe.each([
  ['glibc', fillGlibcRoot],
  ['musl', fillMuslRoot],
])('in a root with the libraries of %s only', (_, fill) => {
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
      expect(said).toMatch(/Tests: +\d{2,} passed/);
    } finally {
      await rm(root, {recursive: true, force: true});
    }
  });
});
