import {firstOfEach} from '../../base/group-by.ts';
import {type JsonMap, mapsOf, ownValue, valueAt} from '../../base/json.ts';
import {isOfKind, resourceOf} from '../../kubernetes/resource.ts';
import {type Access, accessFor, DENIED, isWithin, schemeOf, tokenWords} from '../../openapi/access.ts';
import {templateExpression} from '../../routes/uri-template.ts';
import type {EnforcedSchemes} from '../../settings/types/index.ts';
import {mapsIn} from '../../targets/target.ts';
import {podsText} from '../policy-kind.ts';
import {AUDIENCE, AUTHORIZATION_POLICY, ISSUER, REQUEST_AUTHENTICATION, SCOPE} from './istio-policies.ts';

const textsOf = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);

/**
 * Who may call the paths of a Service, as the policies that we have made say it; `undefined` without them.
 *
 * @param keyOf the same for two expressions of the same paths
 * @param schemes by which issuers are named
 */
export function pathAccess(
  objects: readonly unknown[],
  keyOf: (method: string, expression: string) => string,
  schemes?: EnforcedSchemes,
): ((key: string) => Access) | undefined {
  const [policies = [], authentications = []] = [AUTHORIZATION_POLICY, REQUEST_AUTHENTICATION].map((kind) =>
    objects.filter((one) => isOfKind(one, kind)),
  );
  const [policy] = policies;
  if (policy === undefined) return undefined;
  const issuers = authentications.flatMap((one) => mapsIn(one, 'jwtRules'));
  const at = placeOf(policy);
  const accesses = new Map<string, Access>();
  const rules = policies.flatMap((one) => (placeOf(one) === at ? mapsIn(one, 'rules') : []));
  for (const {from, to, when} of rules) {
    const tokens = tokensIn(mapsOf(when), issuers, schemes);
    const clients = textsOf(valueAt(from, '/0/source/serviceAccounts'));
    const access = accessFor(tokens.map(tokenWords), tokens, false, clients);
    for (const {operation} of mapsOf(to)) {
      const paths = textsOf(ownValue(operation, 'paths')).map(templateExpression);
      const methods = textsOf(ownValue(operation, 'methods'));
      for (const key of methods.flatMap((method) => paths.map((path) => keyOf(method, path))))
        accesses.set(key, either(accesses.get(key) ?? DENIED, access));
    }
  }
  return (key) => ({...(accesses.get(key) ?? DENIED), at});
}

/** Who may call by one of two rules; by the first where an access cannot say it of both. Source: Istio, security/v1beta1: one that allows is enough. */
function either(one: Access, other: Access): Access {
  const areTokens = one.tokens.length > 0 && other.tokens.length > 0;
  if (!areTokens || one.clients.join() !== other.clients.join()) return isWithin(one, other) ? other : one;
  const tokens = firstOfEach([...one.tokens, ...other.tokens], (token) => JSON.stringify(token));
  return accessFor([...new Set(tokens.map(tokenWords))], tokens, false, one.clients);
}

/** What a policy is for: labels of pods and the ports that it does not leave open, or a Service. */
function placeOf(policy: unknown): string {
  const {namespace} = resourceOf(policy);
  const services = mapsIn(policy, 'targetRefs').map(({name}) => `Service ${name}`);
  if (services.length > 0) return `${services.join(' ')} in ${namespace}`;
  const ports = mapsIn(policy, 'rules').flatMap(({to}) => textsOf(valueAt(to, '/0/operation/notPorts')));
  return podsText(valueAt(policy, '/spec/selector/matchLabels'), namespace, ports);
}

function tokensIn(conditions: readonly JsonMap[], issuers: readonly JsonMap[], schemes?: EnforcedSchemes) {
  const valuesOf = (wanted: string) =>
    conditions.flatMap(({key, values}) => (key === wanted ? textsOf(values) : []));
  return valuesOf(ISSUER).map((issuer) => {
    const {jwksUri} = issuers.find((one) => one.issuer === issuer) ?? {};
    const ofIssuer = {keys: String(jwksUri), audiences: valuesOf(AUDIENCE)};
    return {scheme: schemeOf(issuer, schemes), issuer, scopes: valuesOf(SCOPE), ...ofIssuer};
  });
}
