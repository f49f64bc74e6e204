import {compareMatches, envoyMatches, firstRule, type Request, type Rule} from './request.ts';

/**
 * The rule that Cilium uses, for a mesh and for a Gateway: matches are sorted by type, then by the length of their text, then
 * those with a method first; Envoy takes the first that matches. (The order of different methods does not matter.)
 *
 * Source: cilium, operator/pkg/model/translation/envoy_virtual_host.go: `SortableRoute.Less`.
 */
export function ciliumRule(routes: readonly (readonly Rule[])[], request: Request): Rule | undefined {
  return firstRule(routes.flat(), compareMatches, (match) => envoyMatches(match, request));
}
