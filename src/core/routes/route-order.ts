import {compareCodePoints} from '../base/code-point-order.ts';
import {MAX_COMPARISONS} from '../base/limits.ts';
import {expressionText, VARIABLE, withEmptySegments} from './path-expression.ts';
import {type InTree, RouteTree} from './route-tree.ts';
import {segmentsOf} from './segments.ts';

/** Facts that the order of operations depends on. */
export interface Ordered {
  readonly method: string;
  readonly pathItem: {readonly path: string; readonly template?: string | undefined};
  /** As `pathExpression` gives it. */
  readonly expression: string;
}

/** A route that waits for those that come later by path and are strictly narrower. */
interface WaitingRoute<R> extends InTree {
  readonly route: R;
  readonly text: string;
  /** Its place in the order of the paths. */
  readonly place: number;
  waitsFor: number;
  /** Those that wait for this one. */
  readonly wider: WaitingRoute<R>[];
}

/**
 * The operations that give a route, in the order in which the mesh tries them: by method, then by path, except that a route comes after those of its
 * method that are strictly narrower. For each method, the next is always the first by path whose strictly narrower routes
 * have all been taken.
 *
 * Source: docs/specification.md, 5.7.
 *
 * @param limit how many comparisons may be made; the remaining routes are taken by path
 * @param textOf what is compared, as `expressionText` gives it: parameters may be empty, as in a mesh, if nothing else is said
 * @returns incomplete when the limit was reached: some routes may come after a wider one
 */
export function orderRoutes<R extends Ordered>(
  routes: readonly R[],
  limit = MAX_COMPARISONS,
  textOf = ({expression}: Ordered) => expressionText(withEmptySegments(expression)),
) {
  const comparisons = {left: limit};
  const tree = new RouteTree<WaitingRoute<R>>(comparisons);
  // A space sorts before every character of a method's name, so both are compared at once.
  const byPath = routes
    .map((route) => ({route, name: `${route.method} ${route.pathItem.path}`}))
    .sort((a, b) => compareCodePoints(a.name, b.name))
    .map(({route}, place): WaitingRoute<R> => {
      const text = textOf(route);
      const {method} = route;
      return {route, method, segments: segmentsOf(text), text, place, waitsFor: 0, wider: []};
    });
  // A route never waits for a narrower one that is before it by path: whatever that one waits for, both do.
  for (const route of byPath) {
    for (const wider of tree.wider(route)) {
      if (wider.text === route.text) continue;
      wider.waitsFor += 1;
      route.wider.push(wider);
    }
    if (VARIABLE.test(route.text)) tree.add(route);
  }
  return {routes: takeInOrder(byPath), isIncomplete: comparisons.left < 0};
}

function takeInOrder<R>(byPath: readonly WaitingRoute<R>[]): R[] {
  const order: R[] = [];
  for (const route of byPath) {
    if (route.waitsFor > 0) continue;
    // The routes that could be taken next and come earlier by path, the first at the end.
    const ready = [route];
    for (let next = ready.pop(); next; next = ready.pop()) {
      order.push(next.route);
      for (const wider of next.wider) {
        wider.waitsFor -= 1;
        if (wider.waitsFor === 0) ready.push(wider);
      }
      if (next.wider.length > 0) ready.sort((a, b) => b.place - a.place);
    }
  }
  return order;
}
