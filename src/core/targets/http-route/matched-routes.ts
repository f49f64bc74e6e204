import {compareCodePoints} from '../../base/code-point-order.ts';
import {MAX_COMPARISONS} from '../../base/limits.ts';
import type {RouteReader} from '../../meshes.ts';
import {isEnforced} from '../../openapi/access.ts';
import {chosenReader} from '../../openapi/chosen-reader.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import type {Operation} from '../../openapi/operation.ts';
import {lengthOf} from '../../routes/program-size.ts';
import type {Comparisons} from '../../routes/route-tree.ts';
import {gatewayReader, type MatchedPath, type RouteMatch, type TargetInput} from '../target.ts';
import {type DescribedRoute, describedRoutes, pathMatcher} from './described-route.ts';
import {type PaddedMatches, padExpressions} from './expression-length.ts';
import {type PathFirst, withMethodsInPaths} from './gateway-paths.ts';
import {objectGroups} from './object-groups.ts';
import {objectName} from './object-name.ts';
import {limitName} from './rate-limit.ts';
import {type RouteSets, routeSets} from './route-sets.ts';
import {accessName, ruleNames} from './rule-names.ts';
import {rulesOf, type SharedRule} from './rules-of-routes.ts';

/** The routes that HTTPRoutes match, and what keeps those from being written. */
export interface MatchedRoutes extends RouteSets, PaddedMatches, Pick<PathFirst, 'shadowed'> {
  readonly routes: readonly DescribedRoute[];
  /** The match for what is not described; absent with `onlyDescribed`. */
  readonly catchAll: MatchedPath | undefined;
  /** Whether an operation has a rate limit that is written. */
  readonly hasLimits: boolean;
  /** The names of rules that are for one operation, where those are written. */
  readonly names: ReadonlyMap<Operation, string>;
  /** Operations that share rules with others, although each was to have its own. */
  readonly withSharedRules: ReadonlySet<Operation>;
  /** True when the limit of comparisons was reached: there are no sets then. */
  readonly isIncomplete?: true;
}

/** The rules of a target and its objects are made from the same routes. */
const matchedRoutes = new WeakMap<TargetInput['routes'], MatchedRoutes>();

export function matchedRoutesOf(input: TargetInput): MatchedRoutes {
  const matched = matchedRoutes.get(input.routes) ?? matchRoutes(input);
  matchedRoutes.set(input.routes, matched);
  return matched;
}

/** The operations that HTTPRoutes can match. */
export function matchedOperations(input: TargetInput): Operation[] {
  return [...new Set(matchedRoutesOf(input).routes.map(({operation}) => operation))];
}

function matchRoutes(input: TargetInput): MatchedRoutes {
  const {settings, choices} = input;
  const {byLength, catchAll: ranksLast, pathFirst} = chosenReader(settings);
  const gateway = gatewayReader(settings);
  const comparisons = {left: MAX_COMPARISONS};
  const {routes, withSharedRules} = shareRules(describedRoutes(input), input, comparisons);
  // At a gateway, what is not described is not reachable, and where policies say who may call, nobody may.
  const isDescribed = gateway !== undefined || isEnforced(settings);
  const catchAll = (choices.onlyDescribed ?? isDescribed) ? undefined : ranksLast;
  const {routesToWrite, paths, shadowed}: PathFirst = pathFirst
    ? withMethodsInPaths(routes, pathMatcher(settings), catchAll !== undefined, comparisons)
    : {routesToWrite: routes, shadowed: []};
  const padded = byLength ? padExpressions(routesToWrite, paths, catchAll, comparisons) : UNPADDED;
  const {sets, unfit} = routeSets(routesToWrite, settings, comparisons);
  const hasLimits = routes.some(({limit}) => limit !== undefined);
  const names = ruleNames(input, withSharedRules, hasLimits);
  const matched = {routes, catchAll, names, withSharedRules, shadowed, hasLimits};
  if (comparisons.left < 0) return {...matched, sets: [], unfit: [], ...UNPADDED, isIncomplete: true};
  return {...matched, sets, unfit, ...padded};
}

const UNPADDED: PaddedMatches = {matches: new Map(), unranked: []};

