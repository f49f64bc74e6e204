import {type JsonMap, mapsOf, ownValue, valueAt} from '../../base/json.ts';
import {resourceOf} from '../../kubernetes/resource.ts';
import {type Access, accessFor, DENIED} from '../../openapi/access.ts';
import {templateExpression} from '../../routes/uri-template.ts';
import {mapsIn} from '../../targets/target.ts';
import {AUTHORIZATION_POLICY, ISSUER, REQUEST_AUTHENTICATION, SCOPE} from './istio-policies.ts';

const textsOf = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);

/**
 * Who may call the paths of a Service, as the policies that we have made say it; `undefined` without them.
 *
 * @param keyOf the same for two expressions of the same paths
 */
export function pathAccess(
  objects: readonly unknown[],
  keyOf: (method: string, expression: string) => string,
): ((key: string) => Access) | undefined {
  const [policy, authentication] = [AUTHORIZATION_POLICY, REQUEST_AUTHENTICATION].map(({kind}) =>
    objects.find((one) => resourceOf(one).kind === kind),
  );
  if (policy === undefined) return undefined;
  const issuers = mapsIn(authentication, 'jwtRules');
  const accesses = new Map<string, Access>();
  for (const {from, to, when} of mapsIn(policy, 'rules')) {
    const tokens = tokensIn(mapsOf(when), issuers);
    const clients = textsOf(valueAt(from, '/0/source/serviceAccounts'));
    for (const {operation} of mapsOf(to)) {
      const paths = textsOf(ownValue(operation, 'paths')).map(templateExpression);
      const methods = textsOf(ownValue(operation, 'methods'));
      for (const key of methods.flatMap((method) => paths.map((path) => keyOf(method, path)))) {
        const all = [...(accesses.get(key)?.tokens ?? []), ...tokens];
        const words = all.map(({scheme, scopes}) => [scheme, scopes.join(' + ')].filter(Boolean).join(' '));
        accesses.set(key, accessFor(words, all, false, clients));
      }
    }
  }
  return (key) => accesses.get(key) ?? DENIED;
}

function tokensIn(conditions: readonly JsonMap[], issuers: readonly JsonMap[]) {
  const valuesOf = (wanted: string) =>
    conditions.flatMap(({key, values}) => (key === wanted ? textsOf(values) : []));
  return valuesOf(ISSUER).map((issuer) => {
    const {jwksUri, audiences} = issuers.find((one) => one.issuer === issuer) ?? {};
    const ofIssuer = {keys: String(jwksUri), audiences: textsOf(audiences)};
    return {scheme: issuer, issuer, scopes: valuesOf(SCOPE), ...ofIssuer};
  });
}
