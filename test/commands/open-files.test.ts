import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {folderWith} from '../temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Runs a module of Node that may have at most `count` files open. */
function runWith(count: number, [...args]: readonly string[]) {
  const command = ['-c', 'ulimit -n "$0"; exec "$@"', String(count), process.execPath, ...args];
  const {status, stderr} = spawnSync('sh', command, {cwd: root, encoding: 'utf8'});
  return {status, stderr};
}

/** With fewer open files, Node itself cannot start. */
function leastForNode(): number {
  const module = path.join(folderWith(), 'empty.mjs');
  writeFileSync(module, '');
  for (let count = 16; ; count += 1) if (runWith(count, [module]).status === 0) return count;
}

const REPORTED = 'too many open files\n    raise the limit: `ulimit -n 1024`\n';

it('reports in words that too few files can be open', () => {
  const least = leastForNode();
  const args = ['bin/run.cjs', 'mesh', '-i', 'examples/petstore.yaml'];
  const [first, second, last] = [0, 4, 60].map((more) => runWith(least + more, args));
  // The file that cannot be opened may also be the description.
  for (const run of [first, second])
    expect([
      {status: 1, stderr: REPORTED},
      {status: 1, stderr: `examples/petstore.yaml  error: ${REPORTED}`},
      {status: 0, stderr: ''},
    ]).toContainEqual(run);
  expect(first?.status).toBe(1);
  expect(last).toEqual({status: 0, stderr: ''});
});
