import {keyLocation} from '../../../problem.ts';
import {quote} from '../../../quote.ts';
import type {Rule} from '../../../rule.ts';
import {EXTENSION} from '../../../settings/table.ts';
import {planOf} from '../plan.ts';

/** Source: Gateway API v1, HTTPMethod. */
const METHODS: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
];

export const routeMethod = {
  code: 'route-method',
  severity: 'error',
  summary: 'An HTTPRoute can match the methods of all operations',
  check: (input) =>
    planOf(input)
      .routes.filter(({method}) => !METHODS.includes(method))
      .map(({method, path, operation: {location}}) => ({
        message: `an HTTPRoute cannot match ${quote(`${method} ${path}`)}: expected one of the methods ${METHODS.join(', ')}`,
        hint: `exclude it with \`${EXTENSION}: {disabled: true}\``,
        location: keyLocation(location),
      })),
} satisfies Rule;
