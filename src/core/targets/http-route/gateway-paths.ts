import {orderRoutes} from '../../routes/route-order.ts';
import {type Comparisons, RouteTree} from '../../routes/route-tree.ts';
import {narrowerSegment, pathOf} from '../../routes/segments.ts';
import type {MatchedPath} from '../target.ts';
import type {DescribedRoute} from './described-route.ts';

/** One route of each path, whatever its method, by the text of its match; narrower paths come first. */
export type Paths = ReadonlyMap<string, DescribedRoute>;

/** The paths of routes. */
export function pathsOf(routes: readonly DescribedRoute[]): Paths {
  const first = new Map<string, DescribedRoute>();
  for (const route of routes) if (!first.has(route.match.value)) first.set(route.match.value, route);
  const paths = [...first.values()].map((route) => ({route, method: '', pathItem: {path: route.path}}));
  return new Map(
    orderRoutes(paths).routes.map(({route}, order) => [
      route.match.value,
      // No two paths are of one kind: each has an expression of its own.
      {...route, method: '', kind: String(order), order},
    ]),
  );
}

/** The routes of a gateway that chooses by the path alone. */
export interface PathFirst {
  readonly written: readonly DescribedRoute[];
  readonly paths: Paths;
  /** Routes that take no request which another path matches, too, since no expression matches what both do. */
  readonly shadowed: readonly {readonly route: DescribedRoute; readonly by: DescribedRoute}[];
}

/** The routes for the methods of each path, by method. */
type Methods = ReadonlyMap<string, DescribedRoute>;

/**
 * Routes for a gateway that chooses by the path alone, and answers 404 if that has no route with the method: each path gets the
 * methods that only wider paths have, and what two paths have in common becomes one where neither is narrower. For
 * `GET /pets/mine` and `DELETE /pets/{id}` that is `DELETE /pets/mine`.
 *
 * Source: NGINX Gateway Fabric, nginx/config/servers.go: one location for each path.
 *
 * @param matchOf the match of a path template
 */
export function withMethodsInPaths(
  routes: readonly DescribedRoute[],
  matchOf: (path: string) => MatchedPath,
  comparisons: Comparisons,
): PathFirst {
  const own = new Map<string, Map<string, DescribedRoute>>();
  for (const route of routes) {
    const methods = own.get(route.match.value) ?? new Map<string, DescribedRoute>();
    own.set(route.match.value, methods);
    if (!methods.has(route.method)) methods.set(route.method, route);
  }
  const complete = (paths: Paths): PathFirst => {
    const shadowed: {readonly route: DescribedRoute; readonly by: DescribedRoute}[] = [];
    const tree = new RouteTree<DescribedRoute>(comparisons);
    for (const path of paths.values()) tree.add(path);
    const methodsOf = new Map(
      [...paths.values()].map((path): [DescribedRoute, Methods] => {
        const wider = [...tree.wider(path)].sort((a, b) => b.order - a.order);
        return [path, new Map([...wider, path].flatMap(({match}) => [...(own.get(match.value) ?? [])]))];
      }),
    );
    const shared = [...paths.values()].flatMap((path) =>
      [...tree.overlapping(path)].flatMap((other) => {
        const missing = [...(methodsOf.get(other) ?? [])].find(
          ([method]) => !methodsOf.get(path)?.has(method),
        );
        if (other.order <= path.order || missing === undefined) return [];
        const segments = path.segments.map((one, index) => narrowerSegment(one, other.segments[index] ?? ''));
        const isKnown = (one: string | undefined) => one !== undefined;
        if (!segments.every(isKnown)) {
          shadowed.push({route: missing[1], by: path});
          return [];
        }
        const text = pathOf(segments);
        const match = matchOf(text);
        return paths.has(match.value) ? [] : [{...path, path: text, segments, match}];
      }),
    );
    if (shared.length > 0) return complete(pathsOf([...paths.values(), ...shared]));
    const added = [...methodsOf].flatMap(([{path, segments, match}, methods]) =>
      [...methods.values()].flatMap((route) =>
        own.get(match.value)?.has(route.method) ? [] : [{...route, path, segments, match}],
      ),
    );
    return {written: [...routes, ...added], paths, shadowed};
  };
  return complete(pathsOf(routes));
}
