import {describe, expect, test} from '@jest/globals';
import type {JsonMap} from '../../../src/core/json.ts';
import {hintOf} from '../../../src/core/problem.ts';
import {describeSettingFault, ruleOf} from '../../../src/core/rules/setting-faults.ts';
import {
  type KnownKeys,
  parseFlags,
  readExtension,
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

/** `code: message` and the hint of each fault. */
const inWords = (faults: readonly SettingFault[]) =>
  faults.map((fault) => {
    const finding = describeSettingFault(fault);
    return [`${ruleOf(fault)}: ${finding.message}`, hintOf(finding)];
  });

const NAME = 'at most 63 letters, digits, "-", "_" and ".", with a letter or digit at both ends';

describe('a fault in words', () => {
  test.each<{fault: string; given: JsonMap; want: unknown; known?: KnownKeys}>([
    {
      fault: 'a value',
      given: {service: {port: 70_000}},
      want: [
        'setting-value: invalid `service.port` 70000: expected an integer from 1 to 65535',
        'for example `service: {port: 8080}`',
      ],
    },
    {
      fault: 'a value of another kind',
      given: {service: {port: [80]}},
      want: [
        'setting-value: invalid `service.port`: expected an integer from 1 to 65535, found a list',
        'for example `service: {port: 8080}`',
      ],
    },
    {
      fault: 'a name',
      given: {service: {name: 'Pets'}},
      want: [
        'setting-name: invalid `service.name` "Pets": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)',
        'for example `service: {name: "petstore"}`',
      ],
    },
    {
      fault: 'a number that has to be quoted',
      given: {service: {name: 5}},
      want: [
        'setting-name: invalid `service.name` 5: expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)',
        'quote it: `"5"`',
      ],
    },
    {
      fault: 'a number in quotes',
      given: {service: {port: '8080'}},
      want: [
        'setting-value: invalid `service.port` "8080": expected an integer from 1 to 65535',
        'remove the quotes: `8080`',
      ],
    },
    {
      fault: 'digits in quotes that are not a number in JSON',
      given: {service: {port: '007'}},
      want: [
        'setting-value: invalid `service.port` "007": expected an integer from 1 to 65535',
        'for example `service: {port: 8080}`',
      ],
    },
    {
      fault: 'a value in a map',
      given: {labels: {team: 'a b'}},
      want: [
        `setting-value: invalid \`labels.team\` "a b": expected a label value (${NAME}; it can be empty)`,
        'for example `labels: {"team": "shop","tier": "web"}`',
      ],
    },
    {
      fault: 'a number in a map that has to be quoted',
      given: {labels: {team: 1}},
      want: [
        `setting-value: invalid \`labels.team\` 1: expected a label value (${NAME}; it can be empty)`,
        'quote it: `"1"`',
      ],
    },
    {
      fault: 'a key in a map',
      given: {labels: {'a b': 'c'}},
      want: [
        `setting-value: invalid key in \`labels\` "a b": expected a name such as "team" or "example.com/team" (${NAME}, after an optional DNS subdomain and "/")`,
        'for example `labels: {"team": "shop","tier": "web"}`',
      ],
    },
    {
      fault: 'a group',
      given: {service: 'petstore'},
      want: [
        'setting-value: invalid `service` "petstore": expected a map of settings',
        'for example `service: {name: "petstore"}`',
      ],
    },
    {
      fault: 'a key that is set twice',
      given: {'service.port': 1, service: {port: 2}},
      want: [
        'setting-value: `service.port` is set twice, nested and by its dotted name',
        'keep one of the two',
      ],
    },
    {
      fault: 'an unknown key with a suggestion',
      given: {servce: {}},
      want: ['unknown-setting: unknown option "servce"', 'did you mean `service`?'],
    },
    {
      fault: 'an unknown key that is the end of a key',
      given: {port: 80},
      want: ['unknown-setting: unknown option "port"', 'did you mean `service.port`?'],
    },
    {
      fault: 'an unknown key unlike any other',
      given: {toString: 1},
      want: ['unknown-setting: unknown option "toString"', 'known here: `service`, `labels`, `disabled`'],
    },
    {
      fault: 'an unknown key unlike any other, in a group',
      given: {service: {nonsense: 1}},
      want: ['unknown-setting: unknown option "service.nonsense"', 'known here: `name`, `port`'],
    },
    {
      fault: 'a dotted key where keys are nested',
      known: SETTINGS,
      given: {'service.port': 80},
      want: ['unknown-setting: unknown setting "service.port"', 'nest it: `service: {port: 8080}`'],
    },
    {
      fault: 'a reference',
      known: SETTINGS,
      given: {$ref: 'settings.yaml'},
      want: [
        'unknown-setting: unknown setting "$ref"',
        'write the settings themselves: references are not followed here',
      ],
    },
  ])('$fault', ({given, want, known = OPTIONS}) => {
    expect(inWords(readKeys(given, known, location).faults)).toEqual([want]);
  });

  test('a setting that has no effect here', () => {
    expect(inWords(readExtension({namespace: 'shop'}, 'operation', location).faults)).toEqual([
      ['setting-scope: `namespace` has no effect at an operation', 'move it to `x-apigen` at the root'],
    ]);
  });

  test.each(['root', 'path', 'operation'] as const)('an x-apigen at %s that is not a map', (scope) => {
    const [[message, hint] = []] = inWords(readExtension('shop', scope, location).faults);
    expect(message).toBe('setting-value: invalid `x-apigen` "shop": expected a map of settings');
    expect(hint).toMatch(/^for example `x-apigen: \{[a-z].*\}`$/);
  });
});

describe('a fault of a flag', () => {
  const read = (texts: Record<string, readonly string[]>) =>
    readFlagValues(parseFlags(texts, ENTRIES), ENTRIES).faults.map(describeSettingFault);

  test('names the flag, and shows an example as a flag', () => {
    expect(read({'service.port': ['x']})).toEqual([
      {
        message: 'invalid `service.port` "x": expected an integer from 1 to 65535',
        hint: 'for example `--service.port 8080`',
        setting: 'service.port',
        flag: 'service.port',
      },
    ]);
  });

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

test('a fault in a document has the location and the setting as fields', () => {
  const [fault] = readKeys({labels: {'a/b/c': 'd'}}, OPTIONS, location).faults;
  expect(fault && describeSettingFault(fault)).toMatchObject({
    setting: 'labels',
    location: {uri: 'file:///redocly.yaml', pointer: '/labels/a~1b~1c', at: 'key'},
  });
});
