import {describe, expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';
import {
  givenValues,
  type Level,
  type Levels,
  PRECEDENCE,
  resolveSetting,
} from '../../../src/core/settings/precedence.ts';
import {SETTINGS, type Setting, type SettingKey} from '../../../src/core/settings/table.ts';

/** Written by hand, so that the list of the code is not compared with itself. */
const STRONGEST_FIRST = [
  ['operation', 'at the operation'],
  ['path', 'at the path item'],
  ['flag', 'in the flags or options'],
  ['root', 'at the root'],
  ['document', 'in the description'],
  ['default', 'by default'],
] as const satisfies readonly (readonly [Level, string])[];

test('the levels, the strongest first', () => {
  expect(PRECEDENCE.map(({level, where}) => [level, where])).toEqual(STRONGEST_FIRST);
});

const given = STRONGEST_FIRST.flatMap(([level]) => (level === 'default' ? [] : level));
const pairs = given.flatMap((winner, index) => given.slice(index + 1).map((loser) => ({winner, loser})));
const rows: readonly (Setting & {readonly key: SettingKey})[] = SETTINGS;

/** What several levels set for one key; `values` are in the order of `levels`. */
function levelsWith(key: string, levels: readonly string[], values: readonly unknown[]): Levels {
  return Object.fromEntries(levels.map((level, index) => [level, {[key]: values[index]}]));
}

describe.each(rows)('$key', ({key, type, default: byDefault}) => {
  const strong = type.right.find((value) => value !== byDefault);
  const weak = type.right.find((value) => value !== strong);

  test.each(pairs)('$winner wins over $loser', ({winner, loser}) => {
    const resolved = resolveSetting(key, levelsWith(key, [loser, winner], [weak, strong]));
    expect(resolved).toEqual(type.merge ? type.merge([weak, strong]) : strong);
  });

  test.each(given)('%s wins over the default', (level) => {
    expect(resolveSetting(key, levelsWith(key, [level], [strong]))).toEqual(
      type.merge ? type.merge([strong]) : strong,
    );
  });

  test.each([{}, {root: {}}, {root: {[key]: undefined}}, {root: {[key]: null}}])(
    '%p gives the default',
    (levels) => {
      expect(resolveSetting(key, levels)).toEqual(byDefault);
    },
  );

  test('every value is listed with its level, the strongest first', () => {
    const listed = givenValues(key, levelsWith(key, ['root', 'operation'], [weak, strong]));
    const own = byDefault === undefined ? [] : [{level: 'default', where: 'by default', value: byDefault}];
    expect(listed).toEqual([
      {level: 'operation', where: 'at the operation', value: strong},
      {level: 'root', where: 'at the root', value: weak},
      ...own,
    ]);
  });
});

test('maps are merged key by key, the strongest level last, and null removes a key', () => {
  const levels = {
    operation: {labels: {a: 'operation', f: null}},
    path: {labels: {a: 'path', b: 'path'}},
    flag: {labels: {b: 'flag', c: 'flag', e: 'flag'}},
    root: {labels: {c: 'root', d: 'root', f: 'root'}},
    document: {labels: {d: 'document', e: null, g: null}},
  };
  expect(resolveSetting('labels', levels)).toEqual({
    a: 'operation',
    b: 'path',
    c: 'flag',
    d: 'root',
    e: 'flag',
  });
});

describe('a timeout at two levels', () => {
  const TIMEOUTS = {operation: 1, path: 2, flag: 3, root: 4};
  const levels = ['operation', 'path', 'flag', 'root'] as const;

  function timeoutOf(set: readonly (keyof typeof TIMEOUTS)[]): unknown {
    const at = (level: keyof typeof TIMEOUTS) =>
      set.includes(level) ? {'x-apigen': {timeouts: {request_timeout: TIMEOUTS[level]}}} : {};
    const paths = {'/pets': {get: at('operation'), ...at('path')}};
    const flag = set.includes('flag') ? {'timeouts.request_timeout': TIMEOUTS.flag} : {};
    const settings = {'service.name': 'petstore', ...flag};
    const {objects} = generate({openapi: '3.1.0', ...at('root'), paths}, {settings});
    return /"timeout":"(.*?)"/.exec(JSON.stringify(objects))?.[1];
  }

  test.each(levels.flatMap((winner, index) => levels.slice(index + 1).map((loser) => ({winner, loser}))))(
    '$winner wins over $loser',
    ({winner, loser}) => {
      expect(timeoutOf([winner, loser])).toBe(`${TIMEOUTS[winner]}s`);
    },
  );

  test('none is set', () => {
    expect(timeoutOf([])).toBeUndefined();
  });
});
