import {lastOf, mismatch, schemaMessage, type ValueType} from './value-type.ts';

/** A number with or without a fraction; a flag takes decimal digits with at most one point. */
export function decimal({minimum, maximum}: {readonly minimum: number; readonly maximum: number}) {
  const expected = `a number from ${minimum} to ${maximum}`;
  const isValid = (value: unknown) => typeof value === 'number' && value >= minimum && value <= maximum;
  return {
    name: 'number',
    expected,
    rule: 'setting-value',
    check: (value) => (isValid(value) ? [] : mismatch(value, expected)),
    flag: {
      valueName: 'number',
      parse: (texts) => (/^[0-9]+(\.[0-9]+)?$/.test(lastOf(texts)) ? Number(lastOf(texts)) : lastOf(texts)),
      print: (value) => [String(value)],
    },
    schema: (key) => ({type: 'number', minimum, maximum, errorMessage: schemaMessage(key, expected)}),
    right: [minimum, minimum + 0.25, maximum],
    wrong: [minimum - 1, maximum + 0.5, String(minimum), `${minimum}%`, true, [], {}],
  } satisfies ValueType<number>;
}
