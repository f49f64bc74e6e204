import {keyLocation} from '../../../problem.ts';
import {quote} from '../../../quote.ts';
import type {Rule} from '../../../rule.ts';
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
  check: (input) =>
    planOf(input).unfit.flatMap((routes) => {
      const sorted = routes.toSorted((a, b) => a.order - b.order);
      const [first] = sorted;
      if (first === undefined) return [];
      const names = sorted.map(({method, path}) => quote(`${method} ${path}`));
      const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : '';
      const policies = new Set(routes.map(({policy}) => policyText(policy))).size;
      return [
        {
          message: `${names.length} routes with ${policies} different policies match the same requests and do not fit into one HTTPRoute: ${limitOf(sorted)} ${names.slice(0, LISTED).join(', ')}${more}`,
          hint: input.choices.group === 'operation' ? `${HINT}, or remove \`--group operation\`` : HINT,
          location: keyLocation(first.operation.location),
        },
      ];
    }),
} as const satisfies Rule;

/** The limit that is exceeded. Routes of two policies may need many rules, since the order of the routes is kept. */
function limitOf(routes: readonly DescribedRoute[]): string {
  if (routes.length > MAX_MATCHES) return `expected at most ${MAX_MATCHES} routes, found`;
  return `expected at most ${MAX_RULES} rules, found ${rulesOf([setOf(routes)]).length} for`;
}
