import {groupBy} from '../../base/group-by.ts';
import {keyLocation} from '../../base/problem.ts';
import {quote} from '../../base/quote.ts';
import {operationName} from '../../openapi/operation.ts';
import type {Rule} from '../../rules/rule.ts';

/** A mesh counts requests by the name of the route. */
export const routeNames = {
  code: 'route-names',
  severity: 'warning',
  summary: 'With `route_names: operation-id`, each operation has an `operationId` of its own',
  check({routes, settings}) {
    if (settings.get('route_names') !== 'operation-id') return [];
    const named = groupBy(routes, ({operationId = '', addedTo}) => (addedTo ? '' : operationId));
    return [...named].flatMap(([name, [first, ...others]]) =>
      name === '' || first === undefined
        ? []
        : others
            // An operation may have several routes.
            .filter(({location}) => location !== first.location)
            .map((operation) => ({
              message: `the route of ${operationName(operation)} has the name ${quote(name)} of ${operationName(first)}`,
              hint: 'give each operation its own `operationId`',
              location: keyLocation(operation.location),
            })),
    );
  },
} satisfies Rule;
