import {mismatch, schemaMessage, type ValueType} from './value-type.ts';

export const boolean = {
  name: 'boolean',
  expected: 'true or false',
  rule: 'setting-value',
  check: (value) => (typeof value === 'boolean' ? [] : mismatch(value, 'true or false')),
  // A switch: its presence is its value.
  flag: {parse: () => true, print: () => []},
  schema: (key) => ({type: 'boolean', errorMessage: schemaMessage(key, 'true or false')}),
  right: [true, false],
  wrong: ['yes', 'true', 1, 0, [], {}],
} satisfies ValueType<boolean>;
