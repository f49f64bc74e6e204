import {mayFit, pathCovers, pathOverlaps} from './path-automaton.ts';
import {PATTERNED, SPANNING, VARIABLE} from './path-expression.ts';
import {covers, joinedFrom, literalsIn, MAY_END, segmentsOverlap} from './segments.ts';

/** How many comparisons of segments may still be made. Below 0, look-ups find nothing more. */
export interface Comparisons {
  left: number;
}

/** A route, as a tree knows it. */
export interface InTree {
  readonly method: string;
  /** As `segmentsOf` gives them, or as `encodedSegmentsOf` does to find overlaps. */
  readonly segments: readonly string[];
}

interface Branch<R> {
  /** All that follows in the path, if `isRest`: from a parameter on that spans segments. */
  readonly segment: string;
  readonly isRest: boolean;
  readonly literals: readonly string[];
  readonly routes: R[];
  /** Absent at the end of most paths, where it would take most of the memory. */
  children?: {
    readonly bySegment: Map<string, Branch<R>>;
    /** Those of them with a parameter. */
    readonly variable: Branch<R>[];
  };
}

/**
 * Routes by their method and then by segment. Of the segments at one place, those with a parameter are compared with another
 * one by one; the others are looked up. Where a parameter spans segments, the rest of the path is compared as one.
 */
export class RouteTree<R extends InTree> {
  readonly #roots = new Map<string, Branch<R>>();
  readonly #comparisons: Comparisons;

  /** @param comparisons each look-up takes from them */
  constructor(comparisons: Comparisons = {left: Number.POSITIVE_INFINITY}, routes: Iterable<R> = []) {
    this.#comparisons = comparisons;
    for (const route of routes) this.add(route);
  }

  add(route: R): void {
    let branch = this.#roots.get(route.method) ?? branchOf<R>('');
    this.#roots.set(route.method, branch);
    for (const segment of route.segments) branch = childOf(branch, segment);
    branch.routes.push(route);
  }

  /** The routes of the same method that match every request of `route`, in no order: itself too, if it is in the tree. */
  wider(route: InTree): Generator<R> {
    return this.#find(route, false);
  }

  /** The routes of the same method that match some request of `route`, in no order: itself too, if it is in the tree. */
  overlapping(route: InTree): Generator<R> {
    return this.#find(route, true);
  }

  /** A path may have thousands of segments, so this is not recursive. */
  *#find({method, segments}: InTree, overlaps: boolean): Generator<R> {
    const root = this.#roots.get(method);
    const stack: [Branch<R>, number][] = root ? [[root, 0]] : [];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const [branch, depth] = top;
      const segment = segments[depth];
      const mayEnd = branch.children?.bySegment.get(MAY_END);
      if (segment === undefined || (overlaps && segment === MAY_END)) yield* this.#routesOf(branch);
      if (segment === undefined && mayEnd) yield* this.#routesOf(mayEnd);
      if (segment === undefined) continue;
      if (SPANNING.test(segment)) yield* this.#findBelow(branch, segment, overlaps);
      else
        for (const child of this.#children(branch, segments, depth, overlaps))
          stack.push([child, child.isRest ? segments.length : depth + 1]);
    }
  }

  *#routesOf({routes}: Branch<R>): Generator<R> {
    for (const route of routes) if (this.#count()) yield route;
  }

  *#children(
    {children}: Branch<R>,
    segments: readonly string[],
    depth: number,
    overlaps: boolean,
  ): Generator<Branch<R>> {
    const segment = segments[depth] ?? '';
    const same = children?.bySegment.get(segment);
    if (same && this.#count()) yield same;
    if (children === undefined) return;
    const candidates = overlaps && VARIABLE.test(segment) ? children.bySegment.values() : children.variable;
    const literals = literalsIn(segment);
    for (const child of candidates) {
      if (child === same) continue;
      if (child.isRest) {
        if (this.#fits(child.segment, joinedFrom(segments, depth), overlaps)) yield child;
      } else if (child.literals.length === 0 || literals.length === 0) {
        if (this.#fits(child.segment, segment, overlaps)) yield child;
      } else if (!this.#count()) return;
      else if (
        overlaps
          ? segmentsOverlap(child.segment, segment, child.literals, literals)
          : covers(child.literals, segment)
      )
        yield child;
    }
  }

  /** The routes below a branch that match a rest. Those that match all of one with any number of slashes have such a rest, too. */
  *#findBelow(branch: Branch<R>, rest: string, overlaps: boolean): Generator<R> {
    const isWithinSegments = !/[\u0002\u0005\u0006]/.test(rest);
    const stack: [Branch<R>, string][] = [[branch, '/']];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const [{children}, path] = top;
      for (const child of children?.bySegment.values() ?? []) {
        const longer = path.slice(0, -1) + child.segment;
        stack.push([child, longer]);
        const mayFit = child.routes.length > 0 && (overlaps || child.isRest || isWithinSegments);
        if (mayFit && this.#fits(longer, rest, overlaps)) yield* this.#routesOf(child);
      }
    }
  }

  #fits(path: string, other: string, overlaps: boolean): boolean {
    if (!this.#count() || !mayFit(path, other, overlaps)) return false;
    // Such comparisons take longer, by the lengths of both, and those of patterns by more.
    const unit = PATTERNED.test(path) || PATTERNED.test(other) ? 64 : 4096;
    this.#comparisons.left -= Math.floor((path.length * other.length) / unit);
    return this.#comparisons.left >= 0 && (overlaps ? pathOverlaps(path, other) : pathCovers(path, other));
  }

  #count(): boolean {
    this.#comparisons.left -= 1;
    return this.#comparisons.left >= 0;
  }
}

function childOf<R>(branch: Branch<R>, segment: string): Branch<R> {
  branch.children ??= {bySegment: new Map(), variable: []};
  const {bySegment, variable} = branch.children;
  const same = bySegment.get(segment);
  if (same) return same;
  const child = branchOf<R>(segment);
  bySegment.set(segment, child);
  if (VARIABLE.test(segment)) variable.push(child);
  return child;
}

function branchOf<R>(segment: string): Branch<R> {
  return {segment, isRest: SPANNING.test(segment), literals: literalsIn(segment), routes: []};
}
