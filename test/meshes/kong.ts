import {
  compareMatches,
  decodeUnreserved,
  firstRule,
  mergeSlashes,
  type NamedRoute,
  type Request,
  type Rule,
  rulesOf,
  takesMethod,
  takesPath,
} from './request.ts';

/**
 * The rule that Kong's expressions router uses: matches get a number by type, then by the length of their text, then by method.
 * Expressions are open at their end; paths are decoded, except reserved characters.
 *
 * Source: Kong/kubernetes-ingress-controller, internal/dataplane/translator/subtranslator/httproute_atc.go:
 * `EncodeToPriority`, `compareSplitHTTPRouteMatchesRelativePriority`, `pathMatcherFromHTTPPathMatch`; Kong/kong,
 * kong/router/utils.lua: `strip_uri_args`, kong/tools/uri.lua: `normalize`.
 */
export function kongRule(routes: readonly NamedRoute[], {method, path}: Request): Rule | undefined {
  const request = {method, path: mergeSlashes(decodeUnreserved(path))};
  return firstRule(
    rulesOf(routes),
    compareMatches,
    (match) => takesMethod(match, request) && takesPath(match, request.path, matches),
  );
}

function matches(expression: string, path: string): boolean {
  return new RegExp(expression.startsWith('^') ? expression : `^${expression}`).test(path);
}
