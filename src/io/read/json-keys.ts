import {EXTENSION} from '../../core/settings/table.ts';
import {afterComma, CODE, nextToken, skip, startOfJson} from './json-scan.ts';

/** The level of the keys of an operation; deeper keys do not affect routes, except in `x-apigen`. */
const MAX_DEPTH = 4;

/**
 * Whether a key occurs twice in one object near the root. `JSON.parse` silently keeps the last one, and a route would be
 * lost; a YAML parser refuses the same text and reports the place.
 *
 * @param bytes UTF-8 that `JSON.parse` accepted
 */
export function repeatsKey(bytes: Buffer): boolean {
  const found = {repeated: false};
  visitKeys(bytes, startOfJson(bytes), 1, found);
  return found.repeated;
}

/**
 * Visits the value at `offset` and returns the offset of its end.
 *
 * @param depth 1 for the root
 * @param found is set when a key occurs twice
 */
export function visitKeys(bytes: Buffer, offset: number, depth: number, found: {repeated: boolean}): number {
  if (depth > MAX_DEPTH || bytes[offset] !== CODE.openBrace) return skip(bytes, offset);
  const names = new Set<string>();
  let next = nextToken(bytes, offset + 1);
  while (next < bytes.length && bytes[next] !== CODE.closeBrace) {
    const end = skip(bytes, next);
    const name = nameOf(bytes.toString('latin1', next, end));
    if (names.has(name)) found.repeated = true;
    names.add(name);
    next = afterComma(
      bytes,
      visitKeys(bytes, nextToken(bytes, nextToken(bytes, end) + 1), depthBelow(name, depth), found),
    );
  }
  return next + 1;
}

/** The depth of the value of `key`: `x-apigen` counts as the root. */
export function depthBelow(key: string, depth: number): number {
  return key === EXTENSION ? 0 : depth + 1;
}

/** A key without escapes: `"\u0067et"` is `get`. Few keys have an escape, so few are parsed. */
function nameOf(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}
