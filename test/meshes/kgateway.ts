import {
  compareLengths,
  compareMethods,
  compareTypes,
  envoyMatches,
  firstRule,
  type Match,
  mergeSlashes,
  type NamedRoute,
  type Request,
  type Rule,
  rulesOf,
} from './request.ts';

/**
 * The rule that kgateway uses, without the annotation `kgateway.dev/route-weight`: matches are sorted by type, then by the
 * length of their text unless they are expressions, then those with a method first; Envoy takes the first that matches.
 *
 * Source: kgateway-dev/kgateway, pkg/kgateway/translator/routeutils/sortable_route.go: `lessPath`, `routeWrapperLessFunc`;
 * irtranslator/fc.go: `MergeSlashes`.
 */
export function kgatewayRule(routes: readonly NamedRoute[], {method, path}: Request): Rule | undefined {
  const request = {method, path: mergeSlashes(path)};
  return firstRule(rulesOf(routes), compare, (match) => envoyMatches(match, request));
}

function compare(a: Match, b: Match): number {
  const lengths = a.path.type === 'RegularExpression' ? 0 : compareLengths(a, b);
  return compareTypes(a, b) || lengths || compareMethods(a, b);
}
