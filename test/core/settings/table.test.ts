import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {isMap, valueAt} from '../../../src/core/base/json.ts';
import {RUN_OPTIONS} from '../../../src/core/options/options.ts';
import {settingsSchema} from '../../../src/core/settings/json-schema.ts';
import {readExtension} from '../../../src/core/settings/read.ts';
import {type Entry, EXTENSION, SCOPES, SETTINGS, settingsIn} from '../../../src/core/settings/table.ts';
import {nest} from './nest.ts';

const rows: readonly Entry[] = [...SETTINGS, ...RUN_OPTIONS];
const at = {uri: 'file:///openapi.yaml', pointer: `/${EXTENSION}`};
/** A value that is wrong for every type. */
const WRONG = [null];
const schema = settingsSchema();
const ajv = new Ajv2020({allowUnionTypes: true, keywords: ['errorMessage']}).addSchema(schema);

/** Whether the JSON Schema accepts an `x-apigen` at a scope. */
function fitsSchema(value: unknown, scope: string): boolean {
  return ajv.validate(`${schema.$id}#/$defs/${scope}`, value);
}

/** What a reader has to report of a wrong value. */
function faultsOf({key, type}: Entry, value: unknown) {
  return type.check(value).map(() => ({code: type.rule, setting: key}));
}

describe('every row', () => {
  test.each(rows)(
    '$key: its example and its default are values of its type',
    ({type, example, default: value}) => {
      expect(type.check(example)).toEqual([]);
      expect(value === undefined ? [] : type.check(value)).toEqual([]);
    },
  );

  test.each(rows)('$key: the summary is one line without a full stop', ({summary}) => {
    expect(summary).toMatch(/^\S.*[^.\s]$/);
  });

  test('every key has a heading by its beginning', () => {
    expect(SETTINGS.filter(({heading}) => heading === '')).toEqual([]);
  });

  test('no key is taken twice, and none is a group too', () => {
    const keys = rows.map(({key}) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => keys.some((other) => other.startsWith(`${key}.`)))).toEqual([]);
  });

  test('no flag is taken twice', () => {
    const flags = RUN_OPTIONS.flatMap(({flag, char}) => [flag, char].filter((name) => name !== undefined));
    const names = [...SETTINGS.filter(({flag}) => flag !== false).map(({key}) => key), ...flags];
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.each(SCOPES)('x-apigen at %s', (scope) => {
  const here = settingsIn(scope);
  const elsewhere = SETTINGS.filter((setting) => !here.includes(setting));

  test.each(here)('$key', (entry) => {
    const {key, example, type, summary, default: byDefault} = entry;
    const read = (value: unknown) => readExtension(nest(key, value), scope, at);
    expect(read(example)).toEqual({values: {[key]: example}, faults: []});
    expect(read(null)).toEqual({values: {}, faults: []});
    expect(read(WRONG)).toMatchObject({values: {}, faults: faultsOf(entry, WRONG)});
    const fits = [example, null, WRONG].map((value) => fitsSchema(nest(key, value), scope));
    expect(fits).toEqual([true, true, false]);
    const shown = valueAt(schema, `/$defs/${scope}/properties/${key.replaceAll('.', '/properties/')}`);
    expect(shown).toMatchObject({description: summary, examples: [example]});
    // A map has words for its keys and values too.
    expect(JSON.stringify(isMap(shown) ? shown.errorMessage : '')).toContain(
      JSON.stringify(`invalid \`${key}\`: expected ${type.expected}`),
    );
    const named = [...JSON.stringify(shown).matchAll(/"invalid [^`]*`([^`]*)/g)].map(([, name]) => name);
    expect(named.filter((name) => !`${name}.`.startsWith(`${key}.`))).toEqual([]);
    expect(isMap(shown) ? shown.default : 'nothing').toBe(byDefault);
  });

  test('a map of known keys, nested, or null', () => {
    const oneForm = {timeouts: {request: null, request_timeout: 1}};
    const right = [null, {}, {timeouts: null}, {timeouts: {}}, oneForm];
    const inner = [5, [], {unknown: 1}, {request: '1s', request_timeout: 1}].map((timeouts) => ({timeouts}));
    const wrong = [5, true, [], {unknown: null}, {$ref: 'settings.yaml'}, {'timeouts.request_timeout': 1}];
    expect([...right, ...wrong, ...inner].filter((value) => fitsSchema(value, scope))).toEqual(right);
  });

  test('keys that begin with `x-` are allowed', () => {
    const value = {'x-owner': 'shop', timeouts: {'x-owner': null}};
    expect(readExtension(value, scope, at)).toEqual({values: {}, faults: []});
    expect(fitsSchema(value, scope)).toBe(true);
  });

  test.each(['x-apigen', 'x-apigen-ignore'])('`%s` has no effect in settings', (key) => {
    const hint = 'move it to the root, to a path item or to an operation';
    const fault = {code: 'setting-scope', message: `\`${key}\` has no effect in settings`, hint};
    const value = {timeouts: {[key]: null}, [key]: ['server-path']};
    const {faults} = readExtension(value, scope, at);
    const places = [`/x-apigen/${key}`, `/x-apigen/timeouts/${key}`];
    const locations = places.map((pointer) => ({...at, pointer, at: 'key'}));
    expect(faults).toEqual(locations.map((location) => ({...fault, location})));
    expect([{[key]: null}, {timeouts: {[key]: 1}}].filter((one) => fitsSchema(one, scope))).toEqual([]);
  });

  test('the other settings have no effect', () => {
    const found = elsewhere.map(({key, example}) => ({
      key,
      codes: readExtension(nest(key, example), scope, at).faults.map(({code}) => code),
      fits: fitsSchema(nest(key, example), scope),
    }));
    expect(found).toEqual(elsewhere.map(({key}) => ({key, codes: ['setting-scope'], fits: false})));
  });
});
