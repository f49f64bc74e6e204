import {linkerdRule} from './linkerd.ts';
import type {Request, Rule} from './request.ts';

interface Reference {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

interface PolicyObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {readonly name: string; readonly namespace: string};
  readonly spec: {
    readonly port?: number;
    readonly accessPolicy?: string;
    readonly parentRefs?: readonly Reference[];
    readonly rules?: Rule[];
    readonly targetRef?: Reference;
    readonly requiredAuthenticationRefs?: readonly Reference[];
    readonly identityRefs?: readonly Reference[];
    readonly networks?: readonly {readonly cidr: string}[];
    readonly containers?: readonly {
      readonly readinessProbe?: {readonly httpGet: {readonly path: string; readonly port: number}};
    }[];
  };
}

/** Who sends a request: its service account, none outside of the mesh, from where, and the port of the pod that it asks for. */
interface Sender {
  readonly client?: string;
  readonly address?: string;
  readonly port?: number;
}

/**
 * What Linkerd's proxy of a pod answers to a request, where every Server is for the pod; objects are in the order of their age. Of the
 * pod, which may be one of them, readiness probes are read.
 *
 * Source: linkerd2, policy-controller, inbound/index.rs: `reindex_servers`, `http_routes`, `default_inbound_http_routes`, `client_authzs`,
 * `route_client_authzs`, `policy_client_authz`; linkerd2-proxy, inbound/src/policy/http.rs, and server-policy, `ServerPolicy::try_from` and
 * `mk_authorizations`: those of the Server are added, and one for the pod itself.
 */
export function linkerdAnswer(
  objects: readonly object[],
  request: Request,
  {client, address = '10.1.2.3', port = 80}: Sender = {},
): 'served' | 403 | 404 {
  const parsed: readonly PolicyObject[] = JSON.parse(JSON.stringify(objects));
  const ours = parsed.filter(({apiVersion}) => apiVersion.startsWith('policy.linkerd.io/'));
  const of = (kind: string) => ours.filter((one) => one.kind === kind);
  const server = of('Server').find(({spec}) => spec.port === port);
  // Source: linkerd2, values.yaml, `defaultInboundPolicy`.
  if (server === undefined) return 'served';
  if (server.spec.accessPolicy !== 'deny') throw new Error('not denied');
  const isFor = (reference: Reference | undefined, kind: string, name: string) =>
    reference?.kind === kind && reference.name === name;
  const isMet = ({kind, name}: Reference) => {
    const spec = of(kind).find(({metadata}) => metadata.name === name)?.spec;
    const accounts = spec?.identityRefs?.map((one) => `${one.namespace}/${one.name}`) ?? [];
    const isOfAll = ['0.0.0.0/0', '::/0'].every((cidr) => spec?.networks?.some((one) => one.cidr === cidr));
    return kind === 'NetworkAuthentication' ? isOfAll : accounts.some((one) => one === client);
  };
  const isAllowed = (isOne: (target: Reference | undefined) => boolean) =>
    of('AuthorizationPolicy').some(
      ({spec}) => isOne(spec.targetRef) && spec.requiredAuthenticationRefs?.every(isMet),
    );
  const {name: serverName} = server.metadata;
  const isOpen =
    ['127.0.0.1', '::1'].includes(address) ||
    isAllowed((target) => target?.kind === 'Namespace' || isFor(target, 'Server', serverName));
  const routes = of('HTTPRoute')
    .filter(({spec}) => spec.parentRefs?.some((parent) => isFor(parent, 'Server', serverName)))
    .map(({metadata: {name}, spec: {rules = []}}) => ({name, rules}));
  if (routes.length === 0) {
    const pods = parsed.filter(({kind}) => kind === 'Pod');
    const probes = pods.flatMap(({spec}) => spec.containers?.map((one) => one.readinessProbe?.httpGet));
    const isProbe = probes.some((probe) => probe?.path === request.path && probe.port === port);
    return isOpen || (isProbe && request.method === 'GET') ? 'served' : 403;
  }
  const used = linkerdRule(routes, request);
  if (used === undefined) return 404;
  const route = routes.find(({rules}) => rules.some((rule) => rule === used));
  return isOpen || (route && isAllowed((target) => isFor(target, 'HTTPRoute', route.name))) ? 'served' : 403;
}
