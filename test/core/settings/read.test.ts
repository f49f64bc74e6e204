import {expect, test} from '@jest/globals';
import type {JsonMap} from '../../../src/core/base/json.ts';
import {hintOf} from '../../../src/core/base/problem.ts';
import type {KnownKeys} from '../../../src/core/settings/faults.ts';
import {readKeys} from '../../../src/core/settings/read.ts';
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
    given: {toString: 1},
    want: '/toString key unknown-setting: unknown option "toString"; known here: `service`, `labels`, `strict`',
  },
  {
    given: {security: {selector: {app: 'a'}}},
    want: '/security key unknown-setting: unknown option "security"; known here: `service`, `labels`, `strict`',
  },
  {
    given: {clients: []},
    want: '/clients key unknown-setting: unknown option "clients"; set `clients` in `x-apigen` of the description',
  },
  {
    known: SETTINGS,
    given: {$ref: 'settings.yaml'},
    want: '/$ref key unknown-setting: unknown setting "$ref"; write the settings themselves: references are not followed here',
  },
])('nested keys $given: $want', ({given, want, known = KNOWN}) => {
  const found = readKeys(given, known, location).faults.map(({code, location: place, message, ...more}) => {
    const key = place?.at === 'key' ? ' key' : '';
    return `${place?.pointer}${key} ${code}: ${message}; ${hintOf({message, ...more})}`;
  });
  expect(found).toEqual([want]);
});
