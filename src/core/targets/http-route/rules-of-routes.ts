import {pathsOverlap} from '../../openapi/routes/route-overlaps.ts';
import type {DescribedRoute, Policy} from './described-route.ts';

/** The most of each in one HTTPRoute. Source: Gateway API, HTTPRouteSpec and HTTPRouteRule; a CEL rule for all matches. */
export const MAX_RULES = 16;
const MAX_MATCHES_OF_RULE = 64;
export const MAX_MATCHES = 128;

/** Routes that share a rule. */
export interface PlannedRule {
  readonly kind: string;
  readonly policy: Policy;
  readonly routes: DescribedRoute[];
}

/**
 * Routes that have to be in one HTTPRoute, because they match the same requests: between two HTTPRoutes the time of creation
 * would decide.
 */
export interface RouteSet {
  /** In their order. */
  readonly routes: readonly DescribedRoute[];
  /** For a route, those of other kinds that match some of its requests and come first. */
  readonly earlier: ReadonlyMap<DescribedRoute, readonly DescribedRoute[]>;
}

export function routeSet(routes: readonly DescribedRoute[]): RouteSet {
  const sorted = routes.toSorted((a, b) => a.order - b.order);
  const earlier = new Map(
    sorted.map((route, index) => [
      route,
      sorted
        .slice(0, index)
        .filter((other) => other.kind !== route.kind && pathsOverlap(other.path, route.path)),
    ]),
  );
  return {routes: sorted, earlier};
}

/**
 * The rules of the HTTPRoute for these sets, in order. Routes of one kind share a rule, unless a route of another kind lies
 * between them: with A narrower than B narrower than C, a rule for A and C would take the requests of B.
 */
export function rulesOf(sets: readonly RouteSet[]): PlannedRule[] {
  const rules: PlannedRule[] = [];
  const places = new Map<DescribedRoute, number>();
  const routes = sets.flatMap((set) => set.routes.map((route) => ({route, earlier: set.earlier})));
  for (const {route, earlier} of routes.toSorted((a, b) => a.route.order - b.route.order)) {
    const after = (earlier.get(route) ?? []).map((other) => (places.get(other) ?? 0) + 1);
    const first = Math.max(0, ...after);
    const isOpen = ({kind, routes: {length}}: PlannedRule, place: number) =>
      place >= first && kind === route.kind && length < MAX_MATCHES_OF_RULE;
    const found = rules.findIndex(isOpen);
    const place = found === -1 ? rules.length : found;
    if (found === -1) rules.push({kind: route.kind, policy: route.policy, routes: [route]});
    else rules[found]?.routes.push(route);
    places.set(route, place);
  }
  return rules;
}

/** Whether one HTTPRoute can hold the sets. */
export function fitsOneObject(sets: readonly RouteSet[]): boolean {
  return countOf(sets) <= MAX_MATCHES && rulesOf(sets).length <= MAX_RULES;
}

/** The number of routes in the sets. */
export function countOf(sets: readonly RouteSet[]): number {
  return sets.reduce((sum, {routes}) => sum + routes.length, 0);
}
