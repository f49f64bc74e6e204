import {writeFileSync} from 'node:fs';
import path from 'node:path';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import type {Guard} from '../cluster/control-plane/guard.ts';
import {moduleFolder} from '../cluster/control-plane/module-folder.ts';
import {freePorts, until} from '../cluster/control-plane/start.ts';
import type {connectedNetwork} from './contour-network.ts';
import {CLASS} from './http-routes.ts';
import {POD, type Pod, startPod} from './istio-pod.ts';
import {applyObjects, endpointsOf, LIVE_GATEWAY, type LiveGateway, startCluster} from './live-gateway.ts';

/** The version of Istio's kinds. */
const KINDS = 'istio.io/api@v1.27.0';
/** Of the proxy of a gateway, that of a client of Services, and that of a pod of a Service. */
const PORTS = {gateway: 8080, client: 80, pod: POD.ports.http};
type Kind = keyof typeof PORTS;
const ADMIN = 15_000;

/** Without what only Istio's own proxy has, and without certificates. */
const VARIABLES = {
  PILOT_ENABLE_METADATA_EXCHANGE: 'false',
  PILOT_ENABLE_ALPN_FILTER: 'false',
  PILOT_ENABLE_GATEWAY_API_DEPLOYMENT_CONTROLLER: 'false',
};
const MESH_CONFIG = {defaultProviders: {}, enableAutoMtls: false};

const {namespace} = LIVE_GATEWAY;
const labels = {app: LIVE_GATEWAY.name};

/** The Service of the gateway's proxy, which an address of the Gateway names. */
const SERVICE = {
  ...{apiVersion: 'v1', kind: 'Service', metadata: {name: 'proxy', namespace}},
  spec: {selector: labels, ports: [{name: 'http', port: 80, targetPort: PORTS.gateway}]},
};
const POD_PORTS = Object.entries(POD.ports).filter(([name]) => name !== 'unknown');
/** The Service of the pod. */
const PETS = {
  ...{apiVersion: 'v1', kind: 'Service', metadata: {name: 'pets', namespace: POD.namespace}},
  spec: {selector: POD.labels, ports: POD_PORTS.map(([name, port]) => ({name, port, targetPort: port}))},
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
    egress: [{port: {number: PORTS.client, protocol: 'HTTP', name: 'http'}, bind: address, hosts: ['*/*']}],
  },
});

/**
 * Starts an API server, Istio's control plane and, in the network namespace, Envoy: the proxy of a gateway, that of a client of Services, or that of a
 * pod.
 *
 * @param programs the folder of the API server; Envoy; Istio's `pilot-discovery`
 * @returns with the clients of the pod
 * @throws Error when one of them ends, or does not come up
 */
export async function startIstio(
  {kubernetes, envoy, pilot}: Readonly<Record<'kubernetes' | 'envoy' | 'pilot', string>>,
  network: Awaited<ReturnType<typeof connectedNetwork>>,
  guarded: Guard,
  kind: Kind = 'gateway',
): Promise<LiveGateway & Partial<Pick<Pod, 'agents'>>> {
  const {folder, start} = guarded;
  const {outer, inner, enter} = network;
  const kinds = path.join(await moduleFolder(KINDS), 'kubernetes/customresourcedefinitions.gen.yaml');
  const controllerName = 'istio.io/gateway-controller';
  const cluster = await startCluster(kubernetes, outer, guarded, {controllerName, files: [kinds]});
  const system = {...SERVICE, metadata: {name: 'istiod', namespace: 'istio-system'}};
  const endpoints = endpointsOf(SERVICE, inner, PORTS.gateway);
  const objects = kind === 'pod' ? [PETS] : [SERVICE, endpoints, sidecar(inner)];
  await applyObjects(cluster, [system, ...objects]);
  const [xds = 0, http = 0, https = 0, secure = 0, monitoring = 0, control = 0] = await freePorts(6);
  const mesh = path.join(folder, 'mesh.json');
  writeFileSync(mesh, JSON.stringify(MESH_CONFIG));
  const addresses = {grpc: xds, http, https, secureGRPC: secure, monitoring};
  const serve = [
    ...['discovery', `--kubeconfig=${cluster.kubeconfig}`, `--meshConfig=${mesh}`, `--ctrlz_port=${control}`],
    ...Object.entries(addresses).map(([name, port]) => `--${name}Addr=${outer}:${port}`),
  ];
  const variables = Object.entries(VARIABLES).map(([name, value]) => `${name}=${value}`);
  const file = path.join(folder, 'envoy.yaml');
  const pod = kind === 'pod' ? await startPod(network, guarded) : undefined;
  const servers = {xds: {host: outer, port: xds}, ...(pod && {'sds-grpc': pod.secrets})};
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
  const live = {...cluster, admin, place: {host: inner, port: PORTS[kind]}};
  if (pod) return {...live, agents: pod.agents};
  return kind === 'client' ? {...live, isMesh: true} : {...live, objects: [GATEWAY]};
}

/** The configuration with which Envoy asks for its own. Source of the runtime flags: istio, pkg/bootstrap/config.go, `extractRuntimeFlags`. */
function bootstrap(kind: Kind, address: string, servers: Readonly<Record<string, Pod['secrets']>>): string {
  const type = kind === 'gateway' ? 'router' : 'sidecar';
  const isPod = kind === 'pod';
  const own = isPod ? POD.namespace : namespace;
  const app = {gateway: labels.app, client: 'client', pod: POD.labels.app}[kind];
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
  id: ${type}~${address}~proxy.${own}~${own}.svc.cluster.local
  cluster: proxy.${own}
  metadata: {NAMESPACE: ${own}, CLUSTER_ID: Kubernetes, INSTANCE_IPS: ${address}, ISTIO_VERSION: 1.32.0, INTERCEPTION_MODE: ${isPod ? 'REDIRECT' : 'NONE'}, LABELS: {app: ${app}}}
admin: {address: {socketAddress: {address: ${address}, portValue: ${ADMIN}}}}
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
