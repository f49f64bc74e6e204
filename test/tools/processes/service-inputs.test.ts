import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from '@jest/globals';
import {serve} from '../../server.ts';
import {type CliOptions, cliProgram, ends, runCli, startCli} from '../../start-cli.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const PATH = `${fileURLToPath(new URL('../../fake-cluster', import.meta.url))}${path.delimiter}${process.env.PATH}`;
const ONE_PORT = {ports: [{port: 8080}]};

interface Annotations {
  readonly openapi: string;
  readonly settings?: string;
  readonly setings?: string;
}

function service(name: string, annotations: Annotations | undefined, spec: object = ONE_PORT) {
  const [namespace = '', own = ''] = name.split('/');
  const named = Object.entries(annotations ?? {}).map(([key, value]) => [`apigen.dev/${key}`, value]);
  const metadata = {name: own, namespace, labels: {app: own}, annotations: Object.fromEntries(named)};
  return {apiVersion: 'v1', kind: 'Service', metadata, spec};
}

const describeApi = (route: string, root = '') => `openapi: 3.1.0\n${root}paths:\n  ${route}: {get: {}}\n`;
const SERVED = {openapi: '/openapi.yaml'};

const OBJECTS = [
  service('shop/petstore', {
    openapi: '/openapi.yaml',
    settings: 'mesh: istio\ntimeouts:\n  request_timeout: 5\n',
  }),
  service(
    'shop/orders',
    {openapi: ':9090/docs/openapi.yaml'},
    {
      ports: [
        {name: 'web', appProtocol: 'http', port: 80},
        {name: 'admin', port: 9090},
      ],
    },
  ),
  service('shop/described-by-map', {openapi: 'configmap/apis/map.yaml'}),
  service('shop/moved', {openapi: '/moved'}),
  service('shop/without-description', undefined),
  service('other/petstore', SERVED),
  service('broken/absent', {openapi: 'configmap/absent/map.yaml'}),
  service('broken/address', {openapi: 'openapi.yaml', setings: 'mesh: istio'}),
  service('broken/external', SERVED, {type: 'ExternalName', ports: [{port: 80}]}),
  service('broken/gateway', {...SERVED, settings: 'gateway: {namespace: infra}'}),
  service('broken/key', {openapi: 'configmap/apis/none.yaml'}),
  service('broken/leaves', {openapi: '/leaves'}),
  service('broken/no-pods', SERVED),
  service('broken/other-port', {openapi: ':81/openapi.yaml'}),
  service('broken/pods', {openapi: 'configmap/apis/map.yaml', settings: 'security: {selector: {app: shop}}'}),
  service('broken/ports', SERVED, {ports: [{port: 80}, {port: 81}]}),
  service('broken/references', SERVED),
  service('broken/settings', {
    ...SERVED,
    settings: 'mesh: isti\nservice: {name: petstore, port: 1}\nnamespace: other',
  }),
  service('broken/yaml', {...SERVED, settings: 'mesh: [istio\n'}),
  ...['broken', 'shop'].map((namespace) => ({
    ...{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'apis', namespace}},
    data: {'map.yaml': 'openapi: 3.1.0\npaths: {/map: {$ref: item.yaml}}\n', 'item.yaml': 'get: {}\n'},
  })),
];

/** What the API server adds to the address of a redirect. */
const MOVED = '/api/v1/namespaces/shop/services/moved:8080/proxy';

const PAGES = {
  'shop/petstore:8080/openapi.yaml': describeApi(
    '/pets/{id}',
    'x-apigen: {timeouts: {request_timeout: 9}}\n',
  ),
  'shop/orders:9090/docs/openapi.yaml': 'openapi: 3.1.0\npaths:\n  /orders: {$ref: orders.yaml}\n',
  'shop/orders:9090/docs/orders.yaml': 'x-apigen: {timeouts: {request_timeout: 0}}\nget: {}\n',
  'shop/moved:8080/moved': {status: 302, location: `http://127.0.0.1:6443${MOVED}/v2`},
  'shop/moved:8080/v2': {status: 301, location: `${MOVED}/v2/`},
  'shop/moved:8080/v2/': {status: 307, location: 'openapi.yaml'},
  'shop/moved:8080/v2/openapi.yaml': describeApi('/moved'),
  'other/petstore:8080/openapi.yaml': describeApi(
    '/other',
    'x-apigen: {namespace: shop, service: {name: orders, namespace: shop, port: 80}}\n',
  ),
  'broken/gateway:8080/openapi.yaml': describeApi('/a', 'x-apigen: {mesh: istio, gateway: {name: public}}\n'),
  'broken/leaves:8080/leaves': {status: 307, location: 'http://orders.shop.svc/openapi.yaml'},
  'broken/references:8080/openapi.yaml': `openapi: 3.1.0
paths:
  /local: {$ref: 'file:///etc/hostname'}
  /map: {$ref: 'configmap://apis.shop/item.yaml'}
  /other: {$ref: 'http://orders.shop.svc:9090/docs/orders.yaml'}
  /port: {$ref: 'http://references.broken.svc:9090/item.yaml'}
`,
};

