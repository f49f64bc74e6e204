import {MAX_COMPARISONS} from '../base/limits.ts';
import type {Rule} from './rule.ts';

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
    const hint =
      'a route may come after one that matches all of its requests: use fewer segments that combine text and parameters, and patterns that begin with different text';
    return [{message, hint, location: {uri: input.description.uri, pointer: '/paths', at: 'key'}}];
  },
} satisfies Rule;
