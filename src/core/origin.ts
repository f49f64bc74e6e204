import {pointerTokens} from './json.ts';
import {childLocation, type Location, type Problem} from './problem.ts';

/** Where a value was written, and where those of its entries were that are from another place. */
export interface Origin {
  readonly location: Location;
  /** By key, or by index in a list. */
  readonly entries?: ReadonlyMap<string, Origin>;
}

/** The origin of an entry of a map or list. */
export function entryOrigin({location, entries}: Origin, key: string): Origin {
  return entries?.get(key) ?? {location: childLocation(location, key)};
}

/** A problem of a document that was put together from others, at the place where its value was written. */
export function atOrigin(problem: Problem, uri: string, root: Origin): Problem {
  const {location} = problem;
  if (location?.uri !== uri) return problem;
  const {location: written} = pointerTokens(location.pointer).reduce(entryOrigin, root);
  return {...problem, location: {...location, ...written}};
}
