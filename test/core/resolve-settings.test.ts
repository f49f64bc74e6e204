import {describe, expect, test} from '@jest/globals';
import {type Level, PRECEDENCE, resolveSetting} from '../../src/core/resolve-settings.ts';
import {generateServiceProfile, SETTINGS, type Setting, type SettingKey} from '../../src/index.ts';

/** Written out by hand: the table of the code is not judged by itself. */
const STRONGEST_FIRST: readonly Level[] = ['operation', 'path', 'flag', 'root', 'document', 'default'];

/** A value of each setting for each level, all different. */
const VALUES: Readonly<Record<SettingKey, Readonly<Record<Exclude<Level, 'default'>, unknown>>>> = {
  namespace: texts(''),
  'service.name': texts(''),
  'service.namespace': texts(''),
  'service.port': {operation: 1, path: 2, flag: 3, root: 4, document: 5},
  'cluster.cluster_domain': texts('.local'),
  'path.base': texts('/'),
  'timeouts.request_timeout': {operation: 0, path: 2, flag: 3, root: 4, document: 5},
  disabled: {operation: false, path: false, flag: false, root: false, document: false},
};

function texts(more: string) {
  const named = (level: string) => `by-${level}${more}`;
  return {
    operation: named('operation'),
    path: named('path'),
    flag: named('flag'),
    root: named('root'),
    document: named('document'),
  };
}

const pairs = STRONGEST_FIRST.flatMap((winner, index) =>
  STRONGEST_FIRST.slice(index + 1).map((loser) => ({winner, loser})),
);
const rows: readonly Setting[] = SETTINGS;
const cases = rows.flatMap(({key}) => pairs.map((pair) => ({key, ...pair})));

function valueAt(key: string, level: Level): unknown {
  const values: Readonly<Record<string, unknown>> =
    Object.entries(VALUES).find(([name]) => name === key)?.[1] ?? {};
  return level === 'default' ? rows.find((setting) => setting.key === key)?.default : values[level];
}

function levelsWith(key: string, given: readonly Level[]) {
  return Object.fromEntries(
    given.filter((level) => level !== 'default').map((level) => [level, {[key]: valueAt(key, level)}]),
  );
}

const isKey = (key: string): key is SettingKey => key in VALUES;

test('the levels are these', () => {
  expect(PRECEDENCE).toEqual(STRONGEST_FIRST);
});

describe('of two levels that set the same', () => {
  test.each(cases)('$key: $winner wins over $loser', ({key, winner, loser}) => {
    const value = isKey(key) ? resolveSetting(key, levelsWith(key, [loser, winner])) : 'no setting';
    expect(value).toBe(valueAt(key, winner));
  });
});

describe('of two levels in a description and a command line', () => {
  const TIMEOUTS = {operation: 1, path: 2, flag: 3, root: 4};
  const given: readonly (keyof typeof TIMEOUTS)[] = ['operation', 'path', 'flag', 'root'];
  const extension = (level: keyof typeof TIMEOUTS, levels: readonly string[]) =>
    levels.includes(level) ? {'x-apigen': {timeouts: {request_timeout: TIMEOUTS[level]}}} : {};

  function timeout(levels: readonly string[]): string | undefined {
    const document = {
      openapi: '3.1.0',
      ...extension('root', levels),
      paths: {'/pets': {get: extension('operation', levels), ...extension('path', levels)}},
    };
    const flag = levels.includes('flag') ? {'timeouts.request_timeout': TIMEOUTS.flag} : {};
    const {serviceProfile} = generateServiceProfile(document, {
      settings: {'service.name': 'petstore', ...flag},
    });
    return serviceProfile?.spec.routes[0]?.timeout;
  }

  test.each(given.flatMap((winner, index) => given.slice(index + 1).map((loser) => ({winner, loser}))))(
    'the timeout at $winner wins over that at $loser',
    ({winner, loser}) => {
      expect(timeout([winner, loser])).toBe(`${TIMEOUTS[winner]}s`);
    },
  );

  test('no timeout is set anywhere', () => {
    expect(timeout([])).toBeUndefined();
  });
});
