import type {Description} from '../openapi/description.ts';
import {type EffectiveSettings, routedOperations} from '../openapi/effective-settings.ts';
import type {RoutedOperation} from '../openapi/operation.ts';
import {expressionText, withEmptySegments} from '../routes/path-expression.ts';
import {orderRoutes} from '../routes/route-order.ts';
import type {Target} from '../targets/target.ts';

/** The routes of the operations that are not disabled, and of the methods that are added to them, in the order in which they are tried. */
export function orderedRoutes(description: Description, settings: EffectiveSettings, target: Target) {
  const described = orderRoutes(unorderedRoutes(description, settings));
  const added = addedRoutes(described.routes, settings, target);
  return added.length === 0 ? described : orderRoutes([...described.routes, ...added]);
}

/** The routes of the operations that are not disabled. */
export function unorderedRoutes(description: Description, settings: EffectiveSettings): RoutedOperation[] {
  return routedOperations(description, settings).filter((operation) => !settings.at(operation, 'disabled'));
}

/** HEAD for each GET, and OPTIONS for each path, where that is set, or the target needs it, and the description has none. */
export function addedRoutes(
  described: readonly RoutedOperation[],
  settings: EffectiveSettings,
  {methods: writable, preflighted}: Target,
): RoutedOperation[] {
  const methods = settings.get('extra_methods') ?? [];
  const routes = described.filter(({method}) => writable?.includes(method) !== false);
  const isAsked = preflighted?.(routes, settings) ?? (() => false);
  const requestOf = ({method, expression}: RoutedOperation) =>
    `${method} ${expressionText(withEmptySegments(expression))}`;
  if (methods.length === 0 && !routes.some(isAsked)) return [];
  const requests = new Set(described.map(requestOf));
  return routes
    .flatMap((addedTo) =>
      ['HEAD', 'OPTIONS'].flatMap((method) => {
        const isSet = methods.includes(method) && !addedTo.pathItem.methods.has(method);
        const isNeeded = method === 'HEAD' ? isSet && addedTo.method === 'GET' : isSet || isAsked(addedTo);
        return isNeeded ? {...addedTo, method, addedTo} : [];
      }),
    )
    .filter((route) => !requests.has(requestOf(route)) && requests.add(requestOf(route)));
}
