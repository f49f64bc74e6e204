import {isMap} from '../../base/json.ts';
import {number} from './numbers.ts';
import {dnsLabel, dnsSubdomain} from './text.ts';
import {lastOf, type Mismatch, mismatch, schemaMessage, type ValueType, valueType} from './value-type.ts';

/** A workload of a mesh, by its identity. */
export type Client = Readonly<Record<keyof typeof FIELDS, string>>;

const FIELDS = {namespace: dnsLabel, service_account: dnsSubdomain};
const NAMES = Object.keys(FIELDS);
const EXPECTED = 'a list of at least one workload, each with `namespace` and `service_account`';
const ONE = 'a map with `namespace` and `service_account`';

export const clients: ValueType<readonly Client[]> = {
  name: 'list of workloads',
  expected: EXPECTED,
  rule: 'setting-value',
  check(list) {
    if (!Array.isArray(list) || list.length === 0) return mismatch(list, EXPECTED);
    return list.flatMap((found: unknown, index): Mismatch[] => {
      if (!isMap(found) || Object.keys(found).sort().join() !== NAMES.join())
        return [{at: [index], found, expected: ONE}];
      return Object.entries(FIELDS).flatMap(([field, type]) =>
        type.check(found[field]).map((fault) => ({...fault, at: [index, field]})),
      );
    });
  },
  flag: {valueName: 'clients', parse: lastOf, print: () => []},
  schema: (name) => ({
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(FIELDS).map(([field, type]) => [field, type.schema(`${name}.${field}`)]),
      ),
      required: NAMES,
      additionalProperties: false,
    },
    errorMessage: schemaMessage(name, EXPECTED),
  }),
  right: [[{namespace: 'shop', service_account: 'web'}]],
};

const PORTS = {minimum: 1, maximum: 65_535};
const port = number({name: 'int32', ...PORTS});

export const ports = valueType<readonly number[]>({
  name: 'list of ports',
  expected: 'a list of at least one integer from 1 to 65535',
  isValid: (list) =>
    Array.isArray(list) && list.length > 0 && list.every((one) => port.check(one).length === 0),
  flag: {valueName: 'ports', parse: lastOf, print: () => []},
  keywords: {type: 'array', minItems: 1, items: {type: 'integer', ...PORTS}},
  right: [[8080], [80, 65_535]],
});
