import {writeFileSync} from 'node:fs';
import type {Agent} from 'node:https';
import path from 'node:path';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import type {Guard} from '../cluster/control-plane/guard.ts';
import {moduleFolder} from '../cluster/control-plane/module-folder.ts';
import {freePorts, until} from '../cluster/control-plane/start.ts';
import type {connectedNetwork} from './contour-network.ts';
import {CLASS} from './http-routes.ts';
import {makeIdentities, serveSecrets} from './istio-identities.ts';
import {POD, POD_SERVICE, startPod} from './istio-pod.ts';
import {HBONE_PORT, Tunnel, WAYPOINT_LABELS, WAYPOINT_SERVICE, WITH_WAYPOINT} from './istio-waypoint.ts';
import {
  addressOf,
  applyObjects,
  endpointsOf,
  LIVE_GATEWAY,
  type LiveGateway,
  startCluster,
} from './live-gateway.ts';

/** The version of Istio's kinds. */
const KINDS = 'istio.io/api@v1.27.0';
const ADMIN = 15_000;

/** Without what only Istio's own proxy has, and without certificates. */
const VARIABLES = {
  PILOT_ENABLE_METADATA_EXCHANGE: 'false',
  PILOT_ENABLE_ALPN_FILTER: 'false',
  PILOT_ENABLE_GATEWAY_API_DEPLOYMENT_CONTROLLER: 'false',
};
/** Of waypoints in one network. */
const AMBIENT = {PILOT_ENABLE_AMBIENT: 'true', AMBIENT_ENABLE_MULTI_NETWORK_WAYPOINT: 'false'};
const MESH_CONFIG = {defaultProviders: {}, enableAutoMtls: false};

const {namespace} = LIVE_GATEWAY;
const labels = {app: LIVE_GATEWAY.name};

type Kind = 'gateway' | 'client' | 'pod' | 'waypoint';

/** What the node of a proxy says, and the port that requests are sent to. */
interface Proxy {
  readonly type: 'router' | 'sidecar' | 'waypoint';
  readonly namespace: string;
  readonly labels: object;
  readonly port: number;
  readonly mode?: 'REDIRECT';
  readonly version?: string;
}

const inPod = {namespace: POD.namespace, labels: POD.labels, port: POD.ports.http};
/** The proxies that Envoy can be: those of a gateway, of a client of Services, and of a pod of a Service, or a waypoint. */
const PROXIES: Readonly<Record<Kind, Proxy>> = {
  gateway: {type: 'router', namespace, labels, port: 8080},
  client: {type: 'sidecar', namespace, labels: {app: 'client'}, port: 80},
  pod: {type: 'sidecar', ...inPod, mode: 'REDIRECT'},
  // From 1.29.2 on it has objects in filter states that only Istio's proxy knows.
  waypoint: {type: 'waypoint', ...inPod, labels: WAYPOINT_LABELS, version: '1.29.1'},
};

/** The Service of the gateway's proxy, which an address of the Gateway names. */
const SERVICE = {
  ...{apiVersion: 'v1', kind: 'Service', metadata: {name: 'proxy', namespace}},
  spec: {selector: labels, ports: [{name: 'http', port: 80, targetPort: PROXIES.gateway.port}]},
};
const GATEWAY: KubernetesObject = {
  ...{apiVersion: CLASS.apiVersion, kind: 'Gateway', metadata: LIVE_GATEWAY},
  spec: {
    gatewayClassName: CLASS.metadata.name,
    addresses: [{type: 'Hostname', value: `proxy.${namespace}.svc.cluster.local`}],
    listeners: [{name: 'http', protocol: 'HTTP', port: 80, allowedRoutes: {namespaces: {from: 'All'}}}],
  },
};

/** What a client's proxy listens on: nothing takes its connections, as in a Pod. */
const sidecar = (address: string): KubernetesObject => ({
  ...{apiVersion: 'networking.istio.io/v1', kind: 'Sidecar', metadata: {name: 'default', namespace}},
  spec: {
    egress: [
      {port: {number: PROXIES.client.port, protocol: 'HTTP', name: 'http'}, bind: address, hosts: ['*/*']},
    ],
  },
});

/** The objects that are there before Istio. */
function objectsFor(kind: Kind, address: string): readonly KubernetesObject[] {
  if (kind === 'pod') return [POD_SERVICE];
  if (kind === 'waypoint') {
    const hbone = endpointsOf(WAYPOINT_SERVICE, address, HBONE_PORT);
    return [...WITH_WAYPOINT, hbone, endpointsOf(POD_SERVICE, address, POD.ports.http)];
  }
  return [SERVICE, endpointsOf(SERVICE, address, PROXIES.gateway.port), sidecar(address)];
}

/**
 * Starts an API server, Istio's control plane and, in the network namespace, Envoy: the proxy of a gateway, that of a client of Services, that of a
 * pod, or a waypoint.
 *
 * @param programs the folder of the API server; Envoy; Istio's `pilot-discovery`
 * @returns with what clients of the pod or the waypoint connect, by their service accounts
 * @throws Error when one of them ends, or does not come up
 */
