import {endsFit, pathCovers, pathOverlaps} from './path-automaton.ts';
import {
  EITHER_SLASH,
  encodedForm,
  expressionText,
  hasTwoForms,
  PATTERNED,
  SPANNING,
  withoutEitherSlash,
} from './path-expression.ts';
import {MARK} from './pattern-marks.ts';

/** A `/` at the end that may be missing, as a segment. */
export const MAY_END = `${EITHER_SLASH}/`;

/**
 * The segments of an expression's text, each with its slashes, so that the first and last literal texts of `/a{x}.json/` are found
 * at its ends only. The last one is all that follows, from a parameter on that spans segments, or a `/` that may be missing.
 */
export function segmentsOf(text: string): string[] {
  const exact = withoutEitherSlash(text);
  if (exact !== text && !SPANNING.test(exact)) return [...segmentsOf(exact), MAY_END];
  const spanning = text.search(SPANNING);
  const last = spanning === -1 ? text.length : text.lastIndexOf('/', spanning);
  const rest = spanning === -1 ? [] : [text.slice(last + 1)];
  return [...text.slice(0, last).split('/'), ...rest].map((segment) => `/${segment}/`);
}

/**
 * The segments of an expression in the form that two share if they share any: where both match a request, they match
 * it with the characters encoded that clients send in two forms.
 */
export function encodedSegmentsOf(expression: string): string[] {
  return segmentsOf(expressionText(expression).replace(/[[\]|^]/g, encodeURIComponent));
}

/** The segments from a place on, as one. */
export function joinedFrom(segments: readonly string[], start: number): string {
  return segments.slice(start).reduce((text, segment) => text.slice(0, -1) + segment, '/');
}

/** The literal texts of a segment, with a parameter between each two; none where a parameter has a pattern. */
export function literalsIn(segment: string): readonly string[] {
  return PATTERNED.test(segment) ? [] : segment.split(MARK.parameter);
}

const EMPTY = '//';
const NON_EMPTY = `/${MARK.nonEmpty}/`;

/**
 * True when a segment with these literal texts matches all that another one does: they are in it one after another. The marks in the
 * other are like any other character: a parameter matches them, and so whatever the other parameter does; a literal text does not.
 */
export function covers(literals: readonly string[], segment: string): boolean {
  if (literals[0] === NON_EMPTY) return segment !== EMPTY && segment !== `/${MARK.parameter}/`;
  let from = 0;
  for (const literal of literals) {
    from = endOfNext(literal, segment, from);
    if (from === -1) return false;
  }
  return true;
}

/** True when some text matches both encoded segments. What is between the ends of two with parameters can always be matched by both. */
export function segmentsOverlap(
  a: string,
  b: string,
  literalsA: readonly string[] = literalsIn(a),
  literalsB: readonly string[] = literalsIn(b),
): boolean {
  if (a === b) return true;
  if (literalsA.length === 0 || literalsB.length === 0) return pathOverlaps(a, b);
  if (a === NON_EMPTY || b === NON_EMPTY) return a !== EMPTY && b !== EMPTY;
  if (literalsA.length === 1) return covers(literalsB, a);
  if (literalsB.length === 1) return covers(literalsA, b);
  return endsFit(literalsA, literalsB);
}

/** The segments of two paths side by side, an empty text for one that is missing; as one from where a parameter spans segments. */
function* sideBySide(a: readonly string[], b: readonly string[]): Generator<readonly [string, string]> {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [segment = '', other = ''] = [a[index], b[index]];
    if (SPANNING.test(segment + other)) return yield [joinedFrom(a, index), joinedFrom(b, index)];
    yield [segment, other];
  }
}

/** True when some request matches both paths, given as their encoded segments. */
export function pathsOverlap(a: readonly string[], b: readonly string[]): boolean {
  for (const [one, other] of sideBySide(a, b))
    if (SPANNING.test(one + other)) return pathOverlaps(one, other);
    else if (one === '' || other === '' || !segmentsOverlap(one, other)) return false;
  return true;
}

/** The expression of what two paths match both, given as their encoded segments; `undefined` where there is none. */
export function sharedExpression(a: readonly string[], b: readonly string[]): string | undefined {
  const shared: string[] = [];
  for (const pair of sideBySide(a, b)) {
    const narrower = [pair, pair.toReversed()].find(([one = '', other = '']) => pathCovers(one, other))?.[1];
    if (narrower === undefined) return undefined;
    shared.push(narrower);
  }
  return joinedFrom(shared, 0).slice(1, -1);
}

/** The end of the first occurrence of a literal text from an offset on, or -1. */
function endOfNext(literal: string, text: string, from: number): number {
  if (!hasTwoForms(literal)) {
    const start = text.indexOf(literal, from);
    return start === -1 ? -1 : start + literal.length;
  }
  // Not a regular expression: of thousands of such characters, Node refuses it and Bun never ends.
  for (let start = from; start < text.length; start += 1) {
    const end = endAt(literal, text, start);
    if (end !== -1) return end;
  }
  return -1;
}

/** The end of a literal text that begins at an offset, with any of its characters in either form; otherwise -1. */
function endAt(literal: string, text: string, start: number): number {
  let end = start;
  for (const character of literal) {
    const form = [character, encodedForm(character)].find((form) => form && text.startsWith(form, end));
    if (form === undefined) return -1;
    end += form.length;
  }
  return end;
}
