import {isMap} from '../json.ts';
import {mismatch, type ValueType} from '../settings/types/index.ts';

const EXPECTED = 'a list of paths, addresses, references to ConfigMaps, and OpenAPI descriptions';

const EXPECTED_ITEM = 'a path, an address, a reference to a ConfigMap, or an OpenAPI description';

const isDescription = (item: unknown) => isMap(item) || (typeof item === 'string' && item !== '');

/** Descriptions: the names of some, and others that are maps in the list itself. */
export const descriptionList = {
  name: 'list',
  expected: EXPECTED,
  rule: 'setting-value',
  check(value) {
    if (!Array.isArray(value)) return mismatch(value, EXPECTED);
    const wrong = [...value.entries()].filter(([, item]) => !isDescription(item));
    return wrong.map(([index, found]) => ({at: [String(index)], found, expected: EXPECTED_ITEM}));
  },
  flag: {valueName: 'file|url', repeatable: true, parse: (texts) => texts, print: () => []},
  schema: (key) => ({
    type: 'array',
    items: {type: ['string', 'object'], minLength: 1},
    errorMessage: `invalid \`${key}\`: expected ${EXPECTED}`,
  }),
  right: [[], ['services/*/openapi.yaml'], ['configmap:petstore'], [{openapi: '3.1.0'}, 'a.yaml']],
  wrong: ['a.yaml', 1, true, {}, [''], [1], [null], [[]]],
} satisfies ValueType<readonly (string | object)[]>;
