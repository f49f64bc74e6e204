import {policyKind} from '../policy-kind.ts';
import {BACKEND_TRAFFIC_POLICY, toBackendTrafficPolicies} from './backend-traffic-policies.ts';
import {SECURITY_POLICY, toSecurityPolicies} from './security-policies.ts';

/** Who may call the routes of a Gateway. */
export const SECURITY_POLICIES = policyKind(SECURITY_POLICY, 'rules', {
  plural: 'securitypolicies',
  toObjects: toSecurityPolicies,
});

/** How often they may be called. */
export const BACKEND_TRAFFIC_POLICIES = policyKind(BACKEND_TRAFFIC_POLICY, 'rules', {
  plural: 'backendtrafficpolicies',
  policyOn: 'rates',
  toObjects: toBackendTrafficPolicies,
});
