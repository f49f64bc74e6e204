import {MAX_COMPARISONS} from '../../base/limits.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import type {RoutedOperation} from '../../openapi/operation.ts';
import {RouteTree} from '../../routes/route-tree.ts';
import {encodedSegmentsOf} from '../../routes/segments.ts';
import {ORIGINS, type SettingKey} from '../../settings/table.ts';
import {gatewayReader, isAtLeast} from '../target.ts';

/**
 * The filters `CORS` of operations, and which of these browsers ask with OPTIONS.
 *
 * Source: Gateway API v1, HTTPCORSFilter; in the standard channel from 1.5.
 */
export function corsOf(routes: readonly RoutedOperation[], settings: EffectiveSettings) {
  const gateway = gatewayReader(settings);
  const isRead = gateway !== undefined && gateway.insteadOfCors === undefined && isAtLeast('1.5', settings);
  const originsOf = (operation: RoutedOperation) => (isRead && settings.at(operation, ORIGINS)) || [];
  const isOn = (one: RoutedOperation) => originsOf(one).length > 0;
  if (!routes.some(isOn)) return {filter: () => undefined, isAsked: () => false};
  const inTree = (one: RoutedOperation) => ({one, method: '', segments: encodedSegmentsOf(one.expression)});
  const tree = new RouteTree({left: MAX_COMPARISONS}, routes.map(inTree));
  // A wider path describes methods for the same requests.
  const wider = (operation: RoutedOperation) => [...tree.wider(inTree(operation))].map(({one}) => one);
  const filter = (one: RoutedOperation) => {
    const at = <K extends SettingKey>(key: K) => settings.at(one, key);
    const lists = {
      allowMethods: at('cors.allow_methods') ?? [...new Set(wider(one).map(({method}) => method))].sort(),
      allowHeaders: at('cors.allow_headers') ?? [],
      exposeHeaders: at('cors.expose_headers') ?? [],
    };
    return {
      allowOrigins: originsOf(one),
      ...(at('cors.allow_credentials') && {allowCredentials: true}),
      ...Object.fromEntries(Object.entries(lists).filter(([, {length}]) => length > 0)),
      // Written in any case, since the API server adds its default.
      maxAge: at('cors.max_age') ?? 0,
    };
  };
  return {
    /** None where no origin is allowed, or where the gateway would refuse the HTTPRoute. */
    filter: (one: RoutedOperation) => (isOn(one) ? filter(one) : undefined),
    /** Whether the path or a wider one has a filter, which would answer. */
    isAsked: (one: RoutedOperation) => wider(one).some(isOn),
  };
}
