import {groupBy} from '../../base/group-by.ts';
import {valueAt} from '../../base/json.ts';
import {serviceOfOwn} from '../../kubernetes/own-objects.ts';
import {isOfKind, type Resource, resourceOf} from '../../kubernetes/resource.ts';
import {TARGET_OBJECTS} from '../../meshes.ts';
import {type Access, accessFor, accessOf, DENIED} from '../../openapi/access.ts';
import {metadataOf} from '../../targets/http-route/http-route.ts';
import {matchedRoutesOf, namedObjects} from '../../targets/http-route/matched-routes.ts';
import {matchFields} from '../../targets/http-route/object-kinds.ts';
import {objectName, policyName} from '../../targets/http-route/object-name.ts';
import {accessName} from '../../targets/http-route/rule-names.ts';
import {MAX_RULES} from '../../targets/http-route/rules-of-routes.ts';
import {type KubernetesObject, mapsIn, policyTarget, type TargetInput} from '../../targets/target.ts';
import {mayHaveBoth, podsText} from '../policy-kind.ts';

const group = 'policy.linkerd.io';
const [apiVersion, ofRoutes] = [`${group}/v1alpha1`, `${group}/v1beta3`];

export const SERVER = {apiVersion: ofRoutes, kind: 'Server'};
/** Of this group, so that none is taken for a route of the Service. */
export const SERVER_ROUTE = {apiVersion: ofRoutes, kind: TARGET_OBJECTS.httproute.kind};
export const SERVER_POLICY = {apiVersion, kind: 'AuthorizationPolicy'};
export const MESH_TLS_AUTHENTICATION = {apiVersion, kind: 'MeshTLSAuthentication'};
export const NETWORK_AUTHENTICATION = {apiVersion, kind: 'NetworkAuthentication'};

/** Source: linkerd2, the CRD of its HTTPRoutes. */
const MAX_MATCHES_OF_RULE = 8;

/**
 * A Server for each port of the pods, which refuses what no HTTPRoute of it takes, and for all that the same may call an authentication,
 * HTTPRoutes and a policy for each. Their names mean one set of callers, so that nobody else is let in, whatever is written first.
 *
 * Source: linkerd2, policy-controller, inbound/index.rs: `reindex_servers`; `client_authzs` are added to `route_client_authzs`.
 */
export function portObjects(input: TargetInput): readonly KubernetesObject[] {
  if (policyTarget(input.settings) !== 'ports') return [];
  const made = portObjectsOf.get(input) ?? makePortObjects(input);
  portObjectsOf.set(input, made);
  return made;
}

/** Each kind takes its own of them. */
const portObjectsOf = new WeakMap<TargetInput, readonly KubernetesObject[]>();

function makePortObjects(input: TargetInput): KubernetesObject[] {
  const {settings} = input;
  const toObject = (kind: typeof SERVER, name: string, spec: object) => ({
    ...kind,
    metadata: {name, namespace: settings.get('namespace') ?? '', ...metadataOf(settings)},
    spec,
  });
  const podSelector = {matchLabels: settings.get('security.selector') ?? {}};
  const servers = [...new Set(settings.get('security.ports'))].map((port) => {
    const spec = {podSelector, port, proxyProtocol: 'unknown', accessPolicy: 'deny'};
    return toObject(SERVER, objectName(settings, [`${port}`]), spec);
  });
  const parentRefs = servers.map(({kind, metadata: {name}}) => ({group, kind, name}));
  const ofCallers = [...callersOf(input).values()].flatMap((callers) => {
    const [{access} = {access: DENIED}] = callers;
    const plain = accessName(access);
    const named = policyName(settings, plain);
    const identityRefs = access.clients.map((client) => {
      const [namespace, name] = client.split('/');
      return {kind: 'ServiceAccount', namespace, name};
    });
    const authentication =
      identityRefs.length > 0
        ? toObject(MESH_TLS_AUTHENTICATION, named, {identityRefs})
        : toObject(NETWORK_AUTHENTICATION, named, {networks: [{cidr: '0.0.0.0/0'}, {cidr: '::/0'}]});
    const requiredAuthenticationRefs = [{group, kind: authentication.kind, name: named}];
    const rules = inParts(callers, MAX_MATCHES_OF_RULE).map((part) => ({
      matches: part.map(({path, method}) => ({path, method})),
    }));
    const routes = inParts(rules, MAX_RULES).flatMap((part, index) => {
      const name = policyName(settings, index === 0 ? plain : `${plain}-${index + 1}`);
      const targetRef = {group, kind: SERVER_ROUTE.kind, name};
      return [
        toObject(SERVER_POLICY, name, {targetRef, requiredAuthenticationRefs}),
        toObject(SERVER_ROUTE, name, {parentRefs, rules: part}),
      ];
    });
    return [authentication, ...routes];
  });
  return [...servers, ...ofCallers];
}

