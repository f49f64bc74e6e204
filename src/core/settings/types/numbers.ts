import {durationText} from '../../base/duration.ts';
import {lastOf, type ValueType, valueType} from './value-type.ts';

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

interface NumberForm {
  readonly keyword: 'integer' | 'number';
  readonly name: string;
  readonly expected: string;
  /** What a flag takes. */
  readonly digits: RegExp;
}

function ofRange({minimum, maximum}: Range, {keyword, digits, ...names}: NumberForm): ValueType<number> {
  const isWhole = keyword === 'integer';
  return valueType({
    ...names,
    isValid: (value) =>
      typeof value === 'number' &&
      value >= minimum &&
      value <= maximum &&
      (!isWhole || Number.isInteger(value)),
    flag: {
      valueName: names.name,
      parse: (texts) => (digits.test(lastOf(texts)) ? Number(lastOf(texts)) : lastOf(texts)),
      print: (value) => [String(value)],
    },
    keywords: {type: keyword, minimum, maximum},
    right: [minimum, minimum + (isWhole ? 1 : 0.25), maximum],
    wrong: [
      ...[minimum - 1, maximum + 1, ...(isWhole ? [minimum + 0.5] : [maximum + 0.5])],
      ...[String(minimum), `${minimum}s`, `${minimum}%`, true, [], {}],
    ],
  });
}

/** A number with or without a fraction; a flag takes decimal digits with at most one point. */
export function decimal(range: Range): ValueType<number> {
  const expected = `a number from ${range.minimum} to ${range.maximum}`;
  return ofRange(range, {keyword: 'number', name: 'number', expected, digits: /^[0-9]+(\.[0-9]+)?$/});
}

/** A whole number; it counts by its value (`10.0` and `1e1` are 10), but a flag takes decimal digits only. */
export function integer({
  name,
  unit,
  ...range
}: Range & {readonly name: 'int32' | 'uint32'; readonly unit?: 'seconds'}): ValueType<number> {
  const expected = `an integer from ${range.minimum} to ${range.maximum}${unit ? ` (${unit})` : ''}`;
  const names = {name: unit ? `${name}, ${unit}` : name, expected};
  const type = ofRange(range, {keyword: 'integer', digits: /^[0-9]+$/, ...names});
  return unit ? {...type, display: durationText} : type;
}
