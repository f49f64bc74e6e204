import {isDeepStrictEqual} from 'node:util';
import {appendToken, isMap, type JsonMap, ownValue} from '../../core/json.ts';

/** Members that a map of a document does not have yet. */
export interface Insertion {
  /** Of the map. */
  readonly pointer: string;
  readonly isEmpty: boolean;
  /** Whether there is a key without a value instead of the map. */
  readonly isNull: boolean;
  readonly members: JsonMap;
}

/** A setting that has another value already. */
export interface Conflict {
  readonly pointer: string;
}

/** What must be inserted for `map` to have all of `wanted`, and what cannot be, since it has another value. */
export function missingMembers(
  map: JsonMap,
  wanted: JsonMap,
  pointer = '',
): {readonly insertions: readonly Insertion[]; readonly conflicts: readonly Conflict[]} {
  const members: [string, unknown][] = [];
  const insertions: Insertion[] = [];
  const conflicts: Conflict[] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const own = ownValue(map, key);
    const place = appendToken(pointer, key);
    if (own === undefined) members.push([key, value]);
    else if (own === null && isMap(value))
      insertions.push({pointer: place, isEmpty: true, isNull: true, members: value});
    else if (isMap(own) && isMap(value)) {
      const inner = missingMembers(own, value, place);
      insertions.push(...inner.insertions);
      conflicts.push(...inner.conflicts);
    } else if (!isDeepStrictEqual(own, value)) conflicts.push({pointer: place});
  }
  if (members.length > 0) {
    const isEmpty = Object.keys(map).length === 0;
    insertions.push({pointer, isEmpty, isNull: false, members: Object.fromEntries(members)});
  }
  return {insertions, conflicts};
}
