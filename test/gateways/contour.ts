import {writeFileSync} from 'node:fs';
import path from 'node:path';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import type {Guard} from '../cluster/control-plane/guard.ts';
import {moduleFolder} from '../cluster/control-plane/module-folder.ts';
import {CONTOUR} from '../cluster/control-plane/programs.ts';
import {freePorts, startApiServer, until} from '../cluster/control-plane/start.ts';
import {capture} from '../run.ts';
import {ask, type Place} from './ask.ts';
import type {Network} from './contour-network.ts';
import {ANY_ADDRESS, type HttpRoute, withSurroundings} from './http-routes.ts';
import type {GatewayPrograms} from './programs.ts';

/** The Gateway that Contour serves, which has one; its listeners are on these ports, and Envoy's are 8000 above. */
export const CONTOUR_GATEWAY = {namespace: 'contour', name: 'public'};
const LISTENERS = {http: 80, https: 81};

/** A running Contour with its Envoy, for the test files, which run in other processes. */
export interface ContourAccess {
  readonly kubeconfig: string;
  readonly kubectl: string;
  /** The address of Envoy. */
  readonly envoy: string;
  /** The address that servers of tests listen on. */
  readonly servers: string;
}

const VARIABLE = 'APIGEN_TEST_CONTOUR';

/** The Contour of the tier; `undefined` where it cannot run. */
export function contourAccess(): ContourAccess | undefined {
  const given = process.env[VARIABLE];
  return given === undefined ? undefined : JSON.parse(given);
}

const API_VERSION = 'gateway.networking.k8s.io/v1';

/**
 * Starts an API server, Contour and, in the network namespace, Envoy, for `contourAccess`.
 *
 * @throws Error when one of them ends, or does not serve
 */
export async function startContour(
  {kubernetes, contour, envoy}: GatewayPrograms,
  {outer, inner, enter}: Network,
  guarded: Guard,
): Promise<void> {
  const {kubeconfig, servers} = await startApiServer({kubernetes}, guarded);
  const access = {kubeconfig, kubectl: path.join(kubernetes, 'kubectl'), envoy: inner, servers: outer};
  await Promise.race([...servers, furnish(access)]);
  const [xds, ...others] = await freePorts(4);
  const own = ['http', 'health', 'debug-http'].flatMap((name, index) => [
    ...[`--${name}-address=127.0.0.1`, `--${name}-port=${others[index]}`],
  ]);
  // Contour 1.33 reads versions of these kinds that Gateway API 1.7 does not have.
  const without = ['tlsroutes', 'tcproutes', 'backendtlspolicies'].map((name) => `--disable-feature=${name}`);
  const at = [`--xds-address=${outer}`, `--xds-port=${xds}`];
  const config = path.join(guarded.folder, 'contour.json');
  writeFileSync(config, JSON.stringify({gateway: {gatewayRef: CONTOUR_GATEWAY}}));
  const given = [
    '--insecure',
    '--disable-leader-election',
    `--kubeconfig=${kubeconfig}`,
    `--config-path=${config}`,
  ];
  const serving = guarded.start('contour', contour, ['serve', ...given, ...at, ...own, ...without]);
  const bootstrap = path.join(guarded.folder, 'bootstrap.json');
  await capture(contour, ['bootstrap', bootstrap, '--admin-address=envoy.sock', ...at]);
  const [program = '', ...before] = [...enter, envoy];
  const args = [
    '-c',
    bootstrap,
    '--service-cluster',
    'contour',
    '--service-node',
    'envoy',
    '--log-level',
    'warn',
  ];
  const proxy = guarded.start('envoy', program, [
    ...before,
    ...args,
    '--concurrency',
    '1',
    '--disable-hot-restart',
  ]);
  await Promise.race([...servers, serving, proxy, serveByContour(access, [])]);
  process.env[VARIABLE] = JSON.stringify(access);
}

