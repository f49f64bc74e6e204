import {firstOfEach, groupBy} from '../../base/group-by.ts';
import {MAX_COMPARISONS} from '../../base/limits.ts';
import {asTemplate, expressionText} from '../../routes/path-expression.ts';
import {orderRoutes} from '../../routes/route-order.ts';
import {type Comparisons, RouteTree} from '../../routes/route-tree.ts';
import {encodedSegmentsOf, sharedExpression} from '../../routes/segments.ts';
import type {MatchedPath} from '../target.ts';
import type {DescribedRoute} from './described-route.ts';

/** One route of each path, whatever its method, by the text of its match; narrower paths come first. */
export type Paths = ReadonlyMap<string, DescribedRoute>;

function pathsOf(routes: readonly DescribedRoute[]): Paths {
  const paths = firstOfEach(routes, ({match}) => match.value).map((route) => ({
    route,
    method: '',
    pathItem: {path: route.path},
    expression: route.expression,
  }));
  return new Map(
    // The methods of wider paths are added to narrower ones, so these have to come first.
    orderRoutes(paths, MAX_COMPARISONS, ({expression}) => expressionText(expression)).routes.map(
      ({route}, order) => [
        route.match.value,
        // No two paths share a rule: each has an expression of its own.
        {...route, method: '', ruleKey: String(order), order},
      ],
    ),
  );
}

export interface PathFirst {
  readonly routesToWrite: readonly DescribedRoute[];
  /** Where the gateway chooses by the path alone. */
  readonly paths?: Paths;
  readonly shadowed: readonly Shadowed[];
}

/** A route that takes no request which another path matches, too, since no expression matches what both do. */
interface Shadowed {
  readonly route: DescribedRoute;
  readonly by: DescribedRoute;
  /** The route that takes them instead, if any. */
  readonly used: DescribedRoute | undefined;
}

/** The treatment of requests that no operation describes. */
const NOT_DESCRIBED = {method: '', ruleKey: 'not described', fields: {}};

/**
 * Routes for a gateway that chooses by the path alone, and answers 404 if that has no route with the method: each path gets the
 * methods that only wider paths have, and what two paths have in common becomes one where neither is narrower. For
 * `GET /pets/mine` and `DELETE /pets/{id}` that is `DELETE /pets/mine`.
 *
 * Source: NGINX Gateway Fabric, nginx/config/servers.go: one location for each path.
 *
 * @param matchOf the match of an expression
 * @param isAllServed whether each path also gets a match for the methods that no path has
 */
export function withMethodsInPaths(
  routes: readonly DescribedRoute[],
  matchOf: (expression: string) => MatchedPath,
  isAllServed: boolean,
  comparisons: Comparisons,
): PathFirst {
  const routesOfPath = groupBy(routes, ({match}) => match.value);
  const complete = (paths: Paths): PathFirst => {
    const shadowed: Shadowed[] = [];
    const tree = new RouteTree(comparisons, paths.values());
    const pathTexts = new Set([...paths.values()].map(({segments}) => segments.join('')));
    const methodsOf = new Map(
      [...paths.values()].map((path) => {
        const all = [...tree.wider(path)].flatMap(({match}) => routesOfPath.get(match.value) ?? []);
        const byMethod = new Map(all.sort((a, b) => b.order - a.order).map((route) => [route.method, route]));
        return [path, byMethod] as const;
      }),
    );
    const shared = [...paths.values()].flatMap((path) =>
      [...tree.overlapping(path)].flatMap((other) => {
        const missing = [...(methodsOf.get(other) ?? [])]
          .map(([method, route]) => ({route, used: methodsOf.get(path)?.get(method)}))
          .filter(({route, used}) => !used || (route.order < used.order && route.ruleKey !== used.ruleKey));
        if (other.order <= path.order || missing.length === 0) return [];
        const expression = sharedExpression(path.segments, other.segments);
        if (expression === undefined) {
          shadowed.push(...missing.map((one) => ({...one, by: path})));
          return [];
        }
        const segments = encodedSegmentsOf(expression);
        if (pathTexts.has(segments.join(''))) return [];
        return [{...path, path: asTemplate(expression), expression, segments, match: matchOf(expression)}];
      }),
    );
    if (shared.length > 0) return complete(pathsOf([...paths.values(), ...shared]));
    const added = [...methodsOf].flatMap(([{path, expression, segments, match}, methods]) =>
      [...methods.values()].flatMap((route) =>
        route.match.value === match.value ? [] : [{...route, path, expression, segments, match}],
      ),
    );
    const rest = isAllServed ? [...paths.values()].map((path) => ({...path, ...NOT_DESCRIBED})) : [];
    return {routesToWrite: [...routes, ...added, ...rest], paths, shadowed};
  };
  return complete(pathsOf(routes));
}
