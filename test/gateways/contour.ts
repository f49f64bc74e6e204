import {randomUUID} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import type {Guard} from '../cluster/control-plane/guard.ts';
import {moduleFolder} from '../cluster/control-plane/module-folder.ts';
import {CONTOUR} from '../cluster/control-plane/programs.ts';
import {freePorts, startApiServer, until} from '../cluster/control-plane/start.ts';
import {capture} from '../run.ts';
import {ask} from './ask.ts';
import type {connectedNetwork} from './contour-network.ts';
import type {RunningGateway} from './envoy-gateway.ts';
import {type HttpRoute, withSurroundings} from './http-routes.ts';
import type {GatewayPrograms} from './programs.ts';

/** The only Gateway that Contour serves. Envoy listens on a port that is 8000 above that of the listener. */
export const CONTOUR_GATEWAY = {namespace: 'contour', name: 'public'};
const ENVOY_PORT = 8080;
export const CONTOUR_LISTENER = `${CONTOUR_GATEWAY.namespace}/${CONTOUR_GATEWAY.name}/http`;

/** A Contour with its Envoy. */
export interface ContourAccess {
  readonly kubeconfig: string;
  readonly kubectl: string;
  /** The addresses of Envoy, and of servers of tests. */
  readonly envoy: string;
  readonly servers: string;
}

/**
 * Starts an API server, Contour and, in the network namespace, Envoy.
 *
 * @throws Error when one of them ends, or does not come up
 */
export async function startContour(
  {kubernetes, contour, envoy}: GatewayPrograms,
  {outer, inner, enter}: Awaited<ReturnType<typeof connectedNetwork>>,
  {folder, start}: Guard,
): Promise<ContourAccess> {
  const {kubeconfig, servers} = await startApiServer(kubernetes, {folder, start});
  const access = {kubeconfig, kubectl: path.join(kubernetes, 'kubectl'), envoy: inner, servers: outer};
  await Promise.race([...servers, furnish(access)]);
  const [xds, ...own] = await freePorts(4);
  const at = [`--xds-address=${outer}`, `--xds-port=${xds}`];
  const config = path.join(folder, 'contour.json');
  writeFileSync(config, JSON.stringify({gateway: {gatewayRef: CONTOUR_GATEWAY}}));
  const bootstrap = path.join(folder, 'bootstrap.json');
  await capture(contour, ['bootstrap', bootstrap, '--admin-address=envoy.sock', ...at]);
  const serve = [
    ...['serve', '--insecure', '--disable-leader-election', `--kubeconfig=${kubeconfig}`, ...at],
    ...['http', 'health', 'debug-http'].map((name, index) => `--${name}-port=${own[index]}`),
    // Contour 1.33 reads versions of these kinds that Gateway API 1.7 does not have.
    ...['tlsroutes', 'tcproutes', 'backendtlspolicies'].map((kind) => `--disable-feature=${kind}`),
    `--config-path=${config}`,
  ];
  const proxy = '--service-cluster contour --service-node envoy --concurrency 1 --disable-hot-restart';
  const [program = '', ...before] = [...enter, envoy, '-c', bootstrap];
  await Promise.race([
    ...[...servers, start('contour', contour, serve)],
    start('envoy', program, [...before, ...proxy.split(' '), '--log-level', 'warn']),
    until(() =>
      fetch(`http://${inner}:8002/ready`).then(
        ({ok}) => ok,
        () => false,
      ),
    ),
  ]);
  return access;
}

/** Creates the kinds of the Gateway API and of Contour, and its class. */
async function furnish(access: ContourAccess): Promise<void> {
  const examples = path.join(await moduleFolder(`github.com/projectcontour/contour@${CONTOUR}`), 'examples');
  const gatewayApi = await moduleFolder('sigs.k8s.io/gateway-api@v1.7.0');
  for (const file of [
    path.join(gatewayApi, 'config/crd/standard'),
    path.join(examples, 'contour/01-crds.yaml'),
    path.join(examples, 'gateway/01-gatewayclass.yaml'),
  ]) {
    await kubectl(access, ['apply', '--server-side', '-f', file]);
    await kubectl(access, ['wait', '--for=condition=Established', 'crd', '--all']);
  }
}

/**
 * Serves objects by Contour, and waits until it does. Namespaces and Services that they need are added.
 *
 * @param backend the port of the address for servers that serves every Service
 */
export async function serveByContour(
  access: ContourAccess,
  objects: readonly KubernetesObject[],
  backend: number,
): Promise<RunningGateway> {
  const name = `ready-${randomUUID()}`;
  // It is the last one that is made, so it is served after all others.
  const last: HttpRoute = {
    ...{apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: {name, namespace: name}},
    spec: {
      ...{parentRefs: [CONTOUR_GATEWAY], hostnames: [name]},
      rules: [{matches: [{path: {type: 'PathPrefix', value: '/'}}], backendRefs: [{name, port: 80}]}],
    },
  };
  const all = [...withSurroundings(objects), ...withSurroundings([last])];
  const services = all.filter(({kind}) => kind === 'Service');
  const namespaces = [...new Set(all.map(({metadata}) => metadata.namespace))].map((namespace) => ({
    ...{apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}},
  }));
  const slices = services.map((service) => endpointsOf(service, access.servers, backend));
  for (const items of [namespaces, slices, all]) {
    const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items});
    // The API server chooses addresses of Services.
    const input = list.replaceAll(/"clusterIP":"[^"]*",/g, '');
    await kubectl(access, ['apply', '--server-side', '-f', '-'], input);
  }
  const place = {host: access.envoy, port: ENVOY_PORT};
  // Clusters are there before the routes to them, but not what their Services are.
  const isWarm = async () =>
    (await (await fetch(`http://${access.envoy}:8002/stats?filter=warming_clusters`)).text()).endsWith(
      ' 0\n',
    );
  const isServed = () =>
    ask(place, {method: 'GET', path: '/', host: name}).then(
      ({status}) => status === 200,
      () => false,
    );
  await until(async () => (await isServed()) && isWarm());
  // All files share it.
  return {ports: new Map([[CONTOUR_LISTENER, place]]), stop: async () => {}};
}

/** Endpoints of each port of a Service at one address. */
function endpointsOf({metadata, spec}: KubernetesObject, address: string, port: number): object {
  const {ports}: {ports: readonly {name: string}[]} = JSON.parse(JSON.stringify(spec));
  return {
    ...{apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4'},
    metadata: {...metadata, labels: {'kubernetes.io/service-name': metadata.name}},
    ...{endpoints: [{addresses: [address]}], ports: ports.map(({name}) => ({name, port}))},
  };
}

function kubectl({kubectl: program, kubeconfig}: ContourAccess, args: readonly string[], input = '') {
  return capture(program, ['--kubeconfig', kubeconfig, ...args], {input});
}
