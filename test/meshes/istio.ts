import {
  compareLengths,
  compareMethods,
  envoyMatches,
  firstRule,
  type Match,
  type Request,
  type Rule,
} from './request.ts';

const TYPES = ['Exact', 'PathPrefix', 'RegularExpression'];

/**
 * The rule that Istio uses, for a mesh and for a Gateway: matches are sorted by type, then by the length of their text, then
 * those with a method first; Envoy takes the first that matches.
 *
 * Source: istio, pilot/pkg/config/kube/gateway/conversion.go: `sortHTTPRoutes`, `getURIRank`, `getURILength`.
 */
export function istioRule(routes: readonly (readonly Rule[])[], request: Request): Rule | undefined {
  return firstRule(routes.flat(), compare, (match) => envoyMatches(match, request));
}

function compare(a: Match, b: Match): number {
  const types = TYPES.indexOf(a.path.type) - TYPES.indexOf(b.path.type);
  return types || compareLengths(a, b) || compareMethods(a, b);
}
