import {durationText} from '../../base/duration.ts';
import {lastOf, type ValueType, valueType} from './value-type.ts';

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** A number with or without a fraction; a flag takes decimal digits with at most one point. */
export function decimal(range: Range): ValueType<number> {
  return numberType(range, false, 'number');
}

/** A whole number; it counts by its value (`10.0` and `1e1` are 10), but a flag takes decimal digits only. */
export function integer({
  name,
  unit,
  ...range
}: Range & {readonly name: 'int32' | 'uint32'; readonly unit?: 'seconds'}): ValueType<number> {
  return numberType(range, true, name, unit);
}

function numberType({minimum, maximum}: Range, isWhole: boolean, name: string, unit?: 'seconds') {
  const digits = isWhole ? /^[0-9]+$/ : /^[0-9]+(\.[0-9]+)?$/;
  return valueType<number>({
    name: unit ? `${name}, ${unit}` : name,
    expected: `${isWhole ? 'an integer' : 'a number'} from ${minimum} to ${maximum}${unit ? ` (${unit})` : ''}`,
    isValid: (value) =>
      typeof value === 'number' &&
      value >= minimum &&
      value <= maximum &&
      (!isWhole || Number.isInteger(value)),
    flag: {
      valueName: unit ? `${name}, ${unit}` : name,
      parse: (texts) => (digits.test(lastOf(texts)) ? Number(lastOf(texts)) : lastOf(texts)),
      print: (value) => [String(value)],
    },
    ...(unit && {display: durationText}),
    keywords: {type: isWhole ? 'integer' : 'number', minimum, maximum},
    right: [minimum, minimum + (isWhole ? 1 : 0.25), maximum],
    wrong: [
      ...[minimum - 1, maximum + 1, (isWhole ? minimum : maximum) + 0.5],
      ...[String(minimum), `${minimum}s`, `${minimum}%`, true, [], {}],
    ],
  });
}
