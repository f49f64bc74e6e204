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
 * The rule that Contour uses: matches are sorted by type, then by the length of their text, then by the text from Z to A, then
 * those with a method first; Envoy takes the first that matches. A rule with a match of an earlier rule is left out.
 *
 * Source: projectcontour/contour, internal/sorter/sorter.go: `routeSorter.Less`; internal/dag/gatewayapi_processor.go:
 * `hasConflictRoute`; cmd/contour/serve.go: `MergeSlashes`.
 */
export function contourRule(routes: readonly NamedRoute[], {method, path}: Request): Rule | undefined {
  const request = {method, path: mergeSlashes(path)};
  return firstRule(withoutConflicts(rulesOf(routes)), compare, (match) => envoyMatches(match, request));
}

function withoutConflicts(rules: readonly Rule[]): Rule[] {
  const known = new Set<string>();
  return rules.filter(({matches}) => {
    const keys = matches.map(({path, method}) => `${path.type} ${path.value} ${method}`);
    if (keys.some((key) => known.has(key))) return false;
    for (const key of keys) known.add(key);
    return true;
  });
}

function compare(a: Match, b: Match): number {
  const order = compareTypes(a, b) || compareLengths(a, b);
  if (order !== 0 || a.path.value === b.path.value) return order || compareMethods(a, b);
  return a.path.value > b.path.value ? -1 : 1;
}
