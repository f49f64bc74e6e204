import {type Finding, keyLocation} from '../../../problem.ts';
import {quote} from '../../../quote.ts';
import type {Rule, RuleInput} from '../../../rule.ts';
import {type DescribedRoute, policyText} from '../described-route.ts';
import {planOf} from '../plan.ts';
import {MAX_MATCHES, MAX_RULES, rulesOf, routeSet as setOf} from '../rules-of-routes.ts';

/** Enough to recognize the set by. */
const LISTED = 10;

const HINT = 'give more of them the same settings, or change the paths so that they do not overlap';

export const routeSet = {
  code: 'route-set',
  severity: 'error',
  summary: 'Routes that match the same requests fit into one HTTPRoute',
  check(input) {
    const {unfit, exceeded} = planOf(input);
    if (exceeded !== undefined) return [tooManyComparisons(exceeded, input)];
    return unfit.flatMap((routes) => {
      const sorted = routes.toSorted((a, b) => a.order - b.order);
      const [first] = sorted;
      if (first === undefined) return [];
      const listed = sorted
        .slice(0, LISTED)
        .map(({method, path}) => quote(`${method} ${path}`))
        .join(', ');
      return [
        {
          message: messageFor(sorted, listed),
          hint: input.choices.group === 'operation' ? `${HINT}, or remove \`--group operation\`` : HINT,
          location: keyLocation(first.operation.location),
        },
      ];
    });
  },
} satisfies Rule;

function tooManyComparisons(limit: number, {description}: RuleInput): Finding {
  return {
    message: `too many paths that can match the same requests: expected at most ${limit} comparisons to find them`,
    hint: 'use fewer paths with parameters in different segments, or divide the description among several Services',
    location: {uri: description.uri, pointer: '/paths', at: 'key'},
  };
}

/** What is exceeded. Routes of two policies may need many rules, since the order of the routes is kept. */
function messageFor(routes: readonly DescribedRoute[], listed: string): string {
  const conflict = 'match the same requests and do not fit into one HTTPRoute';
  // A larger set is not read to its end.
  if (routes.length > MAX_MATCHES)
    return `more than ${MAX_MATCHES} routes with different policies ${conflict}, among them ${listed}`;
  const policies = new Set(routes.map(({policy}) => policyText(policy))).size;
  const rules = rulesOf([setOf(routes)]).length;
  // One rule for each fits, so there are more than these.
  const more = routes.length - LISTED;
  return `${routes.length} routes with ${policies} different policies ${conflict}: expected at most ${MAX_RULES} rules, found ${rules} for ${listed}, and ${more} more`;
}
