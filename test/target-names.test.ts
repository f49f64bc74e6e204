import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {MESH_NAMES, TARGET_NAMES} from '../src/core/meshes.ts';
import {SETTINGS} from '../src/core/settings/table.ts';
import {TARGETS, targetsUsing} from '../src/core/targets/index.ts';
import {goldenCases} from './golden-cases.ts';

const KINDS = TARGETS.map(({kind}) => kind);

/** `=== 'httproute'`, `'HTTPRoute' !==`, `case 'httproute':`, `target: 'httproute'` of a row in a table. */
const NAME = `['"\`](?:${[...MESH_NAMES, ...TARGET_NAMES, ...KINDS].join('|')})['"\`]`;
const COMPARISON = new RegExp(
  `(?:[!=]==?|case|\\b(?:mesh|target|kind)\\??:)\\s*${NAME}|${NAME}\\s*[!=]==?|target=(?:${TARGET_NAMES.join('|')})`,
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

/** What a golden case is made from: its arguments and its documents. */
function givenText(folder: string): string {
  return readdirSync(folder, {recursive: true, encoding: 'utf8', withFileTypes: true})
    .filter((entry) => entry.isFile() && !entry.name.startsWith('want'))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

test.each(TARGETS)('$name has golden cases with every setting that it has a place for', (target) => {
  const texts = goldenCases()
    .filter(({want}) => want?.stdout.includes(`kind: ${target.kind}\n`))
    .map(({folder}) => givenText(folder));
  const lacking = SETTINGS.filter(({key, heading}) => {
    const written = new RegExp(`--${key}\\b|\\b${key.split('.').at(-1)}"?:`);
    const isOfOutput = heading !== 'test' && targetsUsing(key).some(({name}) => name === target.name);
    return isOfOutput && !texts.some((text) => written.test(text));
  });
  expect(lacking.map(({key}) => key)).toEqual([]);
});

test.each(TARGETS)('$name has a name for its catch-all if it has a place for one', ({catchAll, name}) => {
  expect(catchAll !== undefined).toBe(targetsUsing('onlyDescribed').some((one) => one.name === name));
});
