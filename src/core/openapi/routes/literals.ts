/**
 * True when the literal texts are in `text` one after another, with anything between them. The first and the last of a segment
 * with its slashes, such as `/a` and `.json/`, are found at its ends only.
 *
 * @param literals an expression has the flag `g`
 */
export function hasInOrder(text: string, literals: readonly (string | RegExp)[]): boolean {
  let from = 0;
  for (const literal of literals) {
    from = endOfNext(literal, text, from);
    if (from === -1) return false;
  }
  return true;
}

/** The end of the first occurrence of a literal text from an offset on, or -1. */
function endOfNext(literal: string | RegExp, text: string, from: number): number {
  if (typeof literal === 'string') {
    const found = text.indexOf(literal, from);
    return found === -1 ? -1 : found + literal.length;
  }
  literal.lastIndex = from;
  return literal.test(text) ? literal.lastIndex : -1;
}
