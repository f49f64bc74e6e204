import {groupBy} from '../../base/group-by.ts';
import type {RouteReader} from '../../meshes.ts';
import {pathsOverlap} from '../../routes/segments.ts';
import type {DescribedRoute} from './described-route.ts';

/** The most of each in one HTTPRoute. Source: Gateway API, HTTPRouteSpec and HTTPRouteRule; a CEL rule for all matches. */
export const MAX_RULES = 16;
const MAX_MATCHES_OF_RULE = 64;
export const MAX_MATCHES = 128;

export interface SharedRule extends Pick<DescribedRoute, 'ruleKey' | 'fields' | 'access' | 'limit'> {
  readonly routes: DescribedRoute[];
}

/**
 * Routes that have to be in one HTTPRoute, because they match the same requests: between two HTTPRoutes the time of creation
 * would decide.
 */
export interface RouteSet {
  /** In their order. */
  readonly routes: readonly RouteAfterOthers[];
}

/** A route with those with other keys that match some of its requests and have to be in an earlier rule. */
interface RouteAfterOthers {
  readonly route: DescribedRoute;
  readonly earlier: readonly DescribedRoute[];
}

/**
 * @param types of matches, those that are ranked alike in one list
 * @param byLength whether the gateway ranks by length, so that rules are in any order
 */
export function toRouteSet(
  routes: readonly DescribedRoute[],
  types: RouteReader['types'],
  byLength = false,
): RouteSet {
  const sorted = routes.toSorted((a, b) => a.order - b.order);
  // An added method is in the rule of its operation, wherever the order of rules does not decide.
  const isFree = ({match: other}: DescribedRoute, {method, operation, match}: DescribedRoute) =>
    method !== '' &&
    method !== operation.method &&
    (byLength || !types.some((same) => same.includes(other.type) && same.includes(match.type)));
  const isEarlier = (other: DescribedRoute, route: DescribedRoute) =>
    other.ruleKey !== route.ruleKey && !isFree(other, route) && pathsOverlap(other.segments, route.segments);
  const earlierOf = (route: DescribedRoute, index: number) =>
    sorted.slice(0, index).filter((other) => isEarlier(other, route));
  return {routes: sorted.map((route, index) => ({route, earlier: earlierOf(route, index)}))};
}

/**
 * The rules of the HTTPRoute for these sets, in order. Routes with one key share a rule, unless a route with another lies
 * between them: with A narrower than B narrower than C, a rule for A and C would take the requests of B.
 */
export function rulesOf(sets: readonly RouteSet[]): SharedRule[] {
  const routes = sets.flatMap((set) => set.routes).sort((a, b) => a.route.order - b.route.order);
  const rules = inOrder(routes);
  // Several sets can be divided among HTTPRoutes instead.
  if (rules.length <= MAX_RULES || sets.length > 1) return rules;
  const rulesByKey = byRuleKey(routes);
  return rulesByKey.length < rules.length ? rulesByKey : rules;
}

/** Puts each route into the first rule that it can be in, so that one more route changes little. */
function inOrder(routes: readonly RouteAfterOthers[]): SharedRule[] {
  const rules: SharedRule[] = [];
  const places = new Map<DescribedRoute, number>();
  for (const {route, earlier} of routes) {
    const after = earlier.map((other) => (places.get(other) ?? 0) + 1);
    const first = Math.max(0, ...after);
    const isOpen = ({ruleKey, routes: {length}}: SharedRule, place: number) =>
      place >= first && ruleKey === route.ruleKey && length < MAX_MATCHES_OF_RULE;
    const index = rules.findIndex(isOpen);
    const place = index === -1 ? rules.length : index;
    if (index === -1) rules.push({...ruleOf(route), routes: [route]});
    else rules[index]?.routes.push(route);
    places.set(route, place);
  }
  return rules;
}

/**
 * Puts all routes with one key that need no earlier rule into the next rule, which is often shorter: first those whose key is complete
 * then, else the one with the most routes.
 */
function byRuleKey(routes: readonly RouteAfterOthers[]): SharedRule[] {
  const rules: SharedRule[] = [];
  const done = new Set<DescribedRoute>();
  let left = routes;
  while (left.length > 0) {
    const ready = groupBy(
      left.filter(({earlier}) => earlier.every((other) => done.has(other))),
      ({route: {ruleKey}}) => ruleKey,
    );
    const rest = groupBy(left, ({route: {ruleKey}}) => ruleKey);
    const isComplete = ([ruleKey, {length}]: [string, readonly RouteAfterOthers[]]) =>
      length === rest.get(ruleKey)?.length;
    const sorted = [...ready].sort(
      (a, b) => Number(isComplete(b)) - Number(isComplete(a)) || b[1].length - a[1].length,
    );
    const [first] = sorted[0]?.[1] ?? [];
    if (first === undefined) return rules;
    const rule = ruleOf(first.route);
    const next = (ready.get(rule.ruleKey) ?? []).slice(0, MAX_MATCHES_OF_RULE).map(({route}) => route);
    rules.push({...rule, routes: next});
    for (const route of next) done.add(route);
    left = left.filter(({route}) => !done.has(route));
  }
  return rules;
}

function ruleOf({ruleKey, fields, access, limit}: DescribedRoute): Omit<SharedRule, 'routes'> {
  return {ruleKey, fields, access, limit};
}

export function fitsOneObject(sets: readonly RouteSet[]): boolean {
  return countOf(sets) <= MAX_MATCHES && rulesOf(sets).length <= MAX_RULES;
}

export function countOf(sets: readonly RouteSet[]): number {
  return sets.reduce((sum, {routes}) => sum + routes.length, 0);
}
