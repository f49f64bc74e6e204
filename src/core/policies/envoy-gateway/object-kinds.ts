import {policyKind} from '../policy-kind.ts';
import {SECURITY_POLICY, toSecurityPolicies} from './security-policies.ts';

/** Who may call the routes of a Gateway. */
export const SECURITY_POLICIES = policyKind(SECURITY_POLICY, 'rules', {
  plural: 'securitypolicies',
  toObjects: toSecurityPolicies,
});
