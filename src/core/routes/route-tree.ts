import {VARIABLE} from './path-expression.ts';
import {covers, literalsIn, segmentsOverlap} from './segments.ts';

/** How many comparisons of segments may still be made. Below 0, look-ups find nothing more. */
export interface Comparisons {
  left: number;
}

/** What a tree knows of a route. */
export interface InTree {
  readonly method: string;
  /** As `segmentsOf` gives them, or as `encodedSegmentsOf` does to find overlaps. */
  readonly segments: readonly string[];
}

interface Branch<R> {
  readonly segment: string;
  readonly literals: readonly string[];
  readonly routes: R[];
  /** Absent at the end of most paths, where it would take most of the memory. */
  children?: {readonly bySegment: Map<string, Branch<R>>; readonly patterns: Branch<R>[]};
}

/**
 * Routes by their method and then by segment. Of the segments at one place, those with a parameter are compared with another
 * one by one; the others are looked up.
 */
export class RouteTree<R extends InTree> {
  readonly #roots = new Map<string, Branch<R>>();
  readonly #comparisons: Comparisons;

  /** @param comparisons each look-up takes from them */
  constructor(comparisons: Comparisons = {left: Number.POSITIVE_INFINITY}) {
    this.#comparisons = comparisons;
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
      if (segment !== undefined)
        for (const child of this.#children(branch, segment, overlaps)) stack.push([child, depth + 1]);
      else for (const route of branch.routes) if (this.#count()) yield route;
    }
  }

  *#children({children}: Branch<R>, segment: string, overlaps: boolean): Generator<Branch<R>> {
    const same = children?.bySegment.get(segment);
    if (same && this.#count()) yield same;
    const others = overlaps && VARIABLE.test(segment) ? children?.bySegment.values() : children?.patterns;
    for (const child of others ?? []) {
      if (child === same) continue;
      if (!this.#count()) return;
      if (overlaps ? segmentsOverlap(child.segment, segment) : covers(child.literals, segment)) yield child;
    }
  }

  #count(): boolean {
    this.#comparisons.left -= 1;
    return this.#comparisons.left >= 0;
  }
}

function childOf<R>(branch: Branch<R>, segment: string): Branch<R> {
  branch.children ??= {bySegment: new Map(), patterns: []};
  const {bySegment, patterns} = branch.children;
  const known = bySegment.get(segment);
  if (known) return known;
  const child = branchOf<R>(segment);
  bySegment.set(segment, child);
  if (VARIABLE.test(segment)) patterns.push(child);
  return child;
}

function branchOf<R>(segment: string): Branch<R> {
  return {segment, literals: literalsIn(segment), routes: []};
}
