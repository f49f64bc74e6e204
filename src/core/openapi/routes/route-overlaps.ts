import {comparisonsFor, hasParameter, type Segment, segmentsOverlap} from './overlapping-segments.ts';
import type {Comparisons} from './segment-index.ts';
import {SegmentsByEnds} from './segments-by-ends.ts';

/** A route that is looked up by the requests that it matches. */
export interface OverlapRoute {
  readonly method: string;
  /** Those of its path. */
  readonly segments: readonly Segment[];
  /** Routes of the same kind need not be told apart. */
  readonly kind: string;
}

interface Branch<R> {
  /** Absent at the end of most paths: empty ones would take most of the memory. */
  next?: Children<R>;
  readonly routes: R[];
  /** The kind of all routes from here on; `undefined` when there are several. */
  kind: string | undefined;
}

interface Children<R> {
  readonly byText: Map<string, Branch<R>>;
  readonly byEnds: SegmentsByEnds<Branch<R>>;
  /** Those that have a parameter. */
  readonly patterns: SegmentsByEnds<Branch<R>>;
}

/** Finds the routes of a set that can match the same request as one of them. */
export class RouteOverlaps<R extends OverlapRoute> {
  readonly #roots = new Map<string, Branch<R>>();
  readonly #comparisons: Comparisons;

  /** @param comparisons of segments: each look-up takes from them, and below 0 none finds anything more */
  constructor(routes: readonly R[], comparisons: Comparisons) {
    this.#comparisons = comparisons;
    for (const route of routes) this.#insert(route);
  }

  #insert(route: R): void {
    // Only paths of the same number of segments overlap: a parameter matches no slash.
    const root = rootKey(route);
    let branch: Branch<R> = this.#roots.get(root) ?? {routes: [], kind: route.kind};
    this.#roots.set(root, branch);
    joinKind(branch, route.kind);
    for (const segment of route.segments) {
      branch = branch.next?.byText.get(segment.text) ?? addChild(branch, segment, route.kind);
      joinKind(branch, route.kind);
    }
    branch.routes.push(route);
  }

  /** The other routes of the same method that match a request of `route`; their order means nothing. */
  of(route: R): Generator<R> {
    return this.#walk(route, undefined);
  }

  /** Of those the routes of another kind. */
  ofOtherKind(route: R): Generator<R> {
    return this.#walk(route, route.kind);
  }

  *#walk(route: R, except: string | undefined): Generator<R> {
    const root = this.#roots.get(rootKey(route));
    // Branches are looked up one at a time, since most look-ups end early.
    const stack: Iterator<Branch<R>>[] = root ? [[root].values()] : [];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.next();
      if (next.done) {
        stack.pop();
        continue;
      }
      const branch = next.value;
      // Without this, thousands of overlapping routes of one kind would be compared with each other.
      if (except !== undefined && branch.kind === except) continue;
      const segment = route.segments[stack.length - 1];
      if (segment) stack.push(overlappingChildren(branch, segment, this.#comparisons));
      else yield* this.#others(branch, route, except);
    }
  }

  *#others({routes}: Branch<R>, route: R, except: string | undefined): Generator<R> {
    for (const found of routes) {
      this.#comparisons.left -= 1;
      if (this.#comparisons.left < 0) return;
      if (found !== route && found.kind !== except) yield found;
    }
  }
}

function rootKey({method, segments}: OverlapRoute): string {
  return `${method} ${segments.length}`;
}

function addChild<R>(branch: Branch<R>, segment: Segment, kind: string): Branch<R> {
  const child: Branch<R> = {routes: [], kind};
  branch.next ??= {byText: new Map(), byEnds: new SegmentsByEnds(), patterns: new SegmentsByEnds()};
  branch.next.byText.set(segment.text, child);
  branch.next.byEnds.add(segment, child);
  if (hasParameter(segment)) branch.next.patterns.add(segment, child);
  return child;
}

function joinKind(branch: Branch<unknown>, kind: string): void {
  if (branch.kind !== kind) branch.kind = undefined;
}

function* overlappingChildren<R>(
  {next}: Branch<R>,
  segment: Segment,
  comparisons: Comparisons,
): Generator<Branch<R>> {
  comparisons.left -= comparisonsFor(segment.text);
  if (!next) return;
  const same = next.byText.get(segment.text);
  if (same) yield same;
  yield* (hasParameter(segment) ? next.byEnds : next.patterns).overlapping(segment, comparisons);
}

/** True when some request matches both paths, given as their segments. */
export function pathsOverlap(a: readonly Segment[], b: readonly Segment[]): boolean {
  return (
    a.length === b.length &&
    a.every((segment, index) => {
      const other = b[index];
      return other !== undefined && segmentsOverlap(segment, other);
    })
  );
}
