import {ROUTE_METHODS, TARGET_OBJECTS} from '../../meshes.ts';
import type {Target} from '../target.ts';
import {corsOf} from './cors.ts';
import {MAX_DURATION} from './gateway-duration.ts';
import {preference, routeMatches} from './matched-routes.ts';
import {gatewayRequests} from './rules/gateway-requests.ts';
import {replacedLabel} from './rules/replaced-label.ts';
import {routePath} from './rules/route-path.ts';
import {routeSet} from './rules/route-set.ts';
import {ruleNameHash} from './rules/rule-name-hash.ts';
import {unreadSetting} from './rules/unsupported-setting.ts';

/** The output for meshes that read the Gateway API: HTTPRoutes that are attached to the Service. */
export const HTTP_ROUTE = {
  name: 'httproute',
  ...TARGET_OBJECTS.httproute,
  catchAll: 'the HTTPRoute',
  without: [
    'cluster.cluster_domain',
    'retry_budget.ratio',
    'retry_budget.min_retries_per_second',
    'retry_budget.ttl',
    'response_classes',
    'route_names',
  ],
  timeouts: {longest: MAX_DURATION, unit: 'milliseconds'},
  unmatchable: 'left out',
  methods: ROUTE_METHODS,
  preflighted: (routes, settings) => corsOf(routes, settings).isAsked,
  rules: [routePath, routeSet, unreadSetting, replacedLabel, gatewayRequests, ruleNameHash],
  matches: routeMatches,
  preference,
} satisfies Target;
