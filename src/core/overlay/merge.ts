import {isMap} from '../json.ts';
import {MAX_DEPTH} from '../limits.ts';
import {entryOrigin} from '../origin.ts';
import type {Location} from '../problem.ts';
import type {Copies} from './copies.ts';
import {entryOf, hasEntry, type Traced} from './traced.ts';

/** Two values that cannot be merged. */
export interface Mismatch {
  /** The value of the update. */
  readonly found: unknown;
  readonly location: Location;
  /** What the value is merged with. */
  readonly target: unknown;
}

/** The kinds of values that an update tells apart. */
export function shapeOf(value: unknown): 'a map' | 'a list' | 'a single value' {
  if (Array.isArray(value)) return 'a list';
  return isMap(value) ? 'a map' : 'a single value';
}

/**
 * A value with another merged into it: maps by key, lists joined, single values replaced. Of both only copies are changed.
 *
 * Source: Overlay Specification 1.1, Action Object.
 *
 * @param mismatches values that cannot be merged are added, and those of `target` kept
 */
export function merge(
  target: Traced,
  update: Traced,
  copies: Copies,
  mismatches: Mismatch[],
  depth = 0,
): Traced {
  const shape = shapeOf(target.value);
  if (shape !== shapeOf(update.value) || depth > MAX_DEPTH) {
    mismatches.push({found: update.value, location: update.origin.location, target: target.value});
    return target;
  }
  if (Array.isArray(target.value) && Array.isArray(update.value)) {
    const items = update.value.map((value: unknown, index) => ({
      value,
      origin: entryOrigin(update.origin, String(index)),
    }));
    return copies.append(target, target.value, items);
  }
  if (!isMap(target.value) || !isMap(update.value)) return update;
  const changes = Object.keys(update.value).map((key): [string, Traced] => {
    const added = entryOf(update, key);
    return [
      key,
      hasEntry(target, key) ? merge(entryOf(target, key), added, copies, mismatches, depth + 1) : added,
    ];
  });
  return copies.withEntries(target, new Map(changes));
}
