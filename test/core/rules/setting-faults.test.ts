import {describe, expect, test} from '@jest/globals';
import type {JsonMap} from '../../../src/core/json.ts';
import {hintOf} from '../../../src/core/problem.ts';
import {describeSettingFault, ruleOf} from '../../../src/core/rules/setting-faults.ts';
import {
  type KnownKeys,
  parseFlags,
  readFlagValues,
  readKeys,
  type SettingFault,
} from '../../../src/core/settings/read.ts';
import type {Entry} from '../../../src/core/settings/table.ts';
import {boolean, dnsLabel, integer, labelMap} from '../../../src/core/settings/types/index.ts';

const entry = (key: string, type: Entry['type'], example: unknown): Entry => ({
  ...{key, type, example, group: 'test', summary: key},
});
/** A table of its own, so that messages which list its keys do not change with the settings. */
const ENTRIES = [
  entry('service.name', dnsLabel, 'petstore'),
  entry('service.port', integer({name: 'int32', minimum: 1, maximum: 65_535}), 8080),
  entry('labels', labelMap, {team: 'shop', tier: 'web'}),
  entry('disabled', boolean, true),
];
const OPTIONS: KnownKeys = {what: 'option', entries: ENTRIES, dotted: true};
const SETTINGS: KnownKeys = {what: 'setting', entries: ENTRIES, dotted: false};
const location = {uri: 'file:///redocly.yaml', pointer: ''};

/** `pointer code: message; hint` of each fault. */
const inWords = (faults: readonly SettingFault[]) =>
  faults.map((fault) => {
    const finding = describeSettingFault(fault);
    const place = `${finding.location?.pointer}${finding.location?.at === 'key' ? ' key' : ''}`;
    return `${place} ${ruleOf(fault)}: ${finding.message}; ${hintOf(finding)}`;
  });

describe('a fault in words', () => {
  test.each<{given: JsonMap; want: string; known?: KnownKeys}>([
    {
      given: {service: {port: '007'}},
      want: '/service/port setting-value: invalid `service.port` "007": expected an integer from 1 to 65535; for example `service: {port: 8080}`',
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
      want: '/toString key unknown-setting: unknown option "toString"; known here: `service`, `labels`, `disabled`',
    },
    {
      given: {service: {nonsense: 1}},
      want: '/service/nonsense key unknown-setting: unknown option "service.nonsense"; known here: `name`, `port`',
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
  ])('$given', ({given, want, known = OPTIONS}) => {
    expect(inWords(readKeys(given, known, location).faults)).toEqual([want]);
  });
});

describe('a fault of a flag', () => {
  const read = (texts: Record<string, readonly string[]>) =>
    readFlagValues(parseFlags(texts, ENTRIES), ENTRIES).faults.map(describeSettingFault);

  test('that may be repeated shows each of its texts', () => {
    expect(read({labels: ['team']})).toEqual([
      {
        message: 'invalid `labels` "team": expected key=value',
        hint: 'for example `--labels team=shop --labels tier=web`',
        setting: 'labels',
        flag: 'labels',
      },
    ]);
  });

  test('that does not exist', () => {
    expect(readFlagValues({'service.nam': 'a'}, ENTRIES).faults.map(describeSettingFault)).toEqual([
      {message: 'unknown setting "service.nam"', suggestion: 'service.name', flag: 'service.nam'},
    ]);
  });
});
