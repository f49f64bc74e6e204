import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..', '..');

// A module that only some runs need is loaded with `import()` where it is needed. What every run needs is added to the list by hand.
test('mesh of petstore loads the modules in start-modules.txt and no others', () => {
  const bench = [path.join(root, 'bench', 'modules.mjs'), '1'];
  const printed = execFileSync(process.execPath, bench, {encoding: 'utf8'});
  const loaded = printed.split('\n').flatMap((line) => /^ *[\d.]+ (\S+)$/.exec(line)?.[1] ?? []);
  const listed = readFileSync(path.join(import.meta.dirname, 'start-modules.txt'), 'utf8');
  expect(loaded.sort()).toEqual(listed.trimEnd().split('\n'));
});

test('the file that every run loads is ASCII, of which V8 keeps one byte for each character', () => {
  const main = readFileSync(path.join(root, 'dist', 'src', 'main.cjs'), 'utf8');
  expect(main.match(/.{0,40}[^\0-\x7f].{0,40}/g)).toBeNull();
});
