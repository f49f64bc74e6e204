import {existsSync, readFileSync} from 'node:fs';
import {expect, test} from '@jest/globals';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');
const promises = page
  .slice(page.indexOf('| promise | test |'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2);

test('every promise of docs/security.md has a test', () => {
  const files = promises.map((line) => line.match(/test\/[\w/.-]+/g) ?? []);
  expect(promises.length).toBeGreaterThan(10);
  expect(promises.filter((_, number) => files[number]?.length === 0)).toEqual([]);
  expect(files.flat().filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});
