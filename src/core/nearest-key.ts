import {closest, distance} from 'fastest-levenshtein';

/** The key that was most likely meant by `name`, or `undefined` when none is near enough to be worth a question. */
export function nearestKey(name: string, keys: readonly string[]): string | undefined {
  if (keys.length === 0) return undefined;
  const nearest = closest(name, keys);
  return distance(name, nearest) <= Math.max(2, Math.ceil(nearest.length * 0.4)) ? nearest : undefined;
}

/** The one of a few words that was most likely meant: fewer letters may differ than in a key, and their case does not matter. */
export function nearestWord(text: string, words: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  // Another version is not misspelled.
  if (!/[a-z]/.test(lower)) return undefined;
  const nearest = closest(lower, words);
  return distance(lower, nearest) <= Math.max(1, Math.floor(nearest.length / 3)) ? nearest : undefined;
}
