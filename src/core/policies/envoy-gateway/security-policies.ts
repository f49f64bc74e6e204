import {groupBy} from '../../base/group-by.ts';
import type {Access, Token} from '../../openapi/access.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import {matchedRoutesOf, namedObjects} from '../../targets/http-route/matched-routes.ts';
import {hashOf} from '../../targets/http-route/object-name.ts';
import {accessName} from '../../targets/http-route/rule-names.ts';
import {type KubernetesObject, policyTarget, type TargetInput} from '../../targets/target.ts';
import {policiesOfRules, targetRef, toPolicy} from './rule-policies.ts';

export const SECURITY_POLICY = {apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'SecurityPolicy'};

/**
 * The SecurityPolicies of the HTTPRoutes: one for each that denies what no other is for, and one for each access, of the rules that have it.
 * The narrower one replaces the wider one. A rule that nobody may call has one, too, so that another one for it is in conflict.
 *
 * Source: Envoy Gateway 1.9, api/v1alpha1, SecurityPolicy; internal/gatewayapi/securitypolicy.go.
 */
export function toSecurityPolicies(input: TargetInput): KubernetesObject[] {
  const {settings} = input;
  if (policyTarget(settings) !== 'rules') return [];
  const objects = namedObjects(matchedRoutesOf(input), settings);
  return [
    ...objects.map(({name}) => toPolicy(SECURITY_POLICY, name, [targetRef(name)], DENIED, settings)),
    ...policiesOfRules(
      SECURITY_POLICY,
      objects,
      settings,
      ({access}) =>
        access && {name: accessName(access), key: access.key, spec: accessFields(access, settings)},
    ),
  ];
}

const DENIED = {authorization: {defaultAction: 'Deny'}};

/** A token is of an issuer, for one of the audiences; the scopes of an alternative are needed all. */
function accessFields({isDenied, tokens, isOptional}: Access, settings: EffectiveSettings): object {
  if (isDenied) return DENIED;
  if (tokens.length === 0) return {authorization: {defaultAction: 'Allow'}};
  const issuers = groupBy(tokens, ({issuer}) => issuer);
  const jwt = {
    ...(isOptional && {optional: true}),
    providers: [...issuers.values()].flatMap(([token]) => (token ? providerOf(token, settings) : [])),
  };
  if (isOptional) return {jwt, authorization: {defaultAction: 'Allow'}};
  return {jwt, authorization: {defaultAction: 'Deny', rules: tokens.map(allowRule)}};
}

function providerOf({scheme, issuer}: Token, settings: EffectiveSettings): object {
  const {jwks_uri, audiences = []} = settings.get('security.schemes')?.[scheme] ?? {};
  return {
    name: providerName(scheme),
    issuer,
    ...(audiences.length > 0 && {audiences}),
    // Written in any case, since the API server adds its default.
    remoteJWKS: {cacheDuration: '300s', uri: jwks_uri},
  };
}

/** A rule has to name something of the token, without scopes its issuer. */
function allowRule({scheme, issuer, scopes}: Token): object {
  const provider = providerName(scheme);
  const claims = [{name: 'iss', valueType: 'String', values: [issuer]}];
  return {action: 'Allow', principal: {jwt: {provider, ...(scopes.length > 0 ? {scopes} : {claims})}}};
}

/** Envoy Gateway ignores a policy with another name than a qualified one of Kubernetes. */
function providerName(scheme: string): string {
  return /^[a-z0-9]([-\w.]{0,61}[a-z0-9])?$/i.test(scheme) ? scheme : `scheme-${hashOf(scheme)}`;
}
