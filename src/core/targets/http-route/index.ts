import type {Target} from '../target.ts';
import {toHttpRoutes} from './http-route.ts';
import {preference, routeMatches} from './route-matches.ts';
import {rulePolicies} from './rule-policies.ts';
import {replacedLabel} from './rules/replaced-label.ts';
import {routeMethod} from './rules/route-method.ts';
import {routePath} from './rules/route-path.ts';
import {routeSet} from './rules/route-set.ts';
import {routeTimeout} from './rules/route-timeout.ts';
import {servicePort} from './rules/service-port.ts';
import {unsupportedSetting} from './rules/unsupported-setting.ts';

/** The output for meshes that read the Gateway API: HTTPRoutes that are attached to the Service. */
export const HTTP_ROUTE = {
  name: 'httproute',
  kind: 'HTTPRoute',
  apiVersions: ['gateway.networking.k8s.io/v1'],
  outputFile: '{api}.httproute.yaml',
  rules: [servicePort, routeMethod, routePath, routeTimeout, routeSet, unsupportedSetting, replacedLabel],
  toObjects: toHttpRoutes,
  matches: routeMatches,
  policies: rulePolicies,
  preference,
} satisfies Target;
