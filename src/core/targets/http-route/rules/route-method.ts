import {ROUTE_METHODS} from '../../../meshes.ts';
import {prefixOf} from '../../../openapi/effective-settings.ts';
import {operationName} from '../../../openapi/operation.ts';
import {keyLocation} from '../../../problem.ts';
import {neverMatches} from '../../../routes/path-expression.ts';
import type {Rule} from '../../../rule.ts';

export const routeMethod = {
  code: 'route-method',
  severity: 'warning',
  summary: 'An HTTPRoute can match the methods of all operations',
  check({routes, settings}) {
    const prefix = prefixOf(settings);
    return routes
      .filter(({method, expression}) => !(ROUTE_METHODS.includes(method) || neverMatches(prefix, expression)))
      .map((operation) => ({
        message: `an HTTPRoute cannot match ${operationName(operation)}, which is left out: expected one of the methods ${ROUTE_METHODS.join(', ')}`,
        hint: 'exclude it with `x-apigen: {disabled: true}`',
        location: keyLocation(operation.location),
      }));
  },
} satisfies Rule;