export async function startIstio(
  {kubernetes, envoy, pilot}: Readonly<Record<'kubernetes' | 'envoy' | 'pilot', string>>,
  {outer, inner, enter}: Awaited<ReturnType<typeof connectedNetwork>>,
  guarded: Guard,
  kind: Kind = 'gateway',
): Promise<LiveGateway & {readonly agents: ReadonlyMap<string | undefined, Agent>}> {
  const {folder, start} = guarded;
  const kinds = path.join(await moduleFolder(KINDS), 'kubernetes/customresourcedefinitions.gen.yaml');
  const controllerName = kind === 'waypoint' ? 'istio.io/mesh-controller' : 'istio.io/gateway-controller';
  const cluster = await startCluster(kubernetes, outer, guarded, {controllerName, files: [kinds]});
  const system = {...SERVICE, metadata: {name: 'istiod', namespace: 'istio-system'}};
  await applyObjects(cluster, [system, ...objectsFor(kind, inner)]);
  const [xds = 0, http = 0, https = 0, secure = 0, monitoring = 0, control = 0] = await freePorts(6);
  const mesh = path.join(folder, 'mesh.json');
  writeFileSync(mesh, JSON.stringify(MESH_CONFIG));
  const addresses = {grpc: xds, http, https, secureGRPC: secure, monitoring};
  const serve = [
    ...['discovery', `--kubeconfig=${cluster.kubeconfig}`, `--meshConfig=${mesh}`, `--ctrlz_port=${control}`],
    ...Object.entries(addresses).map(([name, port]) => `--${name}Addr=${outer}:${port}`),
  ];
  const variables = Object.entries({...VARIABLES, ...(kind === 'waypoint' && AMBIENT)}).map(
    ([name, value]) => `${name}=${value}`,
  );
  const file = path.join(folder, 'envoy.yaml');
  const isInMesh = kind === 'pod' || kind === 'waypoint';
  if (isInMesh) await startPod(enter, guarded);
  const agents = isInMesh ? await makeIdentities(folder) : new Map();
  const servers = {
    xds: {host: outer, port: xds},
    ...(isInMesh && {'sds-grpc': await serveSecrets(folder, outer)}),
  };
  writeFileSync(file, bootstrap(kind, inner, servers));
  const [program = '', ...before] = [...enter, envoy, '-c', file];
  const admin = `http://${inner}:${ADMIN}`;
  await Promise.race([
    start('pilot', 'env', [...variables, pilot, ...serve]),
    start('envoy', program, [
      ...before,
      ...'--concurrency 1 --disable-hot-restart --log-level warn'.split(' '),
      ...'--drain-strategy immediate --drain-time-s 1'.split(' '),
    ]),
    until(() =>
      fetch(`${admin}/ready`).then(
        ({ok}) => ok,
        () => false,
      ),
    ),
  ]);
  const live = {...cluster, agents, admin, place: {host: inner, port: PROXIES[kind].port}};
  if (kind === 'gateway') return {...live, objects: [GATEWAY]};
  if (kind !== 'waypoint') return {...live, ...(kind === 'client' && {isMesh: true})};
  const host = await addressOf(cluster, POD_SERVICE);
  const tunnels = [...agents].map(([client, {options}]) => [client, new Tunnel(inner, options)] as const);
  return {...live, agents: new Map(tunnels), place: {...live.place, host}};
}

/** The configuration with which Envoy asks for its own. Source of the runtime flags: istio, pkg/bootstrap/config.go, `extractRuntimeFlags`. */
function bootstrap(
  kind: Kind,
  address: string,
  servers: Readonly<Record<string, {readonly host: string; readonly port: number}>>,
): string {
  const {type, namespace, labels, version = '1.32.0', mode = 'NONE'} = PROXIES[kind];
  const options = 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions';
  const clusters = Object.entries(servers).map(
    ([name, {host, port}]) => `
    - name: ${name}
      type: STATIC
      loadAssignment: {clusterName: ${name}, endpoints: [{lbEndpoints: [{endpoint: {address: {socketAddress: {address: ${host}, portValue: ${port}}}}}]}]}
      typedExtensionProtocolOptions: {${options}: {'@type': type.googleapis.com/${options}, explicitHttpConfig: {http2ProtocolOptions: {}}}}`,
  );
  return `
node:
  id: ${type}~${address}~proxy.${namespace}~${namespace}.svc.cluster.local
  cluster: proxy.${namespace}
  metadata: {NAMESPACE: ${namespace}, CLUSTER_ID: Kubernetes, INSTANCE_IPS: ${address}, ISTIO_VERSION: ${version}, INTERCEPTION_MODE: ${mode}, LABELS: ${JSON.stringify(labels)}}
admin: {address: {socketAddress: {address: ${address}, portValue: ${ADMIN}}}}
bootstrapExtensions: [{name: envoy.bootstrap.internal_listener, typedConfig: {'@type': type.googleapis.com/envoy.extensions.bootstrap.internal_listener.v3.InternalListener}}]
layeredRuntime:
  layers:
    - name: istio
      staticLayer: {re2.max_program_size.error_level: 32768, envoy.reloadable_features.http_reject_path_with_fragment: false}
dynamicResources:
  ldsConfig: {resourceApiVersion: V3, ads: {}}
  cdsConfig: {resourceApiVersion: V3, ads: {}}
  adsConfig: {apiType: GRPC, transportApiVersion: V3, grpcServices: [{envoyGrpc: {clusterName: xds}}]}
staticResources:
  clusters:${clusters.join('')}
`;
}
