import {spawnSync} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Runs a module of Node that may have at most `count` files open. */
function runWith(count: number, [...args]: readonly string[]) {
  const command = ['-c', 'ulimit -n "$0"; exec "$@"', String(count), process.execPath, ...args];
  const {status, stderr} = spawnSync('sh', command, {cwd: root, encoding: 'utf8'});
  return {status, stderr};
}

/** With fewer open files, Node itself cannot start. */
function leastForNode(): number {
  const module = path.join(mkdtempSync(path.join(tmpdir(), 'apigen-files-')), 'empty.mjs');
  writeFileSync(module, '');
  for (let count = 16; ; count += 1) if (runWith(count, [module]).status === 0) return count;
}

const REPORTED = 'too many open files\n    raise the limit: `ulimit -n 1024`\n';

it('reports in words that too few files can be open', () => {
  const least = leastForNode();
  for (const args of [['schema'], ['mesh', '-i', 'examples/petstore.yaml']]) {
    const runs = [0, 2, 4, 8, 60].map((more) => runWith(least + more, ['bin/run.cjs', ...args]));
    const reported = runs.findIndex(({status}) => status === 0);
    expect(reported).toBeGreaterThan(0);
    expect(runs.map(({status}) => status)).toEqual(runs.map((_, index) => (index < reported ? 1 : 0)));
    // The file that cannot be opened may also be the description.
    for (const {stderr} of runs.slice(0, reported))
      expect([REPORTED, `examples/petstore.yaml  ${REPORTED}`]).toContain(stderr);
    expect(runs.at(-1)).toEqual({status: 0, stderr: ''});
  }
});
