import {hasInOrder} from './literals.ts';
import {expressionText, PARAMETER_MARK, pathExpression} from './path-expression.ts';

/** A comparison of a long text counts as several. */
const CHARACTERS_OF_A_COMPARISON = 64;

/** One segment of a path template, with its slashes, so that its first and last literal texts match at its ends only. */
export interface Segment {
  /** The literal texts joined by the mark. */
  readonly text: string;
  /** The literal texts, with a parameter between each two. */
  readonly literals: readonly string[];
}

/** The segments of a path template. */
export function segmentsOf(path: string): Segment[] {
  return (
    expressionText(pathExpression(path))
      // Clients send these in two forms. Where two paths match a request, they match it with these encoded too.
      .replace(/[[\]|^]/g, encodeURIComponent)
      .split('/')
      .map((part) => {
        const text = `/${part}/`;
        return {text, literals: text.split(PARAMETER_MARK)};
      })
  );
}

/** True when some text matches both segments. What is between the ends of two patterns can always be matched by both. */
export function segmentsOverlap(a: Segment, b: Segment): boolean {
  if (a.text === b.text) return true;
  if (!hasParameter(a)) return hasParameter(b) && hasInOrder(a.text, b.literals);
  if (!hasParameter(b)) return hasInOrder(b.text, a.literals);
  const [headA = '', headB = ''] = [a.literals[0], b.literals[0]];
  const [tailA = '', tailB = ''] = [a.literals.at(-1), b.literals.at(-1)];
  return (
    (headA.startsWith(headB) || headB.startsWith(headA)) && (tailA.endsWith(tailB) || tailB.endsWith(tailA))
  );
}

export function hasParameter({literals}: Segment): boolean {
  return literals.length > 1;
}

/** How many comparisons one with this text counts as. */
export function comparisonsFor(text: string): number {
  return Math.ceil(text.length / CHARACTERS_OF_A_COMPARISON);
}
