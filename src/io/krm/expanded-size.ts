import {isMap} from '../../core/json.ts';

/**
 * How many characters the keys and values of a document have, each counted as often as YAML's aliases repeat it; infinite where a
 * value contains itself. Without aliases they are at most those of its text.
 */
export function expandedSize(value: unknown, known = new Map<object, number>()): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return sizeOnce(value, value, 0, known);
  return isMap(value) ? sizeOnce(value, Object.values(value), Object.keys(value).join('').length, known) : 1;
}

/** @param keys how many characters the keys have */
function sizeOnce(
  value: object,
  entries: readonly unknown[],
  keys: number,
  known: Map<object, number>,
): number {
  const before = known.get(value);
  if (before !== undefined) return before;
  known.set(value, Number.POSITIVE_INFINITY);
  const size = entries.reduce<number>((sum, entry) => sum + expandedSize(entry, known), 1 + keys);
  known.set(value, size);
  return size;
}
