import {lastOf, mismatch, schemaMessage, type ValueType} from './value-type.ts';

export const boolean = {
  name: 'boolean',
  expected: 'true or false',
  rule: 'setting-value',
  check: (value) => (typeof value === 'boolean' ? [] : mismatch(value, 'true or false')),
  // A switch: its presence is its value, unless it is negated.
  flag: {
    parse: (texts) => lastOf(texts) !== String(false),
    print: (value) => (value ? [] : [String(false)]),
  },
  schema: (key) => ({type: 'boolean', errorMessage: schemaMessage(key, 'true or false')}),
  right: [true, false],
  wrong: ['yes', 'true', 1, 0, [], {}],
} satisfies ValueType<boolean>;
