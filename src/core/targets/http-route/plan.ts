import {
  MAX_OVERLAP_COMPARISONS,
  OVERLAP_COMPARISONS_PER_CHARACTER,
  OVERLAP_COMPARISONS_PER_ROUTE,
} from '../../limits.ts';
import type {Operation} from '../../openapi/operation.ts';
import type {RuleInput} from '../../rule.ts';
import type {SettingValues} from '../../settings/table.ts';
import {type DescribedRoute, describedRoutes} from './described-route.ts';
import {type RankedMatches, rankByLength} from './expression-length.ts';
import type {PathMatch} from './path-match.ts';
import {type RouteSets, routeSets} from './route-sets.ts';

/** What the HTTPRoutes of a description hold, and what keeps them from being written. */
export interface Plan extends RouteSets, RankedMatches {
  readonly routes: readonly DescribedRoute[];
  /** The match for what is not described; absent with `onlyDescribed`. */
  readonly catchAll: PathMatch | undefined;
  /** The number of comparisons that was not enough: there are no sets then. */
  readonly exceeded?: number;
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
  const mesh = input.settings.get('mesh');
  const routes = describedRoutes(input);
  const catchAll = input.choices.onlyDescribed === true ? undefined : CATCH_ALL[mesh ?? 'linkerd'];
  const limit = mostComparisons(routes);
  const comparisons = {left: limit};
  const ranked = mesh === 'linkerd' ? UNRANKED : rankByLength(routes, catchAll, comparisons);
  const {sets, unfit} = routeSets(routes, mesh, comparisons);
  if (comparisons.left < 0) return {routes, catchAll, sets: [], unfit: [], ...UNRANKED, exceeded: limit};
  return {routes, catchAll, sets, unfit, ...ranked};
}

function mostComparisons(routes: readonly DescribedRoute[]): number {
  const characters = routes.reduce((sum, {path}) => sum + path.length, 0);
  return Math.max(
    MAX_OVERLAP_COMPARISONS,
    routes.length * OVERLAP_COMPARISONS_PER_ROUTE + characters * OVERLAP_COMPARISONS_PER_CHARACTER,
  );
}

const UNRANKED: RankedMatches = {matches: new Map(), unranked: []};

/** What each mesh ranks below every other match. In Istio a prefix wins over every expression. */
const CATCH_ALL: Readonly<Record<NonNullable<SettingValues['mesh']>, PathMatch>> = {
  linkerd: {type: 'PathPrefix', value: '/'},
  istio: {type: 'RegularExpression', value: '/.*'},
  cilium: {type: 'PathPrefix', value: '/'},
};
