import type {Description} from '../openapi/description.ts';
import {type EffectiveSettings, routed} from '../openapi/effective-settings.ts';
import type {RoutedOperation} from '../openapi/operation.ts';
import {expressionText, withEmptySegments} from '../routes/path-expression.ts';
import {orderRoutes} from '../routes/route-order.ts';
import type {Target} from '../targets/target.ts';

/** The routes of the operations that are not disabled, and of the methods that are added to them, in the order in which they are tried. */
export function orderedRoutes({operations}: Description, settings: EffectiveSettings, target: Target) {
  const described = orderRoutes(
    operations
      .filter((operation) => !settings.at(operation, 'disabled'))
      .map((operation) => routed(operation, settings)),
  );
  const added = addedRoutes(described.routes, settings, target);
  return added.length === 0 ? described : orderRoutes([...described.routes, ...added]);
}

/** HEAD for each GET, and OPTIONS for each path, where that is set, or the target needs it, and the description has none. */
function addedRoutes(
  described: readonly RoutedOperation[],
  settings: EffectiveSettings,
  {methods: writable, preflighted}: Target,
): RoutedOperation[] {
  const methods = settings.get('extra_methods') ?? [];
  const written = described.filter(({method}) => writable?.includes(method) !== false);
  const isAsked = preflighted?.(written, settings) ?? (() => false);
  const requestOf = ({method, expression}: RoutedOperation) =>
    `${method} ${expressionText(withEmptySegments(expression))}`;
  if (methods.length === 0 && !written.some(isAsked)) return [];
  const known = new Set(described.map(requestOf));
  return written
    .flatMap((addedTo) =>
      ['HEAD', 'OPTIONS'].flatMap((method) => {
        const isSet = methods.includes(method) && !addedTo.pathItem.methods.has(method);
        const isNeeded = method === 'HEAD' ? isSet && addedTo.method === 'GET' : isSet || isAsked(addedTo);
        return isNeeded ? {...addedTo, method, addedTo} : [];
      }),
    )
    .filter((route) => !known.has(requestOf(route)) && known.add(requestOf(route)));
}