/** The matches that each set of callers may call, everybody first: with the first HTTPRoute those of probes that Linkerd adds are gone. */
function callersOf(input: TargetInput) {
  const {settings} = input;
  const access = accessFor([], []);
  const probes = (settings.get('security.probes') ?? []).map((value) => {
    return {access, method: 'GET', path: {type: 'Exact', value}};
  });
  const rules = namedObjects(matchedRoutesOf(input), settings).flatMap((one) => one.rules);
  const matches = rules.flatMap((rule) => rule.matches);
  const described = matches.flatMap(({route: {operation, method}, path}) => {
    const {access} = accessOf(operation, settings);
    return access && !access.isDenied && access.tokens.length === 0 ? [{access, method, path}] : [];
  });
  const all = [...described, ...probes].sort((a, b) => a.access.clients.length - b.access.clients.length);
  return groupBy(all, ({access}) => access.key);
}

function inParts<V>(all: readonly V[], size: number): V[][] {
  const starts = all.flatMap((_, index) => (index % size === 0 ? [index] : []));
  return starts.map((start) => all.slice(start, start + size));
}

/** Whether something else lets callers in at a Server or an HTTPRoute of ours, or another Server, if it is older, takes the port of its pods. */
export function isPortWidenedBy(own: unknown, other: unknown): boolean {
  const {kind, name} = resourceOf(own);
  const isServer = isOfKind(own, SERVER);
  if (isOfKind(other, SERVER)) {
    const [port, taken] = [own, other].map((one) => valueAt(one, '/spec/port'));
    const [labels, selected] = [own, other].map((one) => valueAt(one, '/spec/podSelector/matchLabels'));
    const isOfPods = valueAt(other, '/spec/podSelector') !== undefined;
    // A port may have its name.
    return (
      isServer && isOfPods && (port === taken || typeof taken === 'string') && mayHaveBoth(labels, selected)
    );
  }
  const isOurs = ownerOf(own) === ownerOf(other);
  const target = valueAt(other, '/spec/targetRef');
  const isFor = (reference: unknown) =>
    isText(valueAt(reference, '/kind'), kind) && isText(valueAt(reference, '/name'), name);
  const isOfAll = isServer && isText(valueAt(target, '/kind'), 'Namespace');
  return !isOurs && (isOfAll || [target, ...mapsIn(other, 'parentRefs')].some(isFor));
}

/** The Service of an object of ours, or its labels, where `labels` replace those that say so. */
function ownerOf(object: unknown): string {
  return JSON.stringify(serviceOfOwn(resourceOf(object)) ?? valueAt(object, '/metadata/labels'));
}

/** Linkerd compares kinds and names without case. Source: linkerd2, policy-controller, k8s/api/src/policy.rs. */
function isText(value: unknown, text: string): boolean {
  return String(value).toLowerCase() === text.toLowerCase();
}

/** Who may call the routes of ports by the key of their name, as objects that we have made say it; `undefined` without a Server. */
export function portAccess(
  objects: readonly unknown[],
  keyOf: (route: string) => string,
): ((key: string) => Access) | undefined {
  const of = (kind: typeof SERVER) => objects.filter((one) => isOfKind(one, kind));
  const servers = of(SERVER);
  if (servers.length === 0) return undefined;
  const ports = servers.map((server) => Number(valueAt(server, '/spec/port'))).sort((a, b) => a - b);
  const labels = valueAt(servers[0], '/spec/podSelector/matchLabels');
  const at = podsText(labels, resourceOf(servers[0]).namespace, ports);
  const [policies, ofClients] = [of(SERVER_POLICY), of(MESH_TLS_AUTHENTICATION)];
  const accessTo = ({name}: Resource): Access => {
    const policy = policies.find((one) => valueAt(one, '/spec/targetRef/name') === name);
    const needed = valueAt(policy, '/spec/requiredAuthenticationRefs/0');
    if (valueAt(needed, '/kind') === NETWORK_AUTHENTICATION.kind) return accessFor([], []);
    const named = ofClients.find((one) => resourceOf(one).name === valueAt(needed, '/name'));
    const clients = mapsIn(named, 'identityRefs').map((one) => `${one.namespace}/${one.name}`);
    return clients.length === 0 ? DENIED : accessFor([], [], false, clients);
  };
  const accesses = new Map<string, Access>();
  for (const object of of(SERVER_ROUTE))
    for (const {route} of matchFields(object))
      accesses.set(keyOf(route), {...accessTo(resourceOf(object)), at});
  return (key) => accesses.get(key) ?? {...DENIED, at};
}
