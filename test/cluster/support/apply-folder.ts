import path from 'node:path';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {inNamespace, kubectl} from './clients.ts';
import {showLinkerd} from './control-planes.ts';
import {establish, gatewayCrd, SERVICE_PROFILE_CRD} from './crd.ts';
import {meshFolder} from './mesh-folder.ts';

/** A description for the Service `a` of a namespace, or another one; `settings` come before those. */
export const describeApi = (
  namespace: string,
  paths: string,
  settings = 'target: httproute, ',
  service = 'a',
): string =>
  `openapi: 3.1.0
x-apigen: {${settings}namespace: ${namespace}, service: {name: ${service}, namespace: ${namespace}, port: 80}}
paths:
${paths}`;

export const GATEWAY = 'mesh: istio, gateway: {name: public, hostnames: [a.example]}, ';

export const ONE_PATH = '  /a: {get: {x-apigen: {timeouts: {request_timeout: 5}}}}\n';

/** Paths that take several HTTPRoutes, each path with a timeout of its own. */
export const pathsTo = (count: number, seconds = 1): string =>
  Array.from(
    {length: count},
    (_, n) => `  /g${n % 8}/p${n}: {get: {x-apigen: {timeouts: {request_timeout: ${n + seconds}}}}}\n`,
  ).join('');

/** Runs `test` in a new namespace with the Service `a`. */
export const withService = <T>(test: (namespace: string) => Promise<T>): Promise<T> =>
  inNamespace(async (namespace) => {
    await kubectl(['create', 'service', 'clusterip', 'a', '--tcp=80', '-n', namespace]);
    return test(namespace);
  });

export async function establishRoutes(): Promise<void> {
  await showLinkerd();
  await establish(SERVICE_PROFILE_CRD);
  for (const name of ['gateways', 'httproutes', 'referencegrants'])
    await establish(await gatewayCrd('v1.7.0', name));
}

/** A folder with `a.yaml`, and its `apigen apply`. */
export function applyFolder(text: string, kubeconfig?: string) {
  const {folder, apigen, write} = meshFolder({'a.yaml': text}, kubeconfig);
  const apply = (...args: string[]) => apigen('apply', 'a.yaml', ...args);
  return {
    folder,
    apigen,
    apply,
    yes: () => apply('--yes'),
    write: (next: string, name = 'a.yaml') => write(name, next),
    /** The names of what is generated, as `routesIn` has them. */
    generated: async () => {
      const {stdout} = await apigen('mesh', 'a.yaml');
      const names = stdout.matchAll(/^kind: (.*)\nmetadata:\n {2}name: (.*)$/gm);
      return Array.from(names, ([, kind, name]) => `${kind}/${name}`).sort();
    },
  };
}

/** The environment of a user of the tests' cluster. */
export function clusterEnvironment(): NodeJS.ProcessEnv {
  const access = clusterAccess();
  const folder = path.dirname(access.kubectl);
  return {
    ...process.env,
    KUBECONFIG: access.kubeconfig,
    PATH: `${folder}${path.delimiter}${process.env.PATH}`,
  };
}

const KINDS = ['httproutes', 'referencegrants'].map((kind) => `${kind}.gateway.networking.k8s.io`);

/** The routes in a namespace, by kind and name. */
export async function routesIn(namespace: string): Promise<readonly string[]> {
  const kinds = [...KINDS, 'serviceprofiles.mesh.io'].join();
  const format = 'jsonpath={range .items[*]}{.kind}/{.metadata.name}{"\\n"}{end}';
  const {stdout} = await kubectl(['get', kinds, '-n', namespace, '-o', format]);
  return stdout.split('\n').filter(Boolean).sort();
}

export const CONTEXT = 'context: apigen-test\n';

/** The table with the Service `a` of a namespace. */
export function resultTable(namespace: string, routes: number, changed: number, result: string): string {
  const service = `${namespace}/a`;
  const row = [service, String(routes).padStart(6), String(changed).padStart(7), result].join('  ');
  return `${'SERVICE'.padEnd(service.length)}  ROUTES  CHANGED  RESULT\n${row}\n`;
}
