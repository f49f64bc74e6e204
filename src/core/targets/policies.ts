import {isMap, type JsonMap, ownValue} from '../json.ts';

/** What an output does with the requests of one route: the fields of its object that say so. */
export interface RoutePolicy {
  readonly route: string;
  readonly policy: JsonMap;
}

/** The maps in a list of an object's `spec`. */
export function mapsIn({spec}: JsonMap, field: string): readonly JsonMap[] {
  const list = isMap(spec) ? ownValue(spec, field) : undefined;
  return Array.isArray(list) ? list.filter(isMap) : [];
}
