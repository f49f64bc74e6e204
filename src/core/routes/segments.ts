import {encodedForm, expressionText, hasTwoForms, PARAMETER_MARK, pathExpression} from './path-expression.ts';

/**
 * The segments of an expression's text, each with its slashes, so that the first and last literal texts of `/a{x}.json/` are found
 * at its ends only.
 */
export function segmentsOf(text: string): string[] {
  return text.split('/').map((segment) => `/${segment}/`);
}

/**
 * The segments of a path template in the form that two paths share if they share any: where both match a request, they match
 * it with the characters encoded that clients send in two forms.
 */
export function encodedSegmentsOf(path: string): string[] {
  return segmentsOf(expressionText(pathExpression(path)).replace(/[[\]|^]/g, encodeURIComponent));
}

/** The literal texts of a segment, with a parameter between each two. */
export function literalsIn(segment: string): string[] {
  return segment.split(PARAMETER_MARK);
}

/**
 * True when a segment with these literal texts matches all that another one does: they are in it one after another. The marks in the
 * other are like any other character: a parameter matches them, and so whatever the other parameter does; a literal text does not.
 */
export function covers(literals: readonly string[], segment: string): boolean {
  let from = 0;
  for (const literal of literals) {
    from = endOfNext(literal, segment, from);
    if (from === -1) return false;
  }
  return true;
}

/** True when some text matches both encoded segments. What is between the ends of two with parameters can always be matched by both. */
export function segmentsOverlap(a: string, b: string): boolean {
  if (a === b) return true;
  const [literalsA, literalsB] = [literalsIn(a), literalsIn(b)];
  if (literalsA.length === 1) return covers(literalsB, a);
  if (literalsB.length === 1) return covers(literalsA, b);
  const [headA = '', headB = ''] = [literalsA[0], literalsB[0]];
  const [tailA = '', tailB = ''] = [literalsA.at(-1), literalsB.at(-1)];
  return (
    (headA.startsWith(headB) || headB.startsWith(headA)) && (tailA.endsWith(tailB) || tailB.endsWith(tailA))
  );
}

/** Of two segments the one that matches what both do; `undefined` if neither is narrower. */
export function narrowerSegment(a: string, b: string): string | undefined {
  if (covers(literalsIn(a), b)) return b;
  return covers(literalsIn(b), a) ? a : undefined;
}

/** The path template of segments; its parameters have no names. */
export function pathOf(segments: readonly string[]): string {
  return segments.map((segment) => literalsIn(segment.slice(1, -1)).join('{}')).join('/');
}

/** True when some request matches both paths, given as their encoded segments. */
export function pathsOverlap(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((segment, index) => segmentsOverlap(segment, b[index] ?? ''));
}

/** The end of the first occurrence of a literal text from an offset on, or -1. */
function endOfNext(literal: string, text: string, from: number): number {
  if (!hasTwoForms(literal)) {
    const found = text.indexOf(literal, from);
    return found === -1 ? -1 : found + literal.length;
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
