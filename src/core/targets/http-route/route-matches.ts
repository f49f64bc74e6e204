import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import type {SettingValues} from '../../settings/table.ts';
import type {MatchedPath, RouteMatch, TargetInput} from '../target.ts';
import {planOf} from './plan.ts';
import {plannedObjects} from './planned-objects.ts';

type Mesh = NonNullable<SettingValues['mesh']>;

/** How a mesh ranks two matches of different paths: below 0 when it prefers the first; 0 when their order decides. */
type Ranking = (a: MatchedPath, b: MatchedPath) => number;

const lengthAs = ({type, value}: MatchedPath, wanted: MatchedPath['type']) =>
  type === wanted ? value.length : 0;

const ISTIO_TYPES = ['Exact', 'PathPrefix', 'RegularExpression'];
const CILIUM_TYPES = ['Exact', 'RegularExpression', 'PathPrefix'] as const;

/**
 * Sources: linkerd2-proxy, linkerd/http/route, `RequestMatch`: a match of the whole path is longer than one of a prefix; istio,
 * pilot, `sortHTTPRoutes`; cilium, operator, `SortableRoute.Less`. A match with a method wins over one without.
 */
const RANKINGS: Readonly<Record<Mesh, Ranking>> = {
  linkerd: (a, b) => Number(a.type === 'PathPrefix') - Number(b.type === 'PathPrefix'),
  istio: (a, b) =>
    ISTIO_TYPES.indexOf(a.type) - ISTIO_TYPES.indexOf(b.type) || b.value.length - a.value.length,
  cilium: (a, b) =>
    CILIUM_TYPES.map((type) => lengthAs(b, type) - lengthAs(a, type)).find((order) => order !== 0) ?? 0,
};

function rankingOf(settings: EffectiveSettings): Ranking {
  return RANKINGS[settings.get('mesh') ?? 'linkerd'];
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
  return all.sort(rankingOf(settings));
}

/** Why a mesh prefers a match to another. */
export function preference(match: MatchedPath, later: MatchedPath, settings: EffectiveSettings): string {
  if (rankingOf(settings)(match, later) === 0) return 'the mesh uses the first rule that matches';
  if (match.type !== later.type) return `the mesh prefers ${match.type} to ${later.type}`;
  return 'the mesh prefers the longest expression';
}
