import {isMap} from '../json.ts';
import {MAX_DEPTH} from '../limits.ts';
import {entryOrigin, type Origin} from '../origin.ts';
import type {Location} from '../problem.ts';

/** A value and where it was written. */
export interface Traced {
  readonly value: unknown;
  readonly origin: Origin;
}

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
 * A value with another merged into it: maps by key, lists joined, single values replaced. Neither of them is changed: YAML's
 * aliases may share them.
 *
 * Source: Overlay Specification 1.1, Action Object.
 *
 * @param mismatches values that cannot be merged are added, and those of `target` kept
 */
export function merge(target: Traced, update: Traced, mismatches: Mismatch[], depth = 0): Traced {
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
    return append(target, target.value, items);
  }
  if (!isMap(target.value) || !isMap(update.value)) return update;
  const changes = Object.keys(update.value).map((key): [string, Traced] => {
    const added = entryOf(update, key);
    return [key, hasEntry(target, key) ? merge(entryOf(target, key), added, mismatches, depth + 1) : added];
  });
  return withEntries(target, new Map(changes));
}

/** A list with more items. */
export function append({origin}: Traced, list: readonly unknown[], items: readonly Traced[]): Traced {
  const added = items.map((item, index) => [String(list.length + index), item.origin] as const);
  return {
    value: [...list, ...items.map(({value}) => value)],
    origin: {...origin, entries: new Map([...(origin.entries ?? []), ...added])},
  };
}

/** An entry of a map or list. */
export function entryOf({value, origin}: Traced, key: string): Traced {
  const entry = Array.isArray(value) ? value[Number(key)] : isMap(value) ? value[key] : undefined;
  return {value: entry, origin: entryOrigin(origin, key)};
}

/** Whether a map or list has an entry. */
export function hasEntry({value}: Traced, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

/** A map or list with other entries; `undefined` removes one. */
export function withEntries(node: Traced, changes: ReadonlyMap<string, Traced | undefined>): Traced {
  return Array.isArray(node.value) ? withItems(node, node.value, changes) : withKeys(node, changes);
}

function withKeys({value, origin}: Traced, changes: ReadonlyMap<string, Traced | undefined>): Traced {
  const entries = new Map(Object.entries(isMap(value) ? value : {}));
  const origins = new Map(origin.entries);
  for (const [key, change] of changes) {
    if (change === undefined) {
      entries.delete(key);
      origins.delete(key);
    } else {
      entries.set(key, change.value);
      origins.set(key, change.origin);
    }
  }
  return {value: Object.fromEntries(entries), origin: {...origin, entries: origins}};
}

/** Removing an item moves the following ones. */
function withItems(
  node: Traced,
  list: readonly unknown[],
  changes: ReadonlyMap<string, Traced | undefined>,
): Traced {
  const items = list.flatMap((_item, index) => {
    const key = String(index);
    return changes.has(key) ? (changes.get(key) ?? []) : entryOf(node, key);
  });
  const origins = items.map(({origin}, index) => [String(index), origin] as const);
  return {
    value: items.map(({value}) => value),
    origin: {...node.origin, entries: new Map(origins)},
  };
}