/** The definitions of the Gateway API and of Contour, and the Gateway. */
async function furnish(access: ContourAccess): Promise<void> {
  const [api, contour] = await Promise.all([
    moduleFolder('sigs.k8s.io/gateway-api@v1.7.0'),
    moduleFolder(`github.com/projectcontour/contour@${CONTOUR}`),
  ]);
  const apply = (...files: string[]) =>
    kubectl(access, ['apply', '--server-side', ...files.flatMap((file) => ['-f', file])]);
  const examples = path.join(contour, 'examples');
  await apply(path.join(api, 'config/crd/standard'), path.join(examples, 'contour/01-crds.yaml'));
  await kubectl(access, ['wait', '--for=condition=Established', 'crd', '--all']);
  await apply(path.join(examples, 'gateway/01-gatewayclass.yaml'));
  const listeners = Object.entries(LISTENERS).map(([name, port]) => ({
    ...{name, port, protocol: 'HTTP', allowedRoutes: {namespaces: {from: 'All'}}},
  }));
  await create(access, [
    {
      apiVersion: API_VERSION,
      kind: 'Gateway',
      metadata: CONTOUR_GATEWAY,
      spec: {gatewayClassName: 'example', listeners},
    },
  ]);
}

let batches = 0;

/**
 * Serves objects by Contour, and waits until it does. Namespaces and Services that they need are added.
 *
 * @param backend the port of the address for servers that serves every Service; without one Envoy answers 503
 * @returns where each listener is, by its name: `<namespace>/<gateway>/<listener>`
 */
export async function serveByContour(
  access: ContourAccess,
  objects: readonly KubernetesObject[],
  backend?: number,
): Promise<Map<string, Place>> {
  batches += 1;
  const name = `ready-${process.pid}-${batches}`;
  // Contour reads HTTPRoutes in the order in which they are made, so the last one is served after all others.
  const last: HttpRoute = {
    ...{apiVersion: API_VERSION, kind: 'HTTPRoute', metadata: {name, namespace: name}},
    spec: {
      parentRefs: [CONTOUR_GATEWAY],
      hostnames: [name],
      rules: [{matches: [{path: {type: 'PathPrefix', value: '/'}}], backendRefs: [{name, port: 80}]}],
    },
  };
  const all = [...withSurroundings(objects), ...withSurroundings([last])].filter(
    ({kind}) => kind !== 'Gateway',
  );
  const services = all.filter(({kind}) => kind === 'Service');
  const slices =
    backend === undefined ? [] : services.map((service) => endpointsOf(service, access.servers, backend));
  const isRoute = ({kind}: KubernetesObject) => kind === 'HTTPRoute';
  await create(access, [...all.filter((one) => !isRoute(one)), ...slices, ...all.filter(isRoute)]);
  const places = Object.entries(LISTENERS).map(
    ([listener, port]) =>
      [
        `${CONTOUR_GATEWAY.namespace}/${CONTOUR_GATEWAY.name}/${listener}`,
        {host: access.envoy, port: port + 8000},
      ] as const,
  );
  const place = {host: access.envoy, port: LISTENERS.http + 8000};
  const status = async (at: Place) =>
    (await ask(at, {method: 'GET', path: '/', host: name}).catch(() => undefined))?.status;
  await until(async () => (await status(place)) === (backend === undefined ? 503 : 200));
  // Clusters are there before the routes to them, but not what their Services are.
  const stats = `http://${access.envoy}:8002/stats?filter=warming_clusters`;
  await until(async () => / 0\n$/.test(await (await fetch(stats)).text()));
  return new Map(places);
}

/** Endpoints of each port of a Service at one address. */
function endpointsOf({metadata, spec}: KubernetesObject, address: string, port: number): KubernetesObject {
  const {ports}: {ports: readonly {name: string}[]} = JSON.parse(JSON.stringify(spec));
  return {
    ...{apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice'},
    metadata: {...metadata, labels: {'kubernetes.io/service-name': metadata.name}},
    ...{addressType: 'IPv4', endpoints: [{addresses: [address]}]},
    ports: ports.map(({name}) => ({name, port, protocol: 'TCP'})),
  };
}

/** Creates objects one after another, and their namespaces before. */
async function create(access: ContourAccess, objects: readonly KubernetesObject[]): Promise<void> {
  const names = new Set(objects.flatMap(({metadata: {namespace}}) => namespace ?? []));
  const namespaces = [...names].map((name) => ({apiVersion: 'v1', kind: 'Namespace', metadata: {name}}));
  for (const items of [namespaces, objects]) {
    const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items}).replaceAll(
      `"clusterIP":"${ANY_ADDRESS}",`,
      '',
    );
    await kubectl(access, ['apply', '--server-side', '--force-conflicts', '-f', '-'], list);
  }
}

function kubectl({kubectl: program, kubeconfig}: ContourAccess, args: readonly string[], input = '') {
  return capture(program, ['--kubeconfig', kubeconfig, ...args], {input});
}
