import {groupBy} from '../../../base/group-by.ts';
import {MAX_COMPARISONS} from '../../../base/limits.ts';
import {keyLocation} from '../../../base/problem.ts';
import {fieldsText} from '../../../kubernetes/fields-text.ts';
import type {RouteReader} from '../../../meshes.ts';
import {chosenReader} from '../../../openapi/chosen-reader.ts';
import {LISTED, listOf} from '../../../openapi/setting-places.ts';
import type {Rule} from '../../../rules/rule.ts';
import type {DescribedRoute} from '../described-route.ts';
import {matchedRoutesOf} from '../matched-routes.ts';
import type {RuleFields} from '../rule-fields.ts';
import {fitsOneObject, MAX_MATCHES, MAX_RULES, rulesOf, toRouteSet} from '../rules-of-routes.ts';

const HINT = 'give more of them the same settings, or change the paths so that they do not overlap';

export const routeSet = {
  code: 'route-set',
  severity: 'error',
  summary: 'Routes that match the same requests fit into one HTTPRoute',
  check(input) {
    const {unfit, isIncomplete} = matchedRoutesOf(input);
    if (isIncomplete) {
      const message = `too many paths that can match the same requests: expected at most ${MAX_COMPARISONS} comparisons to find them`;
      const hint =
        'use fewer paths with parameters in different segments, and patterns that begin with different text, or divide the description among several Services';
      return [{message, hint, location: {uri: input.description.uri, pointer: '/paths', at: 'key'}}];
    }
    const {types} = chosenReader(input.settings);
    return unfit.flatMap((routes) => {
      const sorted = routes.toSorted((a, b) => a.order - b.order);
      const [first] = sorted;
      if (first === undefined) return [];
      const location = keyLocation(first.operation.location);
      return {message: messageFor(sorted, types), hint: hintFor(sorted, types), location};
    });
  },
} satisfies Rule;

/** Two kinds of fields whose routes would fit if they had the same, the most frequent ones first. */
function hintFor(routes: readonly DescribedRoute[], types: RouteReader['types']): string {
  const byKey = [...groupBy(routes, ({ruleKey}) => ruleKey).values()].sort((a, b) => b.length - a.length);
  // Different fields need a rule each.
  if (byKey.length > MAX_RULES + 1) return HINT;
  const fits = (kept: string, changed: string) =>
    fitsOneObject([
      toRouteSet(
        routes.map((route) => (route.ruleKey === changed ? {...route, ruleKey: kept} : route)),
        types,
      ),
    ]);
  for (const [index, [changed]] of byKey.entries())
    for (const [kept] of byKey.slice(0, index))
      if (kept && changed && fits(kept.ruleKey, changed.ruleKey))
        return `give the routes with ${inWords(changed.fields)} the settings of those with ${inWords(kept.fields)}, or change the paths so that they do not overlap`;
  return HINT;
}

function inWords(fields: RuleFields): string {
  return Object.keys(fields).length === 0 ? 'no settings' : `\`${fieldsText(fields)}\``;
}

/** The limit that is exceeded. Routes with two kinds of fields may need many rules, since the order of the routes is kept. */
function messageFor(routes: readonly DescribedRoute[], types: RouteReader['types']): string {
  const operations = routes.map(({operation, method}) => ({...operation, method}));
  const conflict = 'match the same requests and do not fit into one HTTPRoute';
  // A larger set is not read to its end.
  if (routes.length > MAX_MATCHES)
    return `more than ${MAX_MATCHES} routes with different settings ${conflict}, among them ${listOf(operations.slice(0, LISTED))}`;
  const different = new Set(routes.map(({fields}) => JSON.stringify(fields))).size;
  const rules = rulesOf([toRouteSet(routes, types)]).length;
  return `${routes.length} routes with ${different} different settings ${conflict}: expected at most ${MAX_RULES} rules, found ${rules} for ${listOf(operations)}`;
}
