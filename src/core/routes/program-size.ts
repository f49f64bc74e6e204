/** The most characters of the `value` of a match. Source: Gateway API, HTTPPathMatch. */
export const MAX_MATCH_LENGTH = 1024;

/** In bytes, as Go and Rust count. */
export function lengthOf(text: string): number {
  return encoder.encode(text).length;
}

const encoder = new TextEncoder();

/**
 * The size of RE2's program for an expression, as Envoy counts it up to 1.39; 1.40 counts less. It is exact, or too large where
 * parameters are next to each other. Source: RE2, `ProgramSize`, which was asked about our expressions.
 */
export function programSize(value: string): number {
  const sizeOf = (_: string, sign: string, at: number, all: string) =>
    '_'.repeat(sign === '+' || all[at - 1] === '*' ? 9 : 8);
  const characters = value
    .replace(/\\x[\dA-F]{2}|\\./g, '_')
    .replace(/\[(?!\^\/\][*+])(\^\/)?([^\]]*)\]/g, (_, others: string | undefined, items: string) =>
      '_'.repeat(2 * items.replace(/.-(?=.)/g, '').length - 1 + (others ? 12 : 0)),
    )
    .replace(/(?:\[\^\/\]|\.)([*+])/g, sizeOf)
    .replace(/\)\?/g, '__')
    .replace(/\(\?\w*:|\)(?![*+])|\||\$$/g, '');
  return lengthOf(characters) + 4;
}
