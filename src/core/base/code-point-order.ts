/**
 * Compares two texts by code point: the order of their UTF-8 bytes, whatever the locale. `<` compares UTF-16 code units,
 * which puts an emoji before U+FF5E.
 */
export function compareCodePoints(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  return (a.codePointAt(index) ?? -1) - (b.codePointAt(index) ?? -1);
}
