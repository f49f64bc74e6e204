import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {MESH_NAMES, TARGET_NAMES} from '../src/core/meshes.ts';
import {TARGETS} from '../src/core/targets/index.ts';

const KINDS = TARGETS.map(({kind}) => kind);

/** `=== 'httproute'`, `'HTTPRoute' !==`, `case 'httproute':`, `target: 'httproute'` of a row in a table. */
const NAME = `['"\`](?:${[...MESH_NAMES, ...TARGET_NAMES, ...KINDS].join('|')})['"\`]`;
const COMPARISON = new RegExp(
  `(?:[!=]==?|case|\\b(?:mesh|target|kind)\\??:)\\s*${NAME}|${NAME}\\s*[!=]==?`,
  'g',
);

function comparisonsIn(folder: string): string[] {
  return readdirSync(folder, {recursive: true, encoding: 'utf8', withFileTypes: true})
    .filter((entry) => entry.isFile() && /\.([mc]?[jt]s|tsx)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/node_modules|^src\/core\/(targets\/|meshes\.ts)/.test(file))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(COMPARISON), ([found]) => `${file}: ${found}`),
    );
}

test.each(['src', 'plugins', 'rulesets', 'scripts'])(
  '%s compares no names of meshes or targets',
  (folder) => {
    expect(comparisonsIn(folder)).toEqual([]);
  },
);

test('every name has a target', () => {
  expect(TARGETS.map(({name}) => name)).toEqual([...TARGET_NAMES]);
});
