import type {Cluster} from './context.ts';
import {listAt, numberAt, textAt} from './json.ts';
import {type KubernetesObject, readObjects} from './objects.ts';
import {RELEASE, type ReleaseScope, scopeOptions} from './programs.ts';

/** A Service of the release and its ports. */
export interface Service {
  readonly name: string;
  readonly component: string;
  readonly ports: readonly number[];
}

/** The address of the server: its Service, the Service's port, and the path prefix. */
export interface ServerAddress {
  readonly name: string;
  readonly port: number;
  /** Empty, or such as `/tools/tracer/`. */
  readonly path: string;
}

/** The default port of the server's Service, and the local port that is forwarded to it. */
export const SERVER_PORT = 11633;

const portsOf = ({body}: KubernetesObject) =>
  listAt(body, 'spec', 'ports').map((port) => numberAt(port, 'port'));

/** The server's address in rendered or installed objects; undefined without a Service. */
export function serverAddress(objects: readonly KubernetesObject[]): ServerAddress | undefined {
  const ofServer = (kind: string) =>
    objects.find((object) => object.component === 'server' && object.kind === kind);
  const service = ofServer('Service');
  if (!service) return undefined;
  const [container] = listAt(ofServer('Deployment')?.body, 'spec', 'template', 'spec', 'containers');
  // The readiness probe has the path prefix.
  const path = textAt(container, 'readinessProbe', 'httpGet', 'path');
  return {
    name: service.name || RELEASE,
    port: portsOf(service)[0] ?? SERVER_PORT,
    path: path === '/' ? '' : path,
  };
}

/** The installed server's address, undefined without one; throws a `TracerError` when the cluster does not answer. */
export async function readServer(
  scope: ReleaseScope,
  signal: AbortSignal,
): Promise<ServerAddress | undefined> {
  return serverAddress(await readObjects(scope, 'services,deployments', signal));
}

/** The release's Services; throws a `TracerError` when the cluster does not answer. */
export async function readServices(scope: ReleaseScope, signal: AbortSignal): Promise<Service[]> {
  const services = await readObjects(scope, 'services', signal);
  return services.map((service) => ({
    name: service.name,
    component: service.component,
    ports: portsOf(service),
  }));
}

/** Commands for a POSIX shell to use and remove the installation, and the URL that the first one leads to. */
export interface NextSteps {
  readonly portForward: string;
  readonly url: string;
  readonly uninstall: string;
}

/** The next steps for a server; without its Service, those for the default one. */
export function nextSteps(cluster: Cluster, server: ServerAddress | undefined): NextSteps {
  const {name, port, path} = server ?? {name: RELEASE, port: SERVER_PORT, path: ''};
  return {
    portForward: `kubectl ${scopeOptions(cluster)} port-forward service/${name} ${SERVER_PORT}:${port}`,
    uninstall: `helm uninstall ${RELEASE} ${scopeOptions(cluster, '--kube-context')}`,
    url: `http://localhost:${SERVER_PORT}${path}`,
  };
}
