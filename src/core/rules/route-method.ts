import {keyLocation} from '../base/problem.ts';
import {operationName} from '../openapi/operation.ts';
import {canMatch} from './no-routes.ts';
import type {Rule} from './rule.ts';

export const routeMethod = {
  code: 'route-method',
  severity: 'warning',
  isFor: ({methods}) => methods !== undefined,
  summary: 'The output can match the methods of all operations',
  check(input) {
    const {one, methods = []} = input.target;
    return input.routes
      .filter((route) => canMatch(input, route) && !methods.includes(route.method))
      .map((operation) => ({
        message: `${one} cannot match ${operationName(operation)}, which is left out: expected one of the methods ${methods.join(', ')}`,
        hint: 'exclude it with `x-apigen: {disabled: true}`',
        location: keyLocation(operation.location),
      }));
  },
} satisfies Rule;
