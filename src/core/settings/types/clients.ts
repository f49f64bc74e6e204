import {isMap} from '../../base/json.ts';
import {number} from './numbers.ts';
import {dnsLabel, dnsSubdomain} from './text.ts';
import {lastOf, mismatch, schemaMessage, unknownField, type ValueType} from './value-type.ts';

type Item = Pick<ValueType, 'check' | 'schema'>;

/** A list of at least one value; what is wrong with one of them is at its place. */
function listOfSome<V>(name: string, expected: string, item: Item): ValueType<readonly V[]> {
  return {
    name,
    expected,
    rule: 'setting-value',
    check: (list) =>
      Array.isArray(list) && list.length > 0
        ? list.flatMap((one: unknown, index) =>
            item.check(one).map((fault) => ({...fault, at: [index, ...fault.at]})),
          )
        : mismatch(list, expected),
    flag: {valueName: 'list', parse: lastOf, print: () => []},
    schema: (key) => ({
      type: 'array',
      minItems: 1,
      items: item.schema(key),
      errorMessage: schemaMessage(key, expected),
    }),
  };
}

const FIELDS = {namespace: dnsLabel, service_account: dnsSubdomain};
const NAMES = Object.keys(FIELDS);

const client: Item = {
  check(one) {
    const expected = 'a map with `namespace` and `service_account`';
    if (!isMap(one)) return mismatch(one, expected);
    const wrong = Object.keys(one)
      .filter((field) => !NAMES.includes(field))
      .map((field) => unknownField([field], NAMES));
    if (wrong.length > 0) return wrong;
    if (NAMES.some((field) => !Object.hasOwn(one, field))) return mismatch(one, expected);
    return Object.entries(FIELDS).flatMap(([field, type]) =>
      type.check(one[field]).map((fault) => ({...fault, at: [field]})),
    );
  },
  schema: (name) => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(FIELDS).map(([field, type]) => [field, type.schema(`${name}.${field}`)]),
    ),
    required: NAMES,
    additionalProperties: false,
  }),
};

/** Workloads of a mesh, by their identity. */
export const clients = listOfSome<Readonly<Record<keyof typeof FIELDS, string>>>(
  'list of workloads',
  'a list of at least one map with `namespace` (a DNS label) and `service_account` (a DNS subdomain)',
  client,
);

export const ports = listOfSome<number>(
  'list of ports',
  'a list of at least one integer from 1 to 65535',
  number({name: 'int32', minimum: 1, maximum: 65_535}),
);
