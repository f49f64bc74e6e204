import {LEVELS, levelsBelow} from '../../core/openapi/outline.ts';
import {afterComma, CODE, nextToken, skip, startOfJson} from './json-scan.ts';

/** What is found on the way through a JSON text. */
export interface KeyVisitor {
  /** Is set when a key occurs twice. */
  repeated: boolean;
  /** Gets each value that is not a map of which the keys are visited. */
  below?(levels: number, start: number, end: number): void;
}

/**
 * Whether a key occurs twice in one object near the root. `JSON.parse` silently keeps the last one, and a route would be
 * lost; a YAML parser refuses the same text and reports the place.
 *
 * @param bytes UTF-8 that `JSON.parse` accepted
 */
export function repeatsKey(bytes: Buffer): boolean {
  const visitor: KeyVisitor = {repeated: false};
  visitKeys(bytes, startOfJson(bytes), LEVELS, visitor);
  return visitor.repeated;
}

/**
 * Visits the keys in the value at `offset` and returns the offset of its end.
 *
 * @param levels how many levels of maps are visited; deeper keys do not affect routes, except in `x-apigen`
 * @throws SyntaxError for a value below that is not JSON; where keys are visited, most other text is not checked
 */
export function visitKeys(bytes: Buffer, offset: number, levels: number, visitor: KeyVisitor): number {
  if (levels <= 0 || bytes[offset] !== CODE.openBrace) {
    const end = skip(bytes, offset);
    visitor.below?.(levels, offset, end);
    return end;
  }
  const names = new Set<string>();
  let next = nextToken(bytes, offset + 1);
  while (next < bytes.length && bytes[next] !== CODE.closeBrace) {
    const end = skip(bytes, next);
    const name = nameOf(bytes.toString('latin1', next, end));
    if (names.has(name)) visitor.repeated = true;
    names.add(name);
    const value = nextToken(bytes, nextToken(bytes, end) + 1);
    next = afterComma(bytes, visitKeys(bytes, value, levelsBelow(name, levels), visitor));
  }
  return next + 1;
}

/** A key without escapes: `"\u0067et"` is `get`. Few keys have an escape, so few are parsed. */
function nameOf(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}
