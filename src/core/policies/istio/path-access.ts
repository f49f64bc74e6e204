import {mapsOf, ownValue, valueAt} from '../../base/json.ts';
import {resourceOf} from '../../kubernetes/resource.ts';
import {type Access, accessFor, DENIED, type Token} from '../../openapi/access.ts';
import {templateExpression} from '../../routes/uri-template.ts';
import {mapsIn} from '../../targets/target.ts';
import {AUTHORIZATION_POLICY, ISSUER, REQUEST_AUTHENTICATION, SCOPE} from './istio-policies.ts';

const textsOf = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);

/**
 * Who may call the paths of a Service, as an AuthorizationPolicy that we have made says it; `undefined` where there is none.
 *
 * @param keyOf the same for two expressions of the same paths
 */
export function pathAccess(
  objects: readonly unknown[],
  keyOf: (method: string, expression: string) => string,
) {
  const ofKind = ({kind}: typeof AUTHORIZATION_POLICY) =>
    objects.find((one) => resourceOf(one).kind === kind);
  const policy = ofKind(AUTHORIZATION_POLICY);
  if (policy === undefined) return () => undefined;
  const issuers = new Map(
    mapsIn(ofKind(REQUEST_AUTHENTICATION), 'jwtRules').map((one) => [String(one.issuer), one]),
  );
  const accesses = new Map<string, Access>();
  for (const {from, to, when} of mapsIn(policy, 'rules')) {
    const tokens = tokenIn(mapsOf(when), issuers);
    const clients = textsOf(valueAt(from, '/0/source/serviceAccounts'));
    for (const {operation} of mapsOf(to)) {
      const [methods, paths] = ['methods', 'paths'].map((field) => textsOf(ownValue(operation, field)));
      for (const method of methods ?? [])
        for (const path of paths ?? []) {
          const key = keyOf(method, templateExpression(path));
          const all = [...(accesses.get(key)?.tokens ?? []), ...tokens];
          const words = all.map(({scheme, scopes}) => [scheme, ...scopes].join(' '));
          accesses.set(key, accessFor(words, all, false, clients));
        }
    }
  }
  return (key: string): Access => accesses.get(key) ?? DENIED;
}

function tokenIn(conditions: ReturnType<typeof mapsOf>, issuers: ReadonlyMap<string, unknown>): Token[] {
  const valuesOf = (key: string) =>
    conditions.filter((one) => one.key === key).flatMap(({values}) => textsOf(values));
  return valuesOf(ISSUER).map((issuer) => ({
    scheme: issuer,
    issuer,
    scopes: valuesOf(SCOPE),
    keys: String(ownValue(issuers.get(issuer), 'jwksUri')),
    audiences: textsOf(ownValue(issuers.get(issuer), 'audiences')),
  }));
}
