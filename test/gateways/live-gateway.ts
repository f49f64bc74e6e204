import {randomUUID} from 'node:crypto';
import path from 'node:path';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import type {Guard} from '../cluster/control-plane/guard.ts';
import {moduleFolder} from '../cluster/control-plane/module-folder.ts';
import {startApiServer, until} from '../cluster/control-plane/start.ts';
import {capture} from '../run.ts';
import {ask} from './ask.ts';
import type {RunningGateway} from './envoy-gateway.ts';
import {CLASS, type HttpRoute, httpRoutesOf, listenerOf, withSurroundings} from './http-routes.ts';

/** The only Gateway of a controller that runs: it serves all descriptions. */
export const LIVE_GATEWAY = {namespace: 'gateways', name: 'public'};
export const LIVE_LISTENER = `${LIVE_GATEWAY.namespace}/${LIVE_GATEWAY.name}/http`;

/** An API server whose objects a controller reads. */
export interface LiveCluster {
  readonly kubeconfig: string;
  readonly kubectl: string;
  /** The address for servers of tests. */
  readonly servers: string;
}

/** A controller that runs, with what serves requests. */
export interface LiveGateway extends LiveCluster {
  /** Where all its listeners are. */
  readonly place: {readonly host: string; readonly port: number};
  /** Where Envoy, if it is one, says what it does. */
  readonly admin?: string;
  /** Its Gateway, if that is more than its listeners. */
  readonly objects?: readonly KubernetesObject[];
  /** True if its HTTPRoutes have Services as parents. */
  readonly isMesh?: true;
}

/** Starts an API server with the kinds of the Gateway API and of other files, and the class of Gateways for a controller. */
export async function startCluster(
  programs: string,
  servers: string,
  guarded: Guard,
  {controllerName, files = []}: {readonly controllerName: string; readonly files?: readonly string[]},
): Promise<LiveCluster> {
  const started = await startApiServer(programs, guarded);
  const cluster = {kubeconfig: started.kubeconfig, kubectl: path.join(programs, 'kubectl'), servers};
  const gatewayApi = await moduleFolder('sigs.k8s.io/gateway-api@v1.7.0');
  for (const file of [path.join(gatewayApi, 'config/crd/standard'), ...files]) {
    await kubectl(cluster, ['apply', '--server-side', '-f', file]);
    await kubectl(cluster, ['wait', '--for=condition=Established', 'crd', '--all']);
  }
  const gatewayClass = JSON.stringify({...CLASS, spec: {controllerName}});
  await kubectl(cluster, ['apply', '--server-side', '-f', '-'], gatewayClass);
  return cluster;
}

/** Creates or changes objects, and their namespaces. */
export async function applyObjects(cluster: LiveCluster, objects: readonly KubernetesObject[]) {
  const namespaces = [...new Set(objects.map(({metadata}) => metadata.namespace))].map((name) => ({
    ...{apiVersion: 'v1', kind: 'Namespace', metadata: {name}},
  }));
  for (const items of [namespaces, objects]) {
    const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items});
    // The API server chooses addresses of Services.
    const input = list.replaceAll(/"clusterIP":"[^"]*",/g, '');
    await kubectl(cluster, ['apply', '--server-side', '-f', '-'], input);
  }
}

/**
 * Serves objects by a controller, and waits until it does. Namespaces and Services that they need are added.
 *
 * @param backend the port of the address for servers that serves every Service
 */
export async function serveLive(
  live: LiveGateway,
  objects: readonly KubernetesObject[],
  backend: number,
): Promise<RunningGateway> {
  const name = `ready-${randomUUID()}`;
  const host = live.isMesh ? `${name}.${name}.svc.cluster.local` : name;
  const service = {group: '', kind: 'Service', name, port: 80};
  // It is the last one that is made, so it is served after all others.
  const last: HttpRoute = {
    ...{apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: {name, namespace: name}},
    spec: {
      ...(live.isMesh ? {parentRefs: [service]} : {parentRefs: [LIVE_GATEWAY], hostnames: [name]}),
      rules: [{matches: [{path: {type: 'PathPrefix', value: '/'}}], backendRefs: [{name, port: 80}]}],
    },
  };
  const own = live.objects ?? [];
  const all = [objects, [last]].flatMap((some) => withSurroundings([...own, ...some]));
  const slices = all
    .filter(({kind}) => kind === 'Service')
    .map((one) => endpointsOf(one, live.servers, backend));
  await applyObjects(live, slices);
  await applyObjects(live, all);
  // Clusters are there before the routes to them, but not what their Services are.
  const isWarm = async () =>
    live.admin === undefined ||
    (await (await fetch(`${live.admin}/stats?filter=warming_clusters`)).text()).endsWith(' 0\n');
  const isServed = () =>
    ask(live.place, {method: 'GET', path: '/', host}).then(
      ({status}) => status === 200,
      () => false,
    );
  await until(async () => (await isServed()) && isWarm());
  const listeners = [LIVE_LISTENER, ...httpRoutesOf(objects).map(listenerOf)];
  // All files share it.
  return {ports: new Map(listeners.map((listener) => [listener, live.place])), stop: async () => {}};
}

/** Endpoints of each port of a Service at one address. */
export function endpointsOf({metadata, spec}: KubernetesObject, address: string, port: number) {
  const {ports}: {ports: readonly {name: string}[]} = JSON.parse(JSON.stringify(spec));
  return {
    ...{apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4'},
    metadata: {...metadata, labels: {'kubernetes.io/service-name': metadata.name}},
    endpoints: [{addresses: [address], conditions: {ready: true, serving: true}}],
    ports: ports.map(({name}) => ({name, port})),
  };
}

/** The address that the API server has chosen for a Service. */
export function addressOf(cluster: LiveCluster, {metadata: {name, namespace = ''}}: KubernetesObject) {
  return kubectl(cluster, ['get', 'service', name, '-n', namespace, '-o', 'jsonpath={.spec.clusterIP}']);
}

function kubectl({kubectl: program, kubeconfig}: LiveCluster, args: readonly string[], input = '') {
  return capture(program, ['--kubeconfig', kubeconfig, ...args], {input});
}
