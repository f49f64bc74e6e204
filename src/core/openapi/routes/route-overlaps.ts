import {hasInOrder} from './literals.ts';
import {expressionText, PARAMETER_MARK, pathExpression} from './path-expression.ts';

/** One segment of a path template. */
interface Segment {
  /** The literal texts joined by the mark. */
  readonly text: string;
  /** The literal texts before the first parameter and after the last one; absent without a parameter. */
  readonly ends?: readonly [head: string, tail: string];
}

/** A route that is looked up by the requests that it matches. */
export interface OverlapRoute {
  readonly method: string;
  readonly path: string;
  /** Routes of the same kind need not be told apart. */
  readonly kind: string;
}

interface Branch<R> {
  readonly children: Map<string, {readonly segment: Segment; readonly branch: Branch<R>}>;
  /** Those of the children that have a parameter. */
  readonly patterns: {readonly segment: Segment; readonly branch: Branch<R>}[];
  readonly routes: R[];
  /** The kind of all routes from here on; `undefined` when there are several. */
  kind: string | undefined;
}

/** Finds the routes of a set that can match the same request as one of them. */
export class RouteOverlaps<R extends OverlapRoute> {
  readonly #roots = new Map<string, Branch<R>>();

  constructor(routes: readonly R[]) {
    for (const route of routes) this.#insert(route);
  }

  #insert(route: R): void {
    const segments = segmentsOf(route.path);
    // Only paths of the same number of segments overlap: a parameter matches no slash.
    const root = rootKey(route, segments);
    let branch = this.#roots.get(root) ?? newBranch<R>(route.kind);
    this.#roots.set(root, branch);
    joinKind(branch, route.kind);
    for (const segment of segments) {
      const known = branch.children.get(segment.text);
      const next = known ?? {segment, branch: newBranch<R>(route.kind)};
      if (!known) {
        branch.children.set(segment.text, next);
        if (segment.ends) branch.patterns.push(next);
      }
      branch = next.branch;
      joinKind(branch, route.kind);
    }
    branch.routes.push(route);
  }

  /** The other routes of the same method that match a request of `route`, in no order. */
  of(route: R): Generator<R> {
    return this.#walk(route, undefined);
  }

  /** Of those the routes of another kind. */
  ofOtherKind(route: R): Generator<R> {
    return this.#walk(route, route.kind);
  }

  *#walk(route: R, except: string | undefined): Generator<R> {
    const segments = segmentsOf(route.path);
    const root = this.#roots.get(rootKey(route, segments));
    const stack = root ? [{branch: root, depth: 0}] : [];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const {branch, depth} = next;
      // Without this, thousands of overlapping routes of one kind would be compared with each other.
      if (except !== undefined && branch.kind === except) continue;
      const segment = segments[depth];
      if (segment === undefined) {
        for (const found of branch.routes) if (found !== route && found.kind !== except) yield found;
        continue;
      }
      for (const child of childrenThatOverlap(branch, segment)) stack.push({branch: child, depth: depth + 1});
    }
  }
}

function rootKey({method}: OverlapRoute, segments: readonly Segment[]): string {
  return `${method} ${segments.length}`;
}

function newBranch<R>(kind: string): Branch<R> {
  return {children: new Map(), patterns: [], routes: [], kind};
}

function joinKind(branch: Branch<unknown>, kind: string): void {
  if (branch.kind !== kind) branch.kind = undefined;
}

function* childrenThatOverlap<R>({children, patterns}: Branch<R>, segment: Segment): Generator<Branch<R>> {
  const same = children.get(segment.text);
  if (same) yield same.branch;
  for (const child of segment.ends ? children.values() : patterns)
    if (child !== same && segmentsOverlap(child.segment, segment)) yield child.branch;
}

/** True when some request matches both paths. */
export function pathsOverlap(a: string, b: string): boolean {
  const [left, right] = [segmentsOf(a), segmentsOf(b)];
  return (
    left.length === right.length &&
    left.every((segment, index) => {
      const other = right[index];
      return other !== undefined && segmentsOverlap(segment, other);
    })
  );
}

/** What some clients send instead of the plain character: an expression for the one may match the other. */
const ENCODED: ReadonlyMap<string, string> = new Map(
  [...'[]|^'].map((char) => [encodeURIComponent(char), char]),
);

function segmentsOf(path: string): Segment[] {
  return expressionText(pathExpression(path))
    .replace(/%(?:5B|5D|7C|5E)/g, (encoded) => ENCODED.get(encoded) ?? encoded)
    .split('/')
    .map((text) => {
      const first = text.indexOf(PARAMETER_MARK);
      if (first === -1) return {text};
      return {text, ends: [text.slice(0, first), text.slice(text.lastIndexOf(PARAMETER_MARK) + 1)] as const};
    });
}

/** True when some text matches both segments. What is between the ends of two patterns can always be matched by both. */
function segmentsOverlap(a: Segment, b: Segment): boolean {
  if (a.ends === undefined) return b.ends === undefined ? a.text === b.text : matches(b, a.text);
  if (b.ends === undefined) return matches(a, b.text);
  const [[headA, tailA], [headB, tailB]] = [a.ends, b.ends];
  return (
    (headA.startsWith(headB) || headB.startsWith(headA)) && (tailA.endsWith(tailB) || tailB.endsWith(tailA))
  );
}

/** True when the segment, which has a parameter, matches a literal text. */
function matches(pattern: Segment, text: string): boolean {
  return hasInOrder(`/${text}/`, `/${pattern.text}/`.split(PARAMETER_MARK));
}
