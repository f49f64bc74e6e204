import {
  compareMatches,
  envoyMatches,
  firstRule,
  mergeSlashes,
  type NamedRoute,
  type Request,
  type Rule,
  rulesOf,
} from './request.ts';

/**
 * The rule that Envoy Gateway uses: matches are sorted by type, then by the length of their text, then those with a method
 * first; Envoy takes the first that matches. A path with an encoded slash is redirected to the one with a slash.
 *
 * Source: envoyproxy/gateway, internal/gatewayapi/sort.go: `XdsIRRoutes.Less`; resource/resource.go: the order of HTTPRoutes;
 * listener.go: `MergeSlashes`, `EscapedSlashesAction`.
 */
export function envoyGatewayRule(routes: readonly NamedRoute[], {method, path}: Request): Rule | undefined {
  const request = {method, path: mergeSlashes(path.replaceAll(/%2F/gi, '/'))};
  return firstRule(rulesOf(routes), compareMatches, (match) => envoyMatches(match, request));
}
