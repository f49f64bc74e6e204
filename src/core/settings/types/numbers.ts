import {durationText} from '../../base/duration.ts';
import {lastOf, type ValueType, valueType} from './value-type.ts';

interface Range {
  /** Whole unless it is `number`. */
  readonly name: 'int32' | 'uint32' | 'number';
  readonly unit?: 'seconds';
  readonly minimum: number;
  readonly maximum: number;
}

/** A number counts by its value (`10.0` and `1e1` are 10), but a flag takes decimal digits, with a point if it is not whole. */
export function number({name: numberName, unit, minimum, maximum}: Range): ValueType<number> {
  const name = unit ? `${numberName}, ${unit}` : numberName;
  const isWhole = numberName !== 'number';
  const digits = isWhole ? /^[0-9]+$/ : /^[0-9]+(\.[0-9]+)?$/;
  return valueType<number>({
    name,
    expected: `${isWhole ? 'an integer' : 'a number'} from ${minimum} to ${maximum}${unit ? ` (${unit})` : ''}`,
    isValid: (value) =>
      typeof value === 'number' &&
      value >= minimum &&
      value <= maximum &&
      (!isWhole || Number.isInteger(value)),
    flag: {
      valueName: name,
      parse: (texts) => (digits.test(lastOf(texts)) ? Number(lastOf(texts)) : lastOf(texts)),
      print: (value) => [String(value)],
    },
    ...(unit && {display: durationText}),
    keywords: {type: isWhole ? 'integer' : 'number', minimum, maximum},
  });
}
