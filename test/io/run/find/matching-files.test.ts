import {chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from '@jest/globals';
import {matchingFiles} from '../../../../src/io/run/find/matching-files.ts';
import {folderWith} from '../../../temporary-folder.ts';

const folder = folderWith();
const startedIn = process.cwd();
const inFolder = (name: string) => path.join(folder, name);

beforeAll(() => {
  chmodSync(folder, 0o755);
  for (const name of ['services/a', 'services/node_modules/x', 'other/b', 'closed/c']) {
    mkdirSync(inFolder(name), {recursive: true});
    writeFileSync(inFolder(`${name}/api.yaml`), '');
  }
  mkdirSync(inFolder('services/d/api.yaml'), {recursive: true});
  symlinkSync('../other/b', inFolder('services/b'));
  symlinkSync('..', inFolder('services/up'));
  for (const [name, target] of [
    ['e', '../../other/b/api.yaml'],
    ['f', 'nowhere'],
    ['g', 'api.yaml'],
  ] as const) {
    mkdirSync(inFolder(`services/${name}`));
    symlinkSync(target, inFolder(`services/${name}/api.yaml`));
  }
  chmodSync(inFolder('closed/c'), 0);
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(startedIn);
  rmSync(folder, {recursive: true});
});

test.each([
  {
    pattern: 'services/*/api.yaml',
    links: 'to folders, to files, that lead nowhere and to themselves',
    files: ['a', 'b', 'e', 'f', 'g'].map((name) => `services/${name}/api.yaml`),
  },
  {
    pattern: 'services/**/api.yaml',
    links: 'to files, that lead nowhere and to themselves',
    files: ['a', 'e', 'f', 'g'].map((name) => `services/${name}/api.yaml`),
  },
  {
    pattern: 'services/up/*/b/api.yaml',
    links: 'in the pattern',
    files: ['other', 'services'].map((name) => `services/up/${name}/b/api.yaml`),
  },
  {pattern: 'none/*.yaml', links: 'of no folder', files: []},
  {pattern: 'services/a/api.yaml/*', links: 'of no folder', files: []},
])('$pattern follows links $links', ({pattern, files}) => {
  expect(matchingFiles(pattern)).toEqual({files, unreadable: new Map()});
});

test.each(['closed/*/api.yaml', 'closed/**/api.yaml'])('%s cannot be searched', (pattern) => {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    const {files, unreadable} = matchingFiles(pattern);
    const reasons = [...unreadable].map(([name, {message}]) => [name, message]);
    expect({files, reasons}).toEqual({files: [], reasons: [['closed/c', 'permission denied']]});
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});