/** Where each operation was to have a rule, and a set needs too many of them, its routes with the same fields share rules. */
function shareRules(
  routes: readonly DescribedRoute[],
  {settings}: TargetInput,
  comparisons: Comparisons,
): Pick<MatchedRoutes, 'routes' | 'withSharedRules'> {
  if (settings.get('group') !== 'operation') return {routes, withSharedRules: new Set()};
  const unfit = new Set(routeSets(routes, settings, comparisons).unfit.flat());
  return {
    routes: routes.map((route) => (unfit.has(route) ? {...route, ruleKey: route.treatment} : route)),
    withSharedRules: new Set([...unfit].map(({operation}) => operation)),
  };
}

/** The HTTPRoutes for what is described, by name. */
export function namedObjects({sets, matches, names}: MatchedRoutes, settings: EffectiveSettings) {
  return objectGroups(sets)
    .map(({start, sets: ofObject}) => ({
      name: objectName(settings, start),
      rules: withNames(rulesOf(ofObject), names).map((rule) => ({
        ...rule,
        matches: rule.routes.map((route) => ({route, path: matches.get(route) ?? route.match})),
      })),
    }))
    .sort((a, b) => compareCodePoints(a.name, b.name));
}

/** A rule of an HTTPRoute, with its name and its matches as they are written. */
export type ObjectRule = ReturnType<typeof namedObjects>[number]['rules'][number];

/** The rules of one HTTPRoute with their names, if any: after the operation, those who may call it, and its rate limit. */
function withNames(rules: readonly SharedRule[], names: MatchedRoutes['names']) {
  const taken = new Map<string, number>();
  return rules.map((rule) => {
    const [ofOperation] = rule.routes.flatMap(
      ({method, operation}) => (method && names.get(operation)) || [],
    );
    const {access, limit} = rule;
    const ofPolicies = [access && accessName(access), limit && limitName(limit)].filter(Boolean);
    const plain = [ofOperation, ...ofPolicies].filter(Boolean).join('.');
    const count = (taken.get(plain) ?? 0) + 1;
    taken.set(plain, count);
    // Where kgateway needs a second rule for an added method, the name is taken.
    const again = ofPolicies.length > 0 ? `${plain}-${count}` : undefined;
    return {...rule, name: count === 1 ? plain : again};
  });
}

/** How a mesh ranks two matches of different paths: below 0 when it prefers the first; 0 when their order decides. */
export function compareMatches(a: MatchedPath, b: MatchedPath, {types, byLength}: RouteReader): number {
  const indexOf = ({type}: MatchedPath) => types.findIndex((same) => same.includes(type));
  return indexOf(a) - indexOf(b) || (byLength ? lengthOf(b.value) - lengthOf(a.value) : 0);
}

/** The matches of the HTTPRoutes as the mesh ranks them. */
export function routeMatches(input: TargetInput): RouteMatch[] {
  const {settings} = input;
  const matched = matchedRoutesOf(input);
  const described = namedObjects(matched, settings).flatMap(({name: object, rules}) =>
    rules.flatMap(({name: rule, matches}) =>
      matches.flatMap(({path, route: {method, operation, path: template}}) => {
        if (!method || template !== operation.pathItem.path) return [];
        const added = method === operation.method ? {} : {method};
        return [{operation, ...added, ...path, place: {object, ...(rule && {rule})}}];
      }),
    ),
  );
  const all: RouteMatch[] = [...described, ...(matched.catchAll ? [matched.catchAll] : [])];
  const reader = chosenReader(settings);
  return all.sort((a, b) => compareMatches(a, b, reader));
}

export function preference(match: MatchedPath, later: MatchedPath, settings: EffectiveSettings): string {
  const reader = settings.get('gateway.name') ? 'the gateway' : 'the mesh';
  const isEqual = compareMatches(match, later, chosenReader(settings)) === 0;
  return `${reader} ${isEqual ? 'uses the first rule that matches' : typePreference(match, later)}`;
}

export function typePreference(match: MatchedPath, later: MatchedPath): string {
  if (match.type !== later.type) return `prefers ${match.type} to ${later.type}`;
  return 'prefers the longest expression';
}
