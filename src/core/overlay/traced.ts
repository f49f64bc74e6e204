import {isMap} from '../json.ts';
import {entryOrigin, type Origin} from '../origin.ts';

/** A value and where it was written. */
export interface Traced {
  readonly value: unknown;
  readonly origin: Origin;
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
