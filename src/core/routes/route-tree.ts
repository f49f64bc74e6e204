import {pathCovers, pathOverlaps} from './path-automaton.ts';
import {SPANNING, VARIABLE} from './path-expression.ts';
import {covers, joinedFrom, literalsIn, segmentsOverlap} from './segments.ts';

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
  children?: {
    readonly bySegment: Map<string, Branch<R>>;
    readonly patterns: Branch<R>[];
    /** Those with the rest of a path, from a parameter on that spans segments. */
    spanning?: Map<string, Branch<R>>;
  };
  /** Whether such a rest is below it. */
  hasSpanning?: true;
}

/**
 * Routes by their method and then by segment. Of the segments at one place, those with a parameter are compared with another
 * one by one; the others are looked up. Where a parameter spans segments, the rest of the path is compared as one.
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
    const rest = restOf(route);
    for (const segment of route.segments) {
      if (rest) branch.hasSpanning = true;
      branch = childOf(branch, segment, segment === rest);
    }
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
  *#find(query: InTree, overlaps: boolean): Generator<R> {
    const {method, segments} = query;
    const rest = restOf(query);
    const root = this.#roots.get(method);
    const stack: [Branch<R>, number][] = root ? [[root, 0]] : [];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const [branch, depth] = top;
      const segment = segments[depth];
      if (segment === undefined) {
        for (const route of branch.routes) if (this.#count()) yield route;
      } else if (segment === rest) yield* this.#findBelow(branch, segment, overlaps);
      else {
        for (const child of this.#children(branch, segment, overlaps)) stack.push([child, depth + 1]);
        if (branch.children?.spanning)
          yield* this.#findSpanning(branch, joinedFrom(segments, depth), overlaps);
      }
    }
  }

  *#routesOf({routes}: Branch<R>): Generator<R> {
    for (const route of routes) if (this.#count()) yield route;
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

  /** The routes that end with a rest which matches the rest of a path. */
  *#findSpanning({children}: Branch<R>, rest: string, overlaps: boolean): Generator<R> {
    for (const child of children?.spanning?.values() ?? [])
      if (this.#fits(child.segment, rest, overlaps)) yield* this.#routesOf(child);
  }

  /** The routes below a branch that match a rest. Those that match all of it have such a rest, too. */
  *#findBelow(branch: Branch<R>, rest: string, overlaps: boolean): Generator<R> {
    const stack: [Branch<R>, string][] = [[branch, '/']];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const [{children}, path] = top;
      for (const child of [
        ...(children?.bySegment.values() ?? []),
        ...(children?.spanning?.values() ?? []),
      ]) {
        const isSpanning = SPANNING.test(child.segment);
        if (!overlaps && !isSpanning && !child.hasSpanning) continue;
        const longer = path.slice(0, -1) + child.segment;
        stack.push([child, longer]);
        const mayFit = child.routes.length > 0 && (overlaps || isSpanning);
        if (mayFit && this.#fits(longer, rest, overlaps)) yield* this.#routesOf(child);
      }
    }
  }

  #fits(path: string, other: string, overlaps: boolean): boolean {
    // Such comparisons take longer, by the lengths of both.
    this.#comparisons.left -= Math.floor((path.length * other.length) / 4096);
    return this.#count() && (overlaps ? pathOverlaps(path, other) : pathCovers(path, other));
  }

  #count(): boolean {
    this.#comparisons.left -= 1;
    return this.#comparisons.left >= 0;
  }
}

/** The last segment, if a parameter in it spans segments. */
function restOf({segments}: InTree): string | undefined {
  const last = segments.at(-1);
  return last !== undefined && SPANNING.test(last) ? last : undefined;
}

function childOf<R>(branch: Branch<R>, segment: string, isSpanning: boolean): Branch<R> {
  branch.children ??= {bySegment: new Map(), patterns: []};
  const {bySegment, patterns} = branch.children;
  if (isSpanning) branch.children.spanning ??= new Map();
  const branches = branch.children.spanning && isSpanning ? branch.children.spanning : bySegment;
  const known = branches.get(segment);
  if (known) return known;
  const child = branchOf<R>(segment);
  branches.set(segment, child);
  if (!isSpanning && VARIABLE.test(segment)) patterns.push(child);
  return child;
}

function branchOf<R>(segment: string): Branch<R> {
  return {segment, literals: literalsIn(segment), routes: []};
}
