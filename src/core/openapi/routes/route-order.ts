import {compareCodePoints} from '../../code-point-order.ts';
import {MAX_ROUTE_COMPARISONS} from '../../limits.ts';
import {expressionText, pathExpression} from './path-expression.ts';
import type {Comparisons} from './segment-index.ts';
import {WiderRoutes} from './wider-routes.ts';

/** What the order of operations depends on. */
export interface Ordered {
  readonly method: string;
  readonly pathItem: {readonly path: string};
}

export interface RouteOrder<R> {
  readonly routes: readonly R[];
  /** How many comparisons it took. */
  readonly comparisons: number;
  /** True when the limit was reached: some routes may come after a wider one. */
  readonly isIncomplete: boolean;
}

/**
 * The operations that give a route, in the order in which the mesh tries them: by method, then by path, except that a route comes after those of its
 * method that are strictly narrower. For each method, the next is always the first by path whose strictly narrower routes
 * have all been taken.
 *
 * Source: docs/specification.md, 5.7.
 *
 * @param limit how many comparisons may be made; the remaining routes are taken by path
 */
export function orderRoutes<R extends Ordered>(
  routes: readonly R[],
  limit = MAX_ROUTE_COMPARISONS,
): RouteOrder<R> {
  // A space sorts before every character of a method's name, so both are compared at once.
  const byPath = routes
    .map((route) => ({route, name: `${route.method} ${route.pathItem.path}`}))
    .sort((a, b) => compareCodePoints(a.name, b.name))
    .map(({route}) => route);
  const comparisons = {left: limit};
  const ordered = narrowerFirst(byPath, comparisons);
  return {routes: ordered, comparisons: limit - comparisons.left, isIncomplete: comparisons.left < 0};
}

/** The routes of a method with the same expression: they wait for those that come later by path and are narrower. */
interface Group {
  readonly members: number[];
  waitsFor: number;
}

/**
 * Only a route that is narrower than one before it changes the order. A route never waits for a narrower one that is before
 * it by path: whatever that one waits for, both do.
 */
function narrowerFirst<R extends Ordered>(byPath: readonly R[], comparisons: Comparisons): readonly R[] {
  let tree = new WiderRoutes<Group>();
  const groups: (Group | undefined)[] = [];
  const waiting = new Map<number, readonly Group[]>();
  for (const [index, {method, pathItem}] of byPath.entries()) {
    if (method !== byPath[index - 1]?.method) tree = new WiderRoutes();
    const text = expressionText(pathExpression(pathItem.path));
    const wider = tree.strictlyWider(text, comparisons);
    for (const group of wider) group.waitsFor += 1;
    if (wider.length > 0) waiting.set(index, wider);
    const group = tree.add(text, () => ({members: [], waitsFor: 0}));
    group?.members.push(index);
    groups.push(group);
  }
  return waiting.size === 0 ? byPath : takeInOrder(groups, waiting).flatMap((index) => byPath[index] ?? []);
}

/**
 * @param groups the group of each route, by the route's index
 * @param waiting the groups that wait for a route, by its index
 */
function takeInOrder(
  groups: readonly (Group | undefined)[],
  waiting: ReadonlyMap<number, readonly Group[]>,
): number[] {
  const order: number[] = [];
  for (const [index, group] of groups.entries()) {
    if (group && group.waitsFor > 0) continue;
    // The routes that could be taken next and come earlier by path, the first at the end.
    const ready = [index];
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      order.push(next);
      const released = (waiting.get(next) ?? []).filter((waits) => {
        waits.waitsFor -= 1;
        return waits.waitsFor === 0;
      });
      for (const {members} of released) for (const member of members) if (member < index) ready.push(member);
      if (released.length > 0) ready.sort((a, b) => b - a);
    }
  }
  return order;
}
