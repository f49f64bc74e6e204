import {type JsonMap, mapsOf, ownValue, valueAt} from '../../base/json.ts';
import {resourceOf} from '../../kubernetes/resource.ts';
import {type Access, accessFor, DENIED, tokenWords} from '../../openapi/access.ts';
import {templateExpression} from '../../routes/uri-template.ts';
import {mapsIn} from '../../targets/target.ts';
import {AUDIENCE, AUTHORIZATION_POLICY, ISSUER, REQUEST_AUTHENTICATION, SCOPE} from './istio-policies.ts';

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
  const at = placeOf(policy);
  const accesses = new Map<string, Access>();
  for (const {from, to, when} of mapsIn(policy, 'rules')) {
    const tokens = tokensIn(mapsOf(when), issuers);
    const clients = textsOf(valueAt(from, '/0/source/serviceAccounts'));
    for (const {operation} of mapsOf(to)) {
      const paths = textsOf(ownValue(operation, 'paths')).map(templateExpression);
      const methods = textsOf(ownValue(operation, 'methods'));
      for (const key of methods.flatMap((method) => paths.map((path) => keyOf(method, path)))) {
        const all = [...(accesses.get(key)?.tokens ?? []), ...tokens];
        accesses.set(key, {...accessFor(all.map(tokenWords), all, false, clients), at});
      }
    }
  }
  return (key) => accesses.get(key) ?? {...DENIED, at};
}

/** What a policy is for: labels of pods and the ports that it does not leave open, or a Service. */
function placeOf(policy: unknown): string {
  const labels = Object.entries(valueAt(policy, '/spec/selector/matchLabels') ?? {});
  const ports = mapsIn(policy, 'rules').flatMap(({to}) => textsOf(valueAt(to, '/0/operation/notPorts')));
  const services = mapsIn(policy, 'targetRefs').map(({name}) => `Service ${name}`);
  const pods = labels.map((label) => label.join('='));
  return services.join(' ') || `pods ${pods.join(' ')}, ports ${ports.join(' ')}`;
}

function tokensIn(conditions: readonly JsonMap[], issuers: readonly JsonMap[]) {
  const valuesOf = (wanted: string) =>
    conditions.flatMap(({key, values}) => (key === wanted ? textsOf(values) : []));
  return valuesOf(ISSUER).map((issuer) => {
    const {jwksUri} = issuers.find((one) => one.issuer === issuer) ?? {};
    const ofIssuer = {keys: String(jwksUri), audiences: valuesOf(AUDIENCE)};
    return {scheme: issuer, issuer, scopes: valuesOf(SCOPE), ...ofIssuer};
  });
}
