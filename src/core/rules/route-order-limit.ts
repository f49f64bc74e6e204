import {groupBy} from '../base/group-by.ts';
import {MAX_COMPARISONS} from '../base/limits.ts';
import {quote} from '../base/quote.ts';
import {asTemplate, PATTERNED} from '../routes/path-expression.ts';
import type {Rule, RuleInput} from './rule.ts';

/** The mesh uses the first route that matches. */
export const routeOrderLimit = {
  code: 'route-order-limit',
  severity: 'warning',
  ofService: true,
  // An example of it would be too large for a page, and for an editor.
  linted: false,
  summary: 'Routes can be ordered with a limited number of comparisons',
  check(input) {
    if (!input.isOrderIncomplete) return [];
    const message = `too many similar paths: after ${MAX_COMPARISONS} comparisons, the remaining routes are ordered by path`;
    const hint = `a route may come after one that matches all of its requests: ${similarPaths(input) ?? 'use fewer segments that combine text and parameters'}`;
    return [{message, hint, location: {uri: input.description.uri, pointer: '/paths', at: 'key'}}];
  },
} satisfies Rule;

/** What to do about too many paths that are compared, with an example of those that most are like. */
export function similarPaths({routes}: Pick<RuleInput, 'routes'>): string | undefined {
  const alike = [...groupBy(routes, ({expression}) => asTemplate(expression)).values()];
  const [first, ...others] = alike.reduce((a, b) => (b.length > a.length ? b : a), []);
  if (!first || !PATTERNED.test(first.expression)) return undefined;
  const {path, template = path} = first.pathItem;
  return `begin each pattern of the ${others.length + 1} paths such as ${quote(template)} with "^" and different text, or set \`path.parameters: any\``;
}
