import {closest, distance} from 'fastest-levenshtein';

/** The key that was most likely meant by `name`, or `undefined` when none is near enough to be worth a question. */
export function nearestKey(name: string, keys: readonly string[]): string | undefined {
  if (keys.length === 0) return undefined;
  const nearest = closest(name, keys);
  return distance(name, nearest) <= Math.max(2, Math.ceil(nearest.length * 0.4)) ? nearest : undefined;
}
