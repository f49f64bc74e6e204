import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {RUN_OPTIONS, type RunOption} from '../../../src/core/run/options.ts';
import {settingsSchema} from '../../../src/core/settings/json-schema.ts';
import {parseFlags, readExtension, readFlagValues, readKeys} from '../../../src/core/settings/read.ts';
import {
  childrenOf,
  type Entry,
  EXTENSION,
  SCOPES,
  SETTINGS,
  type Setting,
  settingsIn,
} from '../../../src/core/settings/table.ts';
import {nest, shown} from './nest.ts';

const settings: readonly Setting[] = SETTINGS;
const options: readonly RunOption[] = RUN_OPTIONS;
const rows: readonly Entry[] = [...settings, ...options];
const at = {uri: 'file:///openapi.yaml', pointer: `/${EXTENSION}`};
const ajv = new Ajv2020({allowUnionTypes: true, keywords: ['errorMessage']}).addSchema(settingsSchema());

/** Whether the JSON Schema accepts an `x-apigen` at a scope. */
function fitsSchema(value: unknown, scope: string): boolean {
  const {$id} = settingsSchema();
  return ajv.validate({$ref: `${$id}#/$defs/${scope}`}, value);
}

/** Each value of each row, as cases. */
const cases = <E extends Entry>(entries: readonly E[], valuesOf: (entry: E) => readonly unknown[]) =>
  entries.flatMap((entry) =>
    valuesOf(entry).map((value) => ({entry, key: entry.key, value, shows: shown(value)})),
  );
const right = ({type, example}: Entry) => [...type.right, example];
const wrong = ({type}: Entry) => type.wrong;

/** What a reader has to report of a wrong value. */
function faultsOf(entry: Entry, value: unknown) {
  return entry.type.check(value).map((mismatch) => ({kind: 'value', entry, mismatch}));
}

