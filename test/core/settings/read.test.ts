import {describe, expect, test} from '@jest/globals';
import type {JsonMap} from '../../../src/core/base/json.ts';
import {hintOf} from '../../../src/core/base/problem.ts';
import type {KnownKeys} from '../../../src/core/settings/faults.ts';
import {parseFlags, readExtension, readFlagValues, readKeys} from '../../../src/core/settings/read.ts';
import type {Entry} from '../../../src/core/settings/table.ts';
import {boolean, dnsLabel, labelMap, number} from '../../../src/core/settings/types/index.ts';

const entry = (key: string, type: Entry['type'], example: unknown): Entry => ({
  ...{key, type, example, heading: 'test', summary: key},
});
/** A table of its own, so that messages which list its keys do not change with the settings. */
const entries = [
  entry('service.port', number({name: 'int32', minimum: 1, maximum: 65_535}), 8080),
  entry('service.name', dnsLabel, 'petstore'),
  entry('labels', labelMap, {team: 'shop', tier: 'web'}),
  entry('strict', boolean, true),
];

const location = {uri: 'file:///redocly.yaml', pointer: ''};
const KNOWN: KnownKeys = {what: 'option', entries, dotted: true};
const SETTINGS: KnownKeys = {what: 'setting', entries, dotted: false};

describe('nested keys', () => {
  test.each<{given: JsonMap; values: object}>([
    {given: {}, values: {}},
    {given: {service: null, strict: null, labels: null}, values: {}},
    {given: {service: {}}, values: {}},
    {given: {service: {port: 1, name: 'a'}}, values: {'service.port': 1, 'service.name': 'a'}},
    {given: {'service.port': 1, service: {name: 'a'}}, values: {'service.port': 1, 'service.name': 'a'}},
    {given: {'service.port': 1, service: {port: null}}, values: {'service.port': 1}},
    {given: {labels: {'a.b': 'c'}}, values: {labels: {'a.b': 'c'}}},
  ])('$given gives $values', ({given, values}) => {
    expect(readKeys(given, KNOWN, location)).toEqual({values, faults: []});
  });

  test('what is wrong is not a value, and the rest is', () => {
    const given = {
      ...{'service.port': 1, service: {port: 2, name: 5}, labels: {team: 1}},
      ...{strict: true, other: 1},
    };
    const {values, faults} = readKeys(given, KNOWN, location);
    expect(values).toEqual({'service.port': 2, strict: true});
    expect(faults.map(({code}) => code)).toEqual([
      ...['setting-value', 'unknown-setting', 'setting-value', 'setting-name'],
    ]);
  });

  test.each<{given: JsonMap; want: string; known?: KnownKeys}>([
    {
      given: {service: {port: '007'}},
      want: '/service/port setting-value: invalid `service.port` "007": expected an integer from 1 to 65535; for example `service: {port: 8080}`',
    },
    ...(['N', 'no', 'off'] as const).map((strict) => ({
      given: {strict},
      want: `/strict setting-value: invalid \`strict\` "${strict}": expected true or false; for example \`strict: false\``,
    })),
    {
      given: {strict: 'nothing'},
      want: '/strict setting-value: invalid `strict` "nothing": expected true or false; for example `strict: true`',
    },
    {
      given: {'service.port': 1, service: {port: 2}},
      want: '/service/port setting-value: `service.port` is set twice, nested and by its dotted name; keep one of the two',
    },
    {
      given: {servce: {}},
      want: '/servce key unknown-setting: unknown option "servce"; did you mean `service`?',
    },
    {
      given: {port: 80},
      want: '/port key unknown-setting: unknown option "port"; did you mean `service.port`?',
    },
    {
      given: {toString: 1},
      want: '/toString key unknown-setting: unknown option "toString"; known here: `service`, `labels`, `strict`',
    },
    {
      given: {service: {nonsense: 1}},
      want: '/service/nonsense key unknown-setting: unknown option "service.nonsense"; known here: `port`, `name`',
    },
    {
      known: SETTINGS,
      given: {'service.port': 80},
      want: '/service.port key unknown-setting: unknown setting "service.port"; nest it: `service: {port: 8080}`',
    },
    {
      known: SETTINGS,
      given: {$ref: 'settings.yaml'},
      want: '/$ref key unknown-setting: unknown setting "$ref"; write the settings themselves: references are not followed here',
    },
  ])('$given: $want', ({given, want, known = KNOWN}) => {
    const found = readKeys(given, known, location).faults.map(({code, location: place, message, ...more}) => {
      const key = place?.at === 'key' ? ' key' : '';
      return `${place?.pointer}${key} ${code}: ${message}; ${hintOf({message, ...more})}`;
    });
    expect(found).toEqual([want]);
  });
});

describe('x-apigen', () => {
  test.each([undefined, null, {}])('%p sets nothing', (value) => {
    expect(readExtension(value, 'root', location)).toEqual({values: {}, faults: []});
  });
});

test('the texts of flags become values, of those that are given', () => {
  const texts = {
    'service.port': ['1', '07'],
    labels: ['a=b', 'c=d'],
    strict: [],
    other: ['x'],
    'service.name': undefined,
  };
  expect(parseFlags(texts, entries)).toEqual({'service.port': 7, labels: {a: 'b', c: 'd'}, strict: true});
});

test.each([
  ...[
    {labels: 'team', hint: 'for example `--labels team=shop --labels tier=web`'},
    {labels: 'team,tier', hint: 'repeat the flag for each'},
  ].map(({labels, hint}) => ({
    given: {labels},
    want: {
      code: 'setting-value',
      message: `invalid \`labels\` "${labels}": expected key=value`,
      ...{hint, setting: 'labels', flag: 'labels'},
    },
  })),
  {
    given: {'service.nam': 'a'},
    want: {
      code: 'unknown-setting',
      message: 'unknown setting "service.nam"',
      suggestion: 'service.name',
      flag: 'service.nam',
    },
  },
  {given: {'service.port': null, labels: undefined}},
])('a wrong flag: $given', ({given, want}) => {
  expect(readFlagValues(given, entries)).toEqual({values: {}, faults: want ? [want] : []});
});
