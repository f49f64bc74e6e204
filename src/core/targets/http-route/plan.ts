import {compareCodePoints} from '../../code-point-order.ts';
import {MAX_COMPARISONS} from '../../limits.ts';
import {type MeshFacts, meshNamed} from '../../meshes.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import type {Operation} from '../../openapi/operation.ts';
import type {RuleInput} from '../../rule.ts';
import type {MatchedPath, RouteMatch, TargetInput} from '../target.ts';
import {type DescribedRoute, describedRoutes, type PathMatch} from './described-route.ts';
import {type RankedMatches, rankByLength} from './expression-length.ts';
import {objectGroups} from './object-groups.ts';
import {objectName} from './object-name.ts';
import {type RouteSets, routeSets} from './route-sets.ts';
import {type PlannedRule, rulesOf} from './rules-of-routes.ts';

/** What the HTTPRoutes of a description hold, and what keeps them from being written. */
export interface Plan extends RouteSets, RankedMatches {
  readonly routes: readonly DescribedRoute[];
  /** The match for what is not described; absent with `onlyDescribed`. */
  readonly catchAll: PathMatch | undefined;
  /** True when the limit of comparisons was reached: there are no sets then. */
  readonly isIncomplete?: true;
}

type Input = Pick<RuleInput, 'routes' | 'settings' | 'choices'>;

/** The rules of a target and its objects are made from the same plan. */
const plans = new WeakMap<Input['routes'], Plan>();

/** The plan for the routes of one run. */
export function planOf(input: Input): Plan {
  const known = plans.get(input.routes);
  if (known) return known;
  const plan = makePlan(input);
  plans.set(input.routes, plan);
  return plan;
}

/** The operations that HTTPRoutes can match. */
export function plannedOperations(input: Input): Operation[] {
  return planOf(input).routes.map(({operation}) => operation);
}

function makePlan(input: Input): Plan {
  const {byLength, catchAll: ranksLast} = meshNamed(input.settings.get('mesh'));
  const routes = describedRoutes(input);
  const catchAll = input.choices.onlyDescribed === true ? undefined : ranksLast;
  const comparisons = {left: MAX_COMPARISONS};
  const ranked = byLength ? rankByLength(routes, catchAll, comparisons) : UNRANKED;
  const {sets, unfit} = routeSets(routes, !byLength, comparisons);
  if (comparisons.left < 0) return {routes, catchAll, sets: [], unfit: [], ...UNRANKED, isIncomplete: true};
  return {routes, catchAll, sets, unfit, ...ranked};
}

const UNRANKED: RankedMatches = {matches: new Map(), unranked: []};

/** The name of an HTTPRoute, and the rules that it will have. */
interface PlannedObject {
  readonly name: string;
  readonly rules: readonly PlannedRule[];
}

/** The HTTPRoutes for what is described, by name. */
export function plannedObjects({sets}: Plan, settings: EffectiveSettings): PlannedObject[] {
  return objectGroups(sets)
    .map((group) => ({name: objectName(settings, group.start), rules: rulesOf(group.sets)}))
    .sort((a, b) => compareCodePoints(a.name, b.name));
}

/** How a mesh ranks two matches of different paths: below 0 when it prefers the first; 0 when their order decides. */
function rank(a: MatchedPath, b: MatchedPath, {types, byLength}: MeshFacts): number {
  const indexOf = ({type}: MatchedPath) => types.findIndex((same) => same.includes(type));
  return indexOf(a) - indexOf(b) || (byLength ? b.value.length - a.value.length : 0);
}

/** The matches of the HTTPRoutes as the mesh ranks them. */
export function routeMatches(input: TargetInput): RouteMatch[] {
  const {settings} = input;
  const plan = planOf(input);
  const described = plannedObjects(plan, settings).flatMap(({rules}) =>
    rules.flatMap(({routes}) =>
      routes.map((route) => ({operation: route.operation, ...(plan.matches.get(route) ?? route.match)})),
    ),
  );
  const all: RouteMatch[] = [...described, ...(plan.catchAll ? [plan.catchAll] : [])];
  const mesh = meshNamed(settings.get('mesh'));
  return all.sort((a, b) => rank(a, b, mesh));
}

/** Why a mesh prefers a match to another. */
export function preference(match: MatchedPath, later: MatchedPath, settings: EffectiveSettings): string {
  if (rank(match, later, meshNamed(settings.get('mesh'))) === 0)
    return 'the mesh uses the first rule that matches';
  if (match.type !== later.type) return `the mesh prefers ${match.type} to ${later.type}`;
  return 'the mesh prefers the longest expression';
}
