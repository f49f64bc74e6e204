import {isMap} from '../json.ts';
import {MAX_DEPTH} from '../limits.ts';

const counts = new WeakMap<object, number>();

/**
 * How many values a document has, each counted as often as YAML's aliases repeat it; infinite where a value contains itself,
 * and not exact above `limit`. What was counted before is not counted again, so documents that share values cost little.
 */
export function countValues(value: unknown, limit: number, depth = 0): number {
  if (!(Array.isArray(value) || isMap(value)) || depth > MAX_DEPTH) return 1;
  const known = counts.get(value);
  if (known !== undefined) return known;
  counts.set(value, Number.POSITIVE_INFINITY);
  let count = 1;
  for (const entry of Object.values(value)) {
    count += countValues(entry, limit, depth + 1);
    if (count > limit) break;
  }
  counts.set(value, count);
  return count;
}

/** Forgets how many values a map or list has, because they change. */
export function forgetCount(value: object): void {
  counts.delete(value);
}