describe('every row', () => {
  test.each(rows)(
    '$key: its example and its default are values of its type',
    ({type, example, default: value}) => {
      expect(type.check(example)).toEqual([]);
      expect(value === undefined ? [] : type.check(value)).toEqual([]);
    },
  );

  test.each(cases(rows, right))('$key: $shows is right', ({entry, value}) => {
    expect(entry.type.check(value)).toEqual([]);
  });

  test.each(cases(rows, wrong))('$key: $shows is wrong', ({entry, value}) => {
    expect(entry.type.check(value)).not.toEqual([]);
  });

  test.each(rows)('$key: the summary is one line without a full stop', ({summary}) => {
    expect(summary).toMatch(/^\S.*[^.\s]$/);
  });

  test('no key is taken twice, and none is a group too', () => {
    const keys = rows.map(({key}) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => keys.some((other) => other.startsWith(`${key}.`)))).toEqual([]);
  });

  test('no flag is taken twice', () => {
    const flags = options.flatMap(({flag, char}) => [flag, char].filter((name) => name !== undefined));
    const names = [...settings.filter(({flag}) => flag).map(({key}) => key), ...flags];
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.each(SCOPES)('x-apigen at %s', (scope) => {
  const here = settingsIn(scope);
  const elsewhere = settings.filter((setting) => !here.includes(setting));

  test.each(cases(here, right))('$key accepts $shows', ({key, value}) => {
    expect(readExtension(nest(key, value), scope, at)).toEqual({values: {[key]: value}, faults: []});
    expect(fitsSchema(nest(key, value), scope)).toBe(true);
  });

  test.each(cases(here, wrong))('$key refuses $shows', ({entry, key, value}) => {
    const {values, faults} = readExtension(nest(key, value), scope, at);
    expect(values).toEqual({});
    expect(faults).toMatchObject(faultsOf(entry, value));
    expect(fitsSchema(nest(key, value), scope)).toBe(false);
  });

  test.each(here)('$key: null means "not set"', ({key}) => {
    expect(readExtension(nest(key, null), scope, at)).toEqual({values: {}, faults: []});
    expect(fitsSchema(nest(key, null), scope)).toBe(true);
  });

  test.each([...elsewhere, ...here].map((setting) => ({...setting, isHere: here.includes(setting)})))(
    '$key has an effect here: $isHere',
    ({key, example, isHere}) => {
      const {faults} = readExtension(nest(key, example), scope, at);
      expect(faults.map(({kind}) => kind)).toEqual(isHere ? [] : ['scope']);
      expect(fitsSchema(nest(key, example), scope)).toBe(isHere);
    },
  );
});

describe('options of the decorator', () => {
  const entries = [...settings.filter(({flag}) => flag), ...options.filter(({decorator}) => decorator)];
  const known = {what: 'option', entries, dotted: true} as const;

  test.each(cases(entries, right))('$key accepts $shows, nested and dotted', ({key, value}) => {
    const want = {values: {[key]: value}, faults: []};
    expect(readKeys(nest(key, value), known, at)).toEqual(want);
    expect(readKeys({[key]: value}, known, at)).toEqual(want);
  });

  test.each(cases(entries, wrong))('$key refuses $shows, nested and dotted', ({entry, key, value}) => {
    for (const given of [nest(key, value), {[key]: value}]) {
      const {values, faults} = readKeys(given, known, at);
      expect(values).toEqual({});
      expect(faults).toMatchObject(faultsOf(entry, value));
    }
  });
});

describe('flags', () => {
  const entries: readonly Entry[] = [
    ...settings.filter(({flag}) => flag),
    ...options.flatMap((option) => (option.flag === undefined ? [] : [{...option, key: option.flag}])),
  ];
  const read = (key: string, texts: readonly string[]) =>
    readFlagValues(parseFlags({[key]: texts}, entries), entries);

  test.each(cases(entries, ({example}) => [example]))('--$key: its example $shows', ({entry, key, value}) => {
    expect(read(key, entry.type.flag.print(value))).toEqual({values: {[key]: value}, faults: []});
  });

  test.each(cases(entries, right))('--$key takes $shows', ({entry, key, value}) => {
    const texts = entry.type.flag.print(value);
    const {values, faults} = read(key, texts);
    expect(faults).toEqual([]);
    expect(Object.entries(values).map(([name, given]) => [name, entry.type.flag.print(given)])).toEqual([
      [key, texts],
    ]);
  });

  /** The wrong values that a text of the flag gives. */
  const wrongAsTexts = ({type}: Entry) =>
    type.wrong.filter((value) => Object.is(type.flag.parse([String(value)]), value));

  test.each(cases(entries, wrongAsTexts))('--$key refuses $shows', ({entry, key, value}) => {
    const {values, faults} = read(key, [String(value)]);
    expect(values).toEqual({});
    expect(faults).toEqual(faultsOf(entry, value).map((fault) => ({...fault, flag: key})));
  });

  test.each(entries.filter(({type}) => type.flag.valueName !== undefined && type.wrong.includes('')))(
    '--$key refuses an empty text',
    ({key}) => {
      expect(read(key, ['']).faults).toMatchObject([{kind: 'value', flag: key}]);
    },
  );

  test('a value of null or undefined is not given', () => {
    const nothing = Object.fromEntries(
      entries.flatMap(({key}, index) => [[key, index % 2 ? null : undefined]]),
    );
    expect(readFlagValues(nothing, entries)).toEqual({values: {}, faults: []});
  });
});

test.each([
  {prefix: '', want: ['a: a, []', 'b: undefined, [b.c,b.d.e,b.d.f]']},
  {prefix: 'b.', want: ['c: b.c, []', 'd: undefined, [b.d.e,b.d.f]']},
])('the names below "$prefix" are $want', ({prefix, want}) => {
  const entries = ['a', 'b.c', 'b.d.e', 'b.d.f'].map((key): Entry => ({...SETTINGS[0], key}));
  const below = childrenOf(entries, prefix);
  const keys = (within: readonly Entry[]) => `[${within.map(({key}) => key)}]`;
  expect(below.map(({name, entry, within}) => `${name}: ${entry?.key}, ${keys(within)}`)).toEqual(want);
});
