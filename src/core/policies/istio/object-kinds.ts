import {HTTP_ROUTES} from '../../targets/http-route/object-kinds.ts';
import {selectorLabels} from '../../targets/http-route/object-name.ts';
import {chosenReader, mapsIn, type TargetObjectKind} from '../../targets/target.ts';
import {
  AUTHORIZATION_POLICY,
  isWidenedBy,
  REQUEST_AUTHENTICATION,
  toAuthorizationPolicies,
  toRequestAuthentications,
} from './istio-policies.ts';

const policies = <P extends Pick<TargetObjectKind, 'kind' | 'plural' | 'toObjects' | 'hasStatus'>>(row: P) =>
  ({
    ...row,
    apiVersions: [AUTHORIZATION_POLICY.apiVersion],
    target: HTTP_ROUTES.target,
    isPolicy: true,
    ownObjects: (settings) =>
      chosenReader(settings).policies?.attachedTo === 'service'
        ? [{namespace: settings.get('namespace') ?? '', labels: selectorLabels(settings)}]
        : [],
    serviceOf: () => undefined,
    routes: () => [],
  }) satisfies TargetObjectKind;

/** Who may call a Service. It comes first: without the other object nobody has a token. Istio says whether a waypoint has accepted it. */
export const AUTHORIZATION_POLICIES = policies({
  kind: AUTHORIZATION_POLICY.kind,
  plural: 'authorizationpolicies',
  toObjects: toAuthorizationPolicies,
  hasStatus: (policy) => mapsIn(policy, 'targetRefs').length > 0,
  isWidenedBy,
});

/** Whose tokens are right. */
export const REQUEST_AUTHENTICATIONS = policies({
  kind: REQUEST_AUTHENTICATION.kind,
  plural: 'requestauthentications',
  toObjects: toRequestAuthentications,
  hasStatus: () => false,
});
