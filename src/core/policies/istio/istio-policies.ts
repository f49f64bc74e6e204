import {firstOfEach, groupBy} from '../../base/group-by.ts';
import {mapsOf, valueAt} from '../../base/json.ts';
import {isOfKind} from '../../kubernetes/resource.ts';
import {accessOf, isWithin, type Token, waysIn} from '../../openapi/access.ts';
import {policyPaths} from '../../openapi/effective-settings.ts';
import {RouteTree} from '../../routes/route-tree.ts';
import type {EnforcedScheme} from '../../settings/types/index.ts';
import {metadataOf, serviceRef} from '../../targets/http-route/http-route.ts';
import {matchedRoutesOf} from '../../targets/http-route/matched-routes.ts';
import {objectName} from '../../targets/http-route/object-name.ts';
import {type KubernetesObject, mapsIn, policyTarget, type TargetInput} from '../../targets/target.ts';
import {mayHaveBoth} from '../policy-kind.ts';

const apiVersion = 'security.istio.io/v1';
export const AUTHORIZATION_POLICY = {apiVersion, kind: 'AuthorizationPolicy'};
export const REQUEST_AUTHENTICATION = {apiVersion, kind: 'RequestAuthentication'};

export const [ISSUER, SCOPE] = ['request.auth.claims[iss]', 'request.auth.claims[scope]'];
export const AUDIENCE = 'request.auth.audiences';

/**
 * The AuthorizationPolicy of a Service: what no rule allows is refused.
 *
 * Source: Istio 1.31, pilot, security/authz/model: rules, and the values of one condition, are alternatives.
 */
export function toAuthorizationPolicies(input: TargetInput): KubernetesObject[] {
  if (policyTarget(input.settings) !== 'service') return [];
  const ports = (input.settings.get('security.ports') ?? []).map(String);
  const groups = groupBy(allowedPaths(input), ({access}) => access.key);
  const schemes = input.settings.get('security.schemes') ?? {};
  const rules = [...groups.values()].flatMap((group) => rulesOf(group, ports, schemes));
  // Requests to other ports of the pods are served as they are without a policy.
  if (ports.length > 0) rules.push({to: [{operation: {notPorts: ports}}]});
  return [toObject(AUTHORIZATION_POLICY, input, {action: 'ALLOW', ...(rules.length > 0 && {rules})})];
}

/** The paths that some may call, with those within them that others may. */
function allowedPaths(input: TargetInput) {
  const {settings} = input;
  const pathOf = policyPaths(settings);
  const all = matchedRoutesOf(input).routes.flatMap(({operation, method, segments, expression}) => {
    const path = pathOf(expression);
    const {access} = accessOf(operation, settings);
    return path && access ? [{method, segments, path, access, notPaths: new Set<string>()}] : [];
  });
  const tree = new RouteTree(undefined, all);
  for (const one of all)
    for (const {access, notPaths} of tree.wider(one))
      if (!isWithin(access, one.access)) notPaths.add(one.path);
  return all.filter(({access}) => !access.isDenied);
}

/** One rule for all paths that the same may call, or one for each of the tokens of which a request needs one. */
function rulesOf(
  group: ReturnType<typeof allowedPaths>,
  ports: readonly string[],
  schemes: Readonly<Record<string, EnforcedScheme>>,
): object[] {
  const operations = groupBy(group, ({method, notPaths}) => [method, ...notPaths].join('\n'));
  const to = [...operations.values()].map((alike) => {
    const notPaths = [...(alike[0]?.notPaths ?? [])];
    const operation = {
      methods: [...new Set(alike.map(({method}) => method))],
      paths: [...new Set(alike.map(({path}) => path))],
      ...(notPaths.length > 0 && {notPaths}),
      ...(ports.length > 0 && {ports}),
    };
    return {operation};
  });
  return group.slice(0, 1).flatMap(({access}) => {
    const from = access.clients.length > 0 && {from: [{source: {serviceAccounts: access.clients}}]};
    return waysIn(access).map((token) => ({
      ...from,
      to,
      ...(token && {when: conditionsOf(token, schemes[token.scheme])}),
    }));
  });
}

/**
 * The conditions of a token, all of which have to hold. Each scope is one of its own, since all are needed. Another RequestAuthentication
 * may accept tokens of the issuer for other audiences.
 */
function conditionsOf({issuer, scopes}: Token, {audiences = []}: EnforcedScheme = {}): object[] {
  return [
    {key: ISSUER, values: [issuer]},
    ...(audiences.length > 0 ? [{key: AUDIENCE, values: audiences}] : []),
    ...scopes.map((scope) => ({key: SCOPE, values: [scope]})),
  ];
}

/**
 * Whether another AuthorizationPolicy allows requests to the same Service, or to pods that may be the same.
 *
 * Source: Istio, API, security/v1beta1: a request is allowed that one of all policies allows; a waypoint has only those with `targetRefs`.
 */
export function isWidenedBy(policy: unknown, other: unknown): boolean {
  const action = valueAt(other, '/spec/action') ?? 'ALLOW';
  if (!isOfKind(other, AUTHORIZATION_POLICY) || action !== 'ALLOW' || mapsIn(other, 'rules').length === 0)
    return false;
  const targets = [...mapsIn(other, 'targetRefs'), ...mapsOf([valueAt(other, '/spec/targetRef')])];
  const [service] = mapsIn(policy, 'targetRefs');
  if (service) return targets.some(({kind, name}) => kind === service.kind && name === service.name);
  const [labels, selected] = [policy, other].map((one) => valueAt(one, '/spec/selector/matchLabels'));
  return targets.length === 0 && mayHaveBoth(labels, selected);
}

/** The RequestAuthentication of a Service: without it no request has claims, and a token that is wrong is refused. */
export function toRequestAuthentications(input: TargetInput): KubernetesObject[] {
  const schemes = Object.values(input.settings.get('security.schemes') ?? {});
  const withTokens = schemes.filter(({issuer}) => issuer !== undefined);
  if (policyTarget(input.settings) !== 'service' || withTokens.length === 0) return [];
  const jwtRules = firstOfEach(withTokens, ({issuer = ''}) => issuer).map(
    ({issuer, audiences = [], jwks_uri}) => ({
      issuer,
      ...(audiences.length > 0 && {audiences}),
      jwksUri: jwks_uri,
      // The Service gets the token as it would without a policy.
      forwardOriginalToken: true,
    }),
  );
  return [toObject(REQUEST_AUTHENTICATION, input, {jwtRules})];
}

function toObject(
  kind: typeof AUTHORIZATION_POLICY,
  {settings}: TargetInput,
  spec: object,
): KubernetesObject {
  const matchLabels = settings.get('security.selector');
  const target = matchLabels ? {selector: {matchLabels}} : {targetRefs: [serviceRef(settings)]};
  const metadata = {name: objectName(settings, []), namespace: settings.get('namespace') ?? ''};
  return {...kind, metadata: {...metadata, ...metadataOf(settings)}, spec: {...target, ...spec}};
}
