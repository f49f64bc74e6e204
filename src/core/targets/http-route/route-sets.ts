import {groupBy} from '../../base/group-by.ts';
import type {RouteReader} from '../../meshes.ts';
import {chosenReader} from '../../openapi/chosen-reader.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import {type Comparisons, RouteTree} from '../../routes/route-tree.ts';
import {gatewayReader} from '../target.ts';
import type {DescribedRoute} from './described-route.ts';
import {fitsOneObject, MAX_MATCHES, type RouteSet, toRouteSet} from './rules-of-routes.ts';

/** The routes by the HTTPRoute that they have to share. */
export interface RouteSets {
  readonly sets: readonly RouteSet[];
  /** Those that no HTTPRoute can hold. */
  readonly unfit: readonly (readonly DescribedRoute[])[];
}

/**
 * Puts routes that can match the same request into one set. What no HTTPRoute can hold is divided where that changes nothing:
 * between routes of the same fields or key. It is divided as one, since sets larger than an HTTPRoute may overlap. Where the mesh
 * ranks expressions by their length, whatever HTTPRoutes they are in, only several HTTPRoutes are to be chosen: by the path of each
 * route alone, so that one more path changes few of them.
 */
export function routeSets(
  routes: readonly DescribedRoute[],
  settings: EffectiveSettings,
  comparisons: Comparisons,
): RouteSets {
  const tree = new RouteTree(comparisons, routes);
  const {byLength, types} = chosenReader(settings);
  const connected = connect(routes, (route) => tree.overlapping(route));
  const whole = toRouteSets(connected, types, byLength);
  const isOne = whole.unfit.length === 0 && fitsOneObject(whole.sets);
  if (byLength && isOne) return whole;
  // While HTTPRoutes are written one after the other, none may take requests that others are to take which fewer may call.
  if (routes.some(({access}) => access))
    return toRouteSets(connect(routes, otherCallers(tree)), types, byLength);
  if (byLength) return toRouteSets(byPath(routes), types);
  const divided = toRouteSets(divide(whole.unfit.flat(), settings, comparisons), types);
  return {sets: [...whole.sets, ...divided.sets], unfit: divided.unfit};
}

/** The routes that overlap one, and that others may call or that match the same. */
const otherCallers = (tree: RouteTree<DescribedRoute>) =>
  function* (route: DescribedRoute) {
    for (const other of tree.overlapping(route))
      if (other.access?.key !== route.access?.key || other.match.value === route.match.value) yield other;
  };

/** Each route by itself. Of paths that are the same without parameters, `/a b` and `/a%20b`, no length decides. */
function byPath(routes: readonly DescribedRoute[]): (readonly DescribedRoute[])[] {
  const ofPath = groupBy(
    routes,
    ({method, match: {type, value}, order}) => `${type === 'Exact' ? method : order} ${value}`,
  );
  return [...ofPath.values()];
}

function toRouteSets(
  all: readonly (readonly DescribedRoute[])[],
  types: RouteReader['types'],
  byLength = false,
): RouteSets {
  const sets: RouteSet[] = [];
  const unfit: (readonly DescribedRoute[])[] = [];
  for (const routes of all) {
    const set = routes.length > MAX_MATCHES ? undefined : toRouteSet(routes, types, byLength);
    if (set && fitsOneObject([set])) sets.push(set);
    else unfit.push(routes);
  }
  return {sets, unfit};
}

function divide(routes: readonly DescribedRoute[], settings: EffectiveSettings, comparisons: Comparisons) {
  const tree = new RouteTree(comparisons, routes);
  const gateway = gatewayReader(settings);
  return connect(routes, function* (route) {
    // At a gateway, policies are attached to the rule of one operation.
    for (const other of tree.overlapping(route))
      if (gateway ? other.ruleKey !== route.ruleKey : other.treatment !== route.treatment) yield other;
  });
}

/**
 * The sets of routes that are connected through `neighbours`. A set is left as soon as it is larger than an HTTPRoute, so that
 * thousands of routes that match the same requests are not compared with each other.
 */
function connect<R>(routes: readonly R[], neighbours: (route: R) => Iterable<R>): R[][] {
  const setOf = new Map(routes.map((route) => [route, [route]]));
  const join = (a: R[], b: R[]): R[] => {
    const [large, small] = a.length < b.length ? [b, a] : [a, b];
    for (const route of small) setOf.set(route, large);
    large.push(...small);
    return large;
  };
  for (const route of routes) {
    let set = setOf.get(route) ?? [route];
    if (set.length > MAX_MATCHES) continue;
    for (const other of neighbours(route)) {
      const otherSet = setOf.get(other);
      if (otherSet && otherSet !== set) set = join(set, otherSet);
      if (set.length > MAX_MATCHES) break;
    }
  }
  return [...new Set(setOf.values())];
}
