import {isMap} from '../json.ts';
import {mismatch, type ValueType} from '../settings/types/index.ts';

const EXPECTED = 'a list of paths, addresses, references to ConfigMaps, and OpenAPI descriptions';

const isDescription = (item: unknown) => isMap(item) || (typeof item === 'string' && item !== '');

/** Descriptions: the names of some, and others that are maps in the list itself. */
export const descriptionList = {
  name: 'list',
  expected: EXPECTED,
  rule: 'setting-value',
  check: (value) => (Array.isArray(value) && value.every(isDescription) ? [] : mismatch(value, EXPECTED)),
  flag: {valueName: 'file|url', repeatable: true, parse: (texts) => texts, print: () => []},
  schema: (key) => ({
    type: 'array',
    items: {type: ['string', 'object'], minLength: 1},
    errorMessage: `invalid \`${key}\`: expected ${EXPECTED}`,
  }),
  right: [[], ['services/*/openapi.yaml'], ['configmap:petstore'], [{openapi: '3.1.0'}, 'a.yaml']],
  wrong: ['a.yaml', 1, true, {}, [''], [1], [null], [[]]],
} satisfies ValueType<readonly (string | object)[]>;
