import {expect} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import fc from 'fast-check';
import {generate} from '../../src/core/generate/generate.ts';
import {settingsSchema} from '../../src/core/settings/json-schema.ts';
import {parseFlags, readExtension, readFlagValues} from '../../src/core/settings/read.ts';
import {EXTENSION, FLAG_SETTINGS, SCOPES, settingsIn} from '../../src/core/settings/table.ts';
import {hostileText} from '../core/openapi-arbitraries.ts';
import {anySettings} from './arbitraries.ts';
import {fuzz} from './fuzz.ts';

const schema = settingsSchema();
const ajv = new Ajv2020({allowUnionTypes: true, keywords: ['errorMessage']}).addSchema(schema);
const LOCATION = {uri: 'file:///openapi.yaml', pointer: `/${EXTENSION}`};

for (const scope of SCOPES) {
  fuzz(`${EXTENSION} at ${scope}: the JSON Schema and the reader agree`, anySettings(scope), (value) => {
    const {faults} = readExtension(value, scope, LOCATION);
    const isValid = value === null || ajv.validate(`${schema.$id}#/$defs/${scope}`, value);
    const messages = faults.map(({message}) => message);
    expect([isValid, messages]).toEqual([messages.length === 0, messages]);
  });
}

fuzz(
  'a description with any settings has objects or errors',
  fc.tuple(...SCOPES.map(anySettings)),
  ([root, path, operation]) => {
    const document = {
      openapi: '3.1.0',
      [EXTENSION]: root,
      paths: {'/a': {[EXTENSION]: path, get: {[EXTENSION]: operation}}},
    };
    const {objects, problems} = generate(document, {allowEmpty: true});
    expect(problems.some(({severity}) => severity === 'error')).toBe(objects.length === 0);
  },
);

const flags = fc.dictionary(
  fc.constantFrom(...FLAG_SETTINGS.map(({key}) => key)),
  fc.array(hostileText, {minLength: 1, maxLength: 3}),
  {noNullPrototype: true},
);

fuzz('flags give values of their types', flags, (texts) => {
  const {values, faults} = readFlagValues(parseFlags(texts, FLAG_SETTINGS), FLAG_SETTINGS);
  const wrong = new Set(faults.map(({flag}) => flag));
  expect([...Object.keys(values), ...wrong].sort()).toEqual(Object.keys(texts).sort());
  const checked = settingsIn('root').filter(({key}) => key in values);
  expect(checked.flatMap(({key, type}) => type.check(Object(values)[key]))).toEqual([]);
});
