import {isMap, type JsonMap, mapsOf, ownValue} from '../../base/json.ts';
import {type Access, accessFor, DENIED, type Token, tokenWords} from '../../openapi/access.ts';
import {readRulePolicies} from './rule-policies.ts';
import {SECURITY_POLICY} from './security-policies.ts';

/** Who may call the rules of HTTPRoutes, as SecurityPolicies that we have made say it; `undefined` for a rule that none of them is for. */
export function policyAccess(
  objects: readonly unknown[],
): (httpRoute: unknown, rule: unknown) => Access | undefined {
  return readRulePolicies(objects, SECURITY_POLICY, accessIn);
}

function accessIn(spec: unknown): Access {
  const [jwt, authorization] = [ownValue(spec, 'jwt'), ownValue(spec, 'authorization')];
  const issuers = new Map(mapsOf(ownValue(jwt, 'providers')).map((one) => [String(one.name), one]));
  const isDenied = ownValue(authorization, 'defaultAction') !== 'Allow';
  const isOptional = !isDenied && issuers.size > 0;
  const tokens = mapsOf(ownValue(authorization, 'rules')).flatMap(({principal}) =>
    tokenIn(principal, issuers),
  );
  const words = isOptional ? [...issuers.keys()] : tokens.map(tokenWords);
  return isDenied && tokens.length === 0 ? DENIED : accessFor(words, tokens, isOptional);
}

function tokenIn(principal: unknown, issuers: ReadonlyMap<string, JsonMap>): Token[] {
  const jwt: JsonMap | undefined = [ownValue(principal, 'jwt')].find(isMap);
  const scheme = String(jwt?.provider);
  const scopes = Array.isArray(jwt?.scopes) ? jwt.scopes.map(String) : [];
  const {issuer, audiences = [], remoteJWKS} = issuers.get(scheme) ?? {};
  const ofProvider = {
    issuer: String(issuer),
    keys: String(ownValue(remoteJWKS, 'uri')),
    audiences: [audiences].flat().map(String),
  };
  return jwt === undefined ? [] : [{scheme, scopes, ...ofProvider}];
}
