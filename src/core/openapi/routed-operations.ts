import {compareCodePoints} from '../code-point-order.ts';
import type {EffectiveSettings} from './effective-settings.ts';
import type {Operation} from './operation.ts';

/**
 * The operations that give a route, in the order of the routes: by method, then by path.
 *
 * Source: docs/specification.md, 5.1 and 5.7.
 */
export function routedOperations(
  operations: readonly Operation[],
  settings: EffectiveSettings,
): readonly Operation[] {
  // A space sorts before every character of a method's name, so both are compared at once.
  const routed = operations
    .filter((operation) => !settings.at(operation, 'disabled'))
    .map((operation) => ({operation, name: `${operation.method} ${operation.pathItem.path}`}));
  return routed.sort((a, b) => compareCodePoints(a.name, b.name)).map(({operation}) => operation);
}
