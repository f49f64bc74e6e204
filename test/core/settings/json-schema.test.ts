import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {isMap, valueAt} from '../../../src/core/json.ts';
import {settingsSchema} from '../../../src/core/settings/json-schema.ts';
import {SCOPES, settingsIn} from '../../../src/core/settings/table.ts';

const schema = settingsSchema();
const ajv = new Ajv2020({allowUnionTypes: true, keywords: ['errorMessage']}).addSchema(schema);

const fits = (value: unknown, scope: string) => ajv.validate({$ref: `${schema.$id}#/$defs/${scope}`}, value);

test('its address and its titles', () => {
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://unpkg.com/@apigen/cli/schema.json',
    title: 'x-apigen of an OpenAPI description',
    $ref: '#/$defs/root',
    $defs: {
      root: {title: 'x-apigen at the root'},
      path: {title: 'x-apigen at a path item'},
      operation: {title: 'x-apigen at an operation'},
    },
  });
});

describe.each(SCOPES)('at %s', (scope) => {
  test.each(settingsIn(scope))(
    '$key: what editors show',
    ({key, type, summary, example, default: byDefault}) => {
      const entry = valueAt(schema, `/$defs/${scope}/properties/${key.replaceAll('.', '/properties/')}`);
      expect(entry).toMatchObject({description: summary, examples: [example]});
      // A map has words for its keys and values too.
      expect(JSON.stringify(isMap(entry) ? entry.errorMessage : '')).toContain(
        JSON.stringify(`invalid \`${key}\`: expected ${type.expected}`),
      );
      expect(isMap(entry) ? entry.default : 'nothing').toBe(byDefault);
    },
  );

  const groups = new Set(settingsIn(scope).flatMap(({key}) => key.match(/^[^.]+(?=\.)/)?.[0] ?? []));

  test.each([...groups])('the group %s is a map of known keys, or null', (group) => {
    const values = [{[group]: null}, {[group]: {}}, {[group]: 5}, {[group]: []}, {[group]: {unknown: 1}}];
    expect(values.map((value) => fits(value, scope))).toEqual([true, true, false, false, false]);
  });

  test.each(settingsIn(scope).filter(({key}) => key.includes('.')))(
    '$key has to be nested',
    ({key, example}) => {
      expect(fits({[key]: example}, scope)).toBe(false);
    },
  );

  test('a map of known keys, or null', () => {
    const values = [null, {}, 'a', 5, true, [], {unknown: null}, {$ref: 'settings.yaml'}];
    expect(values.map((value) => fits(value, scope))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

test('the root is what the schema itself is for', () => {
  expect(ajv.validate({$ref: `${schema.$id}`}, {service: {name: 'petstore'}})).toBe(true);
  expect(ajv.validate({$ref: `${schema.$id}`}, {service: {name: 5}})).toBe(false);
});
