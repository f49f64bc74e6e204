import {isMap} from '../json.ts';
import {EXTENSION} from '../settings/table.ts';
import {RESPONSES} from './operation.ts';
import {ADDITIONAL_OPERATIONS} from './version.ts';

/** The levels of keys that are read below the root without following a `$ref`: root, `paths`, path items, operations. */
export const LEVELS = 4;

/** The levels that are read in the value of `key`, of whose map `levels` are read: all of them in `x-apigen`. */
export function levelsBelow(key: string, levels: number): number {
  if (key === EXTENSION) return Number.POSITIVE_INFINITY;
  return key === ADDITIONAL_OPERATIONS || key === RESPONSES ? levels : levels - 1;
}

/**
 * A description as far as it is read without following a `$ref`: maps and lists further down are empty. Most of a large
 * description is schemas, and may be hundreds of megabytes.
 */
export function outline(value: unknown, levels = LEVELS): unknown {
  if (levels === Number.POSITIVE_INFINITY) return value;
  if (Array.isArray(value)) return levels > 0 ? value.map((item) => outline(item, levels - 1)) : [];
  if (!isMap(value)) return value;
  if (levels <= 0) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, outline(entry, levelsBelow(key, levels))]),
  );
}
