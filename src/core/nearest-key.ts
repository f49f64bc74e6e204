import {closest, distance} from 'fastest-levenshtein';

/** The key that was most likely meant by `name`, or `undefined` when none is near enough to be worth a question. */
export function nearestKey(name: string, keys: readonly string[]): string | undefined {
  if (keys.length === 0) return undefined;
  // So much longer than all of them that comparing would take seconds for nothing.
  if (name.length > 2 * Math.max(...keys.map(({length}) => length)) + 2) return undefined;
  const nearest = closest(name, keys);
  return distance(name, nearest) <= Math.max(2, Math.ceil(nearest.length * 0.4)) ? nearest : undefined;
}
