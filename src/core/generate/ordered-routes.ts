import type {Description} from '../openapi/description.ts';
import {type EffectiveSettings, prefixOf, withExpression} from '../openapi/effective-settings.ts';
import type {RoutedOperation} from '../openapi/operation.ts';
import {expressionText, withEitherSlash, withEmptySegments} from '../routes/path-expression.ts';
import {EXACT_END} from '../routes/path-template.ts';
import {orderRoutes} from '../routes/route-order.ts';
import {isGiven} from '../settings/precedence.ts';
import type {Target} from '../targets/target.ts';

/** The routes of the operations that are not disabled, and of the methods that are added to them, in the order in which they are tried. */
export function orderedRoutes(description: Description, settings: EffectiveSettings, target: Target) {
  const described = orderRoutes(unorderedRoutes(description, settings));
  const added = addedRoutes(described.routes, settings, target);
  return added.length === 0 ? described : orderRoutes([...described.routes, ...added]);
}

/** The routes of the operations that are not disabled. */
export function unorderedRoutes({operations}: Description, settings: EffectiveSettings): RoutedOperation[] {
  const all = operations.map((operation) => withExpression(operation, settings));
  return withSlashes(all, settings).filter((operation) => !settings.at(operation, 'disabled'));
}

const SLASH = 'path.trailing_slash';

/** With `path.trailing_slash: either`, routes for paths with a `/` at the end and without, except for the form that another path has. */
function withSlashes(routes: readonly RoutedOperation[], settings: EffectiveSettings) {
  const isEither = (route: RoutedOperation) =>
    settings.at(route, SLASH) === 'either' &&
    (!EXACT_END.test(route.pathItem.path) || isGiven(SLASH, route.pathItem.settings.values));
  if (!routes.some(isEither)) return routes;
  const described = new Set(routes.map(({method, expression}) => `${method} ${expression}`));
  return routes.map((route) => {
    const {method, expression} = route;
    const otherForm = expression.endsWith('/') ? expression.slice(0, -1) : `${expression}/`;
    const isOnly = !described.has(`${method} ${otherForm}`) && prefixOf(settings) + otherForm !== '';
    return isOnly && isEither(route) ? {...route, expression: withEitherSlash(expression)} : route;
  });
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
