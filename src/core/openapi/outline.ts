import {isMap} from '../json.ts';
import {MAX_DEPTH} from '../limits.ts';
import {EXTENSION} from '../settings/table.ts';
import {RESPONSES, TAGS} from './operation.ts';
import {ADDITIONAL_OPERATIONS} from './version.ts';

/** The levels of keys that are read below the root without following a `$ref`: root, `paths`, path items, operations. */
export const LEVELS = 4;

/** The keys whose values have one more level that is read. */
const DEEPER: ReadonlySet<string> = new Set([ADDITIONAL_OPERATIONS, RESPONSES, TAGS]);

/** The levels that are read in the value of `key`, of whose map `levels` are read: all of them in `x-apigen`. */
export function levelsBelow(key: string, levels: number): number {
  if (key === EXTENSION) return Number.POSITIVE_INFINITY;
  return DEEPER.has(key) ? levels : levels - 1;
}

/**
 * A description as far as it is read without following a `$ref`: maps and lists further down are empty, except for what leads
 * to an `x-apigen`. Most of a large description is schemas, and may be hundreds of megabytes.
 *
 * @param value is changed, since copying it takes as long as parsing it
 * @param mayExtend false if it is known that nothing further down has an `x-apigen`
 */
export function outline(value: unknown, levels = LEVELS, mayExtend = true): unknown {
  if (levels === Number.POSITIVE_INFINITY) return value;
  if (levels <= 0) return (mayExtend ? extensionsOf(value, 1) : undefined) ?? emptied(value);
  if (Array.isArray(value)) {
    // Entries of a list with millions of items would take gigabytes.
    for (const [index, item] of value.entries())
      if (typeof item === 'object') value[index] = outline(item, levels - 1, mayExtend);
    return value;
  }
  if (!isMap(value)) return value;
  for (const [key, entry] of Object.entries(value)) {
    const below = levelsBelow(key, levels);
    if (typeof entry === 'object') Reflect.set(value, key, outline(entry, below, mayExtend));
  }
  return value;
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? value : [];
  return isMap(value) && Object.keys(value).length > 0 ? {} : value;
}

/** A map or list with nothing but what leads to an `x-apigen`; `undefined` if it has none. */
function extensionsOf(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => extensionsOf(item, depth + 1));
    return items.some((item) => item !== undefined) ? items : undefined;
  }
  if (!isMap(value)) return undefined;
  const kept = Object.entries(value).flatMap(([key, entry]) => {
    const below = key === EXTENSION ? entry : extensionsOf(entry, depth + 1);
    return below === undefined ? [] : [[key, below] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
