import {HTTP_ROUTES} from '../../targets/http-route/object-kinds.ts';
import {selectorLabels} from '../../targets/http-route/object-name.ts';
import {gatewayReader, type TargetObjectKind} from '../../targets/target.ts';
import {SECURITY_POLICY, toSecurityPolicies} from './security-policies.ts';

/** Who may call the routes of a Gateway. They come before these: a policy without its route protects nothing, and no route is without. */
export const SECURITY_POLICIES = {
  kind: SECURITY_POLICY.kind,
  plural: 'securitypolicies',
  apiVersions: [SECURITY_POLICY.apiVersion],
  target: HTTP_ROUTES.target,
  toObjects: toSecurityPolicies,
  isPolicy: true,
  ownObjects: (settings) =>
    gatewayReader(settings)?.policies
      ? [{namespace: settings.get('namespace') ?? '', labels: selectorLabels(settings)}]
      : [],
  serviceOf: () => undefined,
  routes: () => [],
} satisfies TargetObjectKind;
