import {type Candidate, candidates, envoyMatches, type Match, type Request, type Rule} from './request.ts';

const RANKS: Readonly<Record<string, number>> = {Exact: 3, PathPrefix: 2, RegularExpression: 1};

/**
 * The rule that Istio uses: matches are sorted by type, then by the length of their text, then those with a method first;
 * Envoy takes the first that matches.
 *
 * Source: istio, pilot/pkg/config/kube/gateway/conversion.go: `sortHTTPRoutes`, `getURIRank`, `getURILength`.
 */
export function istioRule(routes: readonly (readonly Rule[])[], request: Request): Rule | undefined {
  const sorted = candidates(routes).sort((a, b) => compare(a.match, b.match));
  return sorted.find(({match}: Candidate) => envoyMatches(match, request))?.rule;
}

function compare(a: Match, b: Match): number {
  return (
    (RANKS[b.path.type] ?? 0) - (RANKS[a.path.type] ?? 0) ||
    b.path.value.length - a.path.value.length ||
    Number(b.method !== undefined) - Number(a.method !== undefined)
  );
}