const clusterOf = (cluster: object) => folderWith({'cluster.json': JSON.stringify(cluster)});
const whole = clusterOf({objects: OBJECTS, served: PAGES});
const environment = {PATH, KUBERNETES_SERVICE_HOST: undefined};
const run = (args: readonly string[], options: CliOptions = {}) =>
  runCli(args, {cwd: whole, ...options, env: environment});

testTranscript(fileURLToPath(new URL('service-inputs.txt', import.meta.url)), () => whole, run);

/** The objects that are written for the Service, whatever its description says. */
const OF_OTHER = `---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: petstore
  namespace: other
  labels:
    app.kubernetes.io/managed-by: apigen
    app.kubernetes.io/name: petstore
    apigen.dev/source: service
spec:
  parentRefs:
    - group: ''
      kind: Service
      name: petstore
      port: 8080
  rules:
    - matches:
        - path:
            type: Exact
            value: /other
          method: GET
      backendRefs:
        - group: ''
          kind: Service
          name: petstore
          port: 8080
          weight: 1
`;

test('objects are for the Service, in its namespace', async () => {
  const args = ['mesh', '--from-services', '-A', '-l', 'app=petstore', '--mesh', 'istio', '--only-described'];
  expect(await run([...args, '-o', 'mesh/'])).toMatchObject({status: 0});
  expect(readFileSync(path.join(whole, 'mesh/other/petstore.yaml'), 'utf8')).toBe(OF_OTHER);
});

/** Many Services, each of which takes as long to answer. */
function slowCluster(count: number, delay: number): string {
  const names = Array.from({length: count}, (_, index) => `shop/api-${index}`);
  const served = names.map((name) => [`${name}:8080/openapi.yaml`, describeApi('/a')]);
  return clusterOf({
    objects: names.map((name) => service(name, SERVED)),
    served: Object.fromEntries(served),
    delay,
  });
}

const proxyOf = (folder: string): {pid: number; most: number} =>
  JSON.parse(readFileSync(path.join(folder, 'proxy.json'), 'utf8'));

/** Waits until a process has ended. */
async function hasEnded(pid: number): Promise<void> {
  for (let tries = 0; existsSync(`/proc/${pid}`) && tries < 100; tries += 1) await setTimeout(50);
  expect(existsSync(`/proc/${pid}`)).toBe(false);
}

describe('kubectl proxy', () => {
  test('has ten requests at once, and ends after the last', async () => {
    const cwd = slowCluster(25, 300);
    expect(await run(['lint', '--from-services'], {cwd})).toMatchObject({status: 0});
    const {pid, most} = proxyOf(cwd);
    expect(most).toBe(10);
    await hasEnded(pid);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends after %s', async (signal) => {
    const cwd = slowCluster(1, 60_000);
    const [program, ...first] = cliProgram();
    const env = {...process.env, ...environment};
    const child = spawn(program, [...first, 'lint', '--from-services'], {cwd, env, stdio: 'ignore'});
    while (!existsSync(path.join(cwd, 'proxy.json'))) await setTimeout(20);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([null, signal]);
    await hasEnded(proxyOf(cwd).pid);
  });
});

/** Makes all names those of this computer. */
const HOSTS = `const dns = require('node:dns');
const {lookup} = dns;
dns.lookup = (_name, ...rest) => lookup('127.0.0.1', ...rest);
`;

// Only Node can be given the addresses of hosts.
(process.env.APIGEN_BIN ? test.skip : test)('a Service is asked directly from a pod', async () => {
  const server = await serve((_, response) => response.end(describeApi('/a')));
  const port = Number(new URL(server.url).port);
  const cwd = clusterOf({objects: [service('shop/petstore', SERVED, {ports: [{port}]})]});
  const hosts = writeIn(cwd, 'hosts.cjs', HOSTS);
  const env = {...environment, KUBERNETES_SERVICE_HOST: '10.0.0.1', NODE_OPTIONS: `--require=${hosts}`};
  const found = await startCli(['lint', '--from-services'], {cwd, env});
  server.close();
  expect(found).toEqual(ends(0, 'no problems in 1 Service\n'));
});
