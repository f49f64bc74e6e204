import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {isMap, valueAt} from '../../../src/core/base/json.ts';
import {settingsSchema} from '../../../src/core/settings/json-schema.ts';
import {SCOPES, settingsIn} from '../../../src/core/settings/table.ts';

const schema = settingsSchema();
const ajv = new Ajv2020({allowUnionTypes: true, keywords: ['errorMessage']}).addSchema(schema);

const fits = (value: unknown, scope: string) => ajv.validate(`${schema.$id}#/$defs/${scope}`, value);

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

  test('a map of known keys, nested, or null', () => {
    const oneForm = {timeouts: {request: null, request_timeout: 1}};
    const right = [null, {}, {timeouts: null}, {timeouts: {}}, oneForm];
    const wrong = [5, true, [], {unknown: null}, {$ref: 'settings.yaml'}];
    const bothForms = {request: '1s', request_timeout: 1};
    const inner = [
      {timeouts: 5},
      {timeouts: []},
      {timeouts: {unknown: 1}},
      {'timeouts.request_timeout': 1},
      {timeouts: bothForms},
    ];
    expect([...right, ...wrong, ...inner].filter((value) => fits(value, scope))).toEqual(right);
  });
});
