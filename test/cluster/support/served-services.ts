import {once} from 'node:events';
import {createServer} from 'node:http';
import {networkInterfaces} from 'node:os';
import {kubectl} from './clients.ts';

/** What a Service answers: a description, or where it redirects to. */
export type Page = string | {readonly location: string};

/** An address of this computer that the API server takes for that of a pod: none of loopback. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const found = all.find(({family, internal}) => family === 'IPv4' && !internal);
  if (found === undefined) throw new Error('this computer has no address but those of loopback');
  return found.address;
}

/** A server that the API server reaches as a pod of each Service of a namespace, with what each serves, which may be changed. */
export async function servedServices(namespace: string, pages: Record<string, Page>) {
  const requests: string[] = [];
  const server = createServer(({headers, url}, response) => {
    const [, name = ''] = /\/services\/([^:/]+)/.exec(String(headers['x-forwarded-uri'])) ?? [];
    requests.push(`${name} ${url} ${headers.authorization ?? 'without credentials'}`);
    const page = pages[name];
    if (page === undefined) response.writeHead(503).end();
    else if (typeof page === 'string') response.end(page);
    else response.writeHead(302, page).end();
  });
  server.listen(0, ownAddress());
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  await createPod(namespace);
  const apply = (objects: readonly object[]) =>
    kubectl(
      ['apply', '--server-side', '-f', '-'],
      JSON.stringify({apiVersion: 'v1', kind: 'List', items: objects}),
    );
  await apply(Object.keys(pages).flatMap((name) => serviceAndEndpoints(namespace, name, port)));
  const close = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return {pages, requests, address: `http://${ownAddress()}:${port}`, close};
}

/** A pod that nothing runs, at the address of this computer: the API server sends requests to pods only. */
async function createPod(namespace: string): Promise<void> {
  const of = ['-n', namespace];
  await kubectl(['wait', '--for=create', 'serviceaccount/default', '--timeout=60s', ...of]);
  const spec = {schedulerName: 'none', containers: [{name: 'pod', image: 'none'}]};
  const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'pod', namespace}, spec};
  await kubectl(['create', '-f', '-'], JSON.stringify(pod));
  const status = {podIP: ownAddress(), podIPs: [{ip: ownAddress()}]};
  await kubectl([
    'patch',
    'pod',
    'pod',
    '--subresource=status',
    '--type=merge',
    '-p',
    JSON.stringify({status}),
    ...of,
  ]);
}

function serviceAndEndpoints(namespace: string, name: string, port: number) {
  const metadata = {name, namespace};
  const annotations = {'apigen.dev/openapi': '/openapi.yaml'};
  const targetRef = {kind: 'Pod', name: 'pod', namespace};
  return [
    {apiVersion: 'v1', kind: 'Service', metadata: {...metadata, annotations}, spec: {ports: [{port: 80}]}},
    {
      ...{apiVersion: 'v1', kind: 'Endpoints', metadata},
      subsets: [{addresses: [{ip: ownAddress(), targetRef}], ports: [{port}]}],
    },
  ];
}
