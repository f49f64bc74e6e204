import {lengthOf, MAX_MATCH_LENGTH} from '../../routes/program-size.ts';
import {type Comparisons, RouteTree} from '../../routes/route-tree.ts';
import type {MatchedPath} from '../target.ts';
import type {DescribedRoute} from './described-route.ts';
import type {Paths} from './gateway-paths.ts';

/** Lengthens an expression without changing its meaning. */
const PADDING = '(?:)';

/** The matches of routes for a mesh that ranks expressions by the length of their text. */
export interface PaddedMatches {
  readonly matches: ReadonlyMap<DescribedRoute, MatchedPath>;
  /** Routes whose expression cannot be made longer than that of a route which matches the same requests and comes later. */
  readonly unranked: readonly {readonly route: DescribedRoute; readonly later: DescribedRoute}[];
}

/**
 * Makes every expression longer than those of later routes that match the same requests, as far as an HTTPRoute allows, so that
 * it wins where the longest expression does. `Exact` matches win over expressions in any case.
 *
 * Source: Istio, pilot `sortHTTPRoutes`; Cilium, operator `SortableRoute.Less`.
 *
 * @param paths where all methods of a path need the same expression
 * @param catchAll the expression for what is not described, which every other has to be longer than
 */
export function padExpressions(
  routes: readonly DescribedRoute[],
  paths: Paths | undefined,
  catchAll: MatchedPath | undefined,
  comparisons: Comparisons,
): PaddedMatches {
  const ranked = paths ? [...paths.values()] : routes;
  const expressions = ranked.filter(({match}) => match.type === 'RegularExpression');
  const tree = new RouteTree<DescribedRoute>(comparisons);
  const least = catchAll?.type === 'RegularExpression' ? lengthOf(catchAll.value) + 1 : 0;
  const matches = new Map<DescribedRoute, MatchedPath>();
  const lengths = new Map<DescribedRoute, number>();
  const unranked: PaddedMatches['unranked'][number][] = [];
  for (const route of expressions.toReversed()) {
    const plain = lengthOf(route.match.value);
    // How long padding can make it.
    const limit = plain + Math.floor(Math.max(0, MAX_MATCH_LENGTH - plain) / PADDING.length) * PADDING.length;
    let needed = least;
    let winner: {readonly later: DescribedRoute; readonly length: number} | undefined;
    for (const later of tree.overlapping(route)) {
      if (later.ruleKey === route.ruleKey) continue;
      const length = lengths.get(later) ?? 0;
      if (length < limit) needed = Math.max(needed, length + 1);
      else if (winner === undefined || length > winner.length) winner = {later, length};
    }
    if (winner) unranked.push({route, later: winner.later});
    const match = pad(route.match, needed);
    matches.set(route, match);
    lengths.set(route, lengthOf(match.value));
    tree.add(route);
  }
  const ofPaths = new Map(ranked.map((path) => [path.match.value, matches.get(path)]));
  if (paths) for (const route of routes) matches.set(route, ofPaths.get(route.match.value) ?? route.match);
  return {matches, unranked: unranked.reverse()};
}

function pad({type, value}: MatchedPath, needed: number): MatchedPath {
  const count = Math.ceil(Math.max(0, needed - lengthOf(value)) / PADDING.length);
  // Only an anchor is written as `$`.
  return {type, value: value.replace(/\$?$/, (anchor) => PADDING.repeat(count) + anchor)};
}

/** An expression as it is without other routes. */
export function withoutPadding(expression: string): string {
  return expression.replace(/(?:\(\?:\))+(?=\$?$)/, '');
}
