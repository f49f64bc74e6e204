import {closest, distance} from 'fastest-levenshtein';

/** The key that was most likely meant by `name`, or `undefined` when none is near enough to be worth a question. */
export function nearestKey(name: string, keys: readonly string[]): string | undefined {
  if (keys.length === 0) return undefined;
  const nearest = keys.find((key) => sameLetters(name, key)) ?? closest(name, keys);
  return distance(name, nearest) <= Math.ceil(nearest.length * 0.4) ? nearest : undefined;
}

/** The one of a few words that was most likely meant, whatever their case: `envoy-gateway` for `envoy`, or the nearest one. */
export function nearestWord(text: string, words: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  // Another version is not misspelled.
  if (!/[a-z]/.test(lower) || words.length === 0) return undefined;
  const begun = words.find((word) => word.startsWith(`${lower}-`) || lower.startsWith(`${word}-`));
  if (begun !== undefined) return begun;
  const nearest = closest(lower, words);
  const isNear = distance(lower, nearest) <= Math.max(1, Math.floor(nearest.length / 3));
  return isNear || sameLetters(lower, nearest) ? nearest : undefined;
}

/** Whether one word has the letters of the other in another order. */
export function sameLetters(one: string, other: string): boolean {
  const sorted = (text: string) => text.split('').sort().join('');
  return sorted(one) === sorted(other);
}
