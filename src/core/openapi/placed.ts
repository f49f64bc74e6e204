import type {JsonMap} from '../base/json.ts';
import {childLocation, type Location} from '../base/problem.ts';

/** A value together with its real place, which may be in another document than the root. */
export interface Placed {
  readonly value: unknown;
  readonly location: Location;
}

export interface PlacedMap extends Placed {
  readonly value: JsonMap;
}

/** A map, and the maps that its `$ref` leads to. Keys of an earlier one win. */
export type Resolved = readonly [PlacedMap, ...PlacedMap[]];

export const REFERENCE = '$ref';

/** The value of a key, in the first map that has it. */
export function entryOf(maps: Resolved, key: string): Placed | undefined {
  const map = maps.find(({value}) => Object.hasOwn(value, key));
  return map && {value: map.value[key], location: childLocation(map.location, key)};
}

/** The keys with their values, those of the last target first. */
export function placedEntries(maps: Resolved): [string, Placed][] {
  const places = new Map<string, Placed>();
  for (const {value, location} of maps.toReversed())
    for (const key of Object.keys(value))
      places.set(key, {value: value[key], location: childLocation(location, key)});
  places.delete(REFERENCE);
  return [...places];
}
