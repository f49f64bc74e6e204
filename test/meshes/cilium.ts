import {type Candidate, candidates, envoyMatches, type Match, type Request, type Rule} from './request.ts';

/**
 * The rule that Cilium uses: matches are sorted by the length of an exact path, then of an expression, then of a prefix, then by
 * the number of headers, of which the method is one; Envoy takes the first that matches.
 *
 * Source: cilium, operator/pkg/model/translation: `SortableRoute.Less`.
 */
export function ciliumRule(routes: readonly (readonly Rule[])[], request: Request): Rule | undefined {
  const sorted = candidates(routes).sort((a, b) => compare(a.match, b.match));
  return sorted.find(({match}: Candidate) => envoyMatches(match, request))?.rule;
}

function compare(a: Match, b: Match): number {
  for (const type of ['Exact', 'RegularExpression', 'PathPrefix']) {
    const difference = lengthOf(b, type) - lengthOf(a, type);
    if (difference !== 0) return difference;
  }
  return Number(b.method !== undefined) - Number(a.method !== undefined);
}

function lengthOf({path}: Match, type: string): number {
  return path.type === type ? path.value.length : 0;
}
