import {lastOf, mismatch, schemaMessage, type ValueType} from './value-type.ts';

interface IntegerRange {
  readonly name: 'int32' | 'uint32';
  readonly minimum: number;
  readonly maximum: number;
  readonly unit?: 'seconds';
}

/** A whole number; it counts by its value (`10.0` and `1e1` are 10), but a flag takes decimal digits only. */
export function integer({name, minimum, maximum, unit}: IntegerRange) {
  const expected = `an integer from ${minimum} to ${maximum}${unit === undefined ? '' : ` (${unit})`}`;
  const isValid = (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
  return {
    name: unit === undefined ? name : `${name}, ${unit}`,
    expected,
    rule: 'setting-value',
    check: (value) => (isValid(value) ? [] : mismatch(value, expected)),
    flag: {
      valueName: unit === undefined ? name : `${name}, ${unit}`,
      parse: (texts) => (/^[0-9]+$/.test(lastOf(texts)) ? Number(lastOf(texts)) : lastOf(texts)),
      print: (value) => [String(value)],
    },
    display: (value) => `${value}${unit === undefined ? '' : 's'}`,
    schema: (key) => ({type: 'integer', minimum, maximum, errorMessage: schemaMessage(key, expected)}),
    right: [minimum, minimum + 1, maximum],
    wrong: [minimum - 1, maximum + 1, minimum + 0.5, String(minimum), `${minimum}s`, true, [], {}],
  } satisfies ValueType<number>;
}
