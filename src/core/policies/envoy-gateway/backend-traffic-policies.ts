import {isMap, mapsOf, valueAt} from '../../base/json.ts';
import {matchedRoutesOf, namedObjects} from '../../targets/http-route/matched-routes.ts';
import {limitName, limitWords, type RateLimit} from '../../targets/http-route/rate-limit.ts';
import type {KubernetesObject, TargetInput} from '../../targets/target.ts';
import {policiesOfRules, readRulePolicies} from './rule-policies.ts';

export const BACKEND_TRAFFIC_POLICY = {
  apiVersion: 'gateway.envoyproxy.io/v1alpha1',
  kind: 'BackendTrafficPolicy',
};

/**
 * The BackendTrafficPolicies of the HTTPRoutes: one for each rate limit, for the rules that have it. What else somebody has set in such a policy
 * for the Gateway stays.
 *
 * Source: Envoy Gateway 1.9, api/v1alpha1, BackendTrafficPolicy; internal/gatewayapi/backendtrafficpolicy.go.
 */
export function toBackendTrafficPolicies(input: TargetInput): KubernetesObject[] {
  const matched = matchedRoutesOf(input);
  if (!matched.hasLimits) return [];
  const {settings} = input;
  return policiesOfRules(BACKEND_TRAFFIC_POLICY, namedObjects(matched, settings), settings, ({limit}) => {
    const name = limit && limitName(limit);
    return name
      ? {name, key: name, spec: {mergeType: 'StrategicMerge', rateLimit: toRules(limit)}}
      : undefined;
  });
}

/** All addresses, so that each of them is counted, of the last 20. Source: Envoy, local_rate_limit.proto, `max_dynamic_descriptors`. */
const ADDRESSES = ['0.0.0.0/0', '::/0'];

function toRules({requests, per, by}: RateLimit): object {
  const limit = {requests, unit: UNITS[per]};
  if (by === 'all') return {local: {rules: [{limit}]}};
  const selectors = ADDRESSES.map((value) => [{sourceCIDR: {invert: false, type: 'Distinct', value}}]);
  return {local: {rules: selectors.map((clientSelectors) => ({clientSelectors, limit}))}};
}

const UNITS = {second: 'Second', minute: 'Minute', hour: 'Hour'} as const;

/** The rate limit of a rule of an HTTPRoute in words, as policies that we have made say it; `undefined` for none. */
export function policyLimit(objects: readonly unknown[]) {
  return readRulePolicies(objects, BACKEND_TRAFFIC_POLICY, (spec) => {
    const [{limit, clientSelectors} = {}] = mapsOf(valueAt(spec, '/rateLimit/local/rules'));
    if (!isMap(limit)) return undefined;
    const by = clientSelectors === undefined ? 'all' : 'client';
    return limitWords({requests: limit.requests, per: String(limit.unit).toLowerCase(), by});
  });
}
