import {mapsIn} from '../../targets/target.ts';
import {policyKind} from '../policy-kind.ts';
import {
  AUTHORIZATION_POLICY,
  isWidenedBy,
  REQUEST_AUTHENTICATION,
  toAuthorizationPolicies,
  toRequestAuthentications,
} from './istio-policies.ts';

/** Who may call a Service. It comes first: without the other object nobody has a token. Istio says whether a waypoint has accepted it. */
export const AUTHORIZATION_POLICIES = policyKind(AUTHORIZATION_POLICY, 'service', {
  plural: 'authorizationpolicies',
  toObjects: toAuthorizationPolicies,
  hasStatus: (policy) => mapsIn(policy, 'targetRefs').length > 0,
  isWidenedBy,
});

/** Whose tokens are right. */
export const REQUEST_AUTHENTICATIONS = policyKind(REQUEST_AUTHENTICATION, 'service', {
  plural: 'requestauthentications',
  toObjects: toRequestAuthentications,
  hasStatus: () => false,
});
