import {pointerTokens} from './json.ts';
import {childLocation, type Finding, type Location} from './problem.ts';

/** Where a value was written, and where those of its entries were that are from another place. */
export interface Origin {
  readonly location: Location;
  /** Those of a map. */
  readonly entries?: ReadonlyMap<string, Origin>;
  /** Those of a list. */
  readonly items?: readonly Origin[];
}

/** The origin of an entry of a map or list. */
export function entryOrigin({location, entries, items}: Origin, key: string): Origin {
  return items?.[Number(key)] ?? entries?.get(key) ?? {location: childLocation(location, key)};
}

/** A problem, or another thing, of a document that was put together from others, at the place where its value was written. */
export function atOrigin<F extends Pick<Finding, 'location'>>(found: F, uri: string, root: Origin): F {
  const {location} = found;
  if (location?.uri !== uri) return found;
  const {location: written} = pointerTokens(location.pointer).reduce(entryOrigin, root);
  return {...found, location: {...location, ...written}};
}
