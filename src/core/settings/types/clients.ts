import {isMap} from '../../base/json.ts';
import {number} from './numbers.ts';
import {dnsLabel, dnsSubdomain} from './text.ts';
import {lastOf, valueType} from './value-type.ts';

const FLAG = {valueName: 'list', parse: lastOf, print: () => []};
const FIELDS = {namespace: dnsLabel, service_account: dnsSubdomain};

/** Workloads of a mesh, by their identity. */
export const clients = valueType<readonly Readonly<Record<keyof typeof FIELDS, string>>[]>({
  name: 'list of workloads',
  expected:
    'a list of at least one map with `namespace` (a DNS label) and `service_account` (a DNS subdomain)',
  isValid: (list) => Array.isArray(list) && list.length > 0 && list.every(isClient),
  flag: FLAG,
  keywords: {
    ...{type: 'array', minItems: 1},
    items: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(FIELDS).map(([field, type]) => [field, type.schema(field)]),
      ),
      required: Object.keys(FIELDS),
      additionalProperties: false,
    },
  },
});

function isClient(one: unknown): boolean {
  if (!isMap(one) || !Object.keys(one).every((field) => field in FIELDS)) return false;
  return Object.entries(FIELDS).every(([field, type]) => type.check(one[field]).length === 0);
}

const PORTS = {minimum: 1, maximum: 65_535};
const port = number({name: 'int32', ...PORTS});

export const ports = valueType<readonly number[]>({
  name: 'list of ports',
  expected: 'a list of at least one integer from 1 to 65535',
  isValid: (list) =>
    Array.isArray(list) && list.length > 0 && list.every((one) => port.check(one).length === 0),
  flag: FLAG,
  keywords: {type: 'array', minItems: 1, items: {type: 'integer', ...PORTS}},
});
