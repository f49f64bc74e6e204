import type {Cluster} from './context.ts';
import {listAt, numberAt, textAt} from './json.ts';
import {containerOf, type KubernetesObject, type Manifest} from './objects.ts';
import {RELEASE, scopeOptions} from './programs.ts';

/** The address of the server, see `serverAddress`. */
export type ServerAddress = NonNullable<ReturnType<typeof serverAddress>>;

/** The default port of the server's Service, and the local port that is forwarded to it. */
const SERVER_PORT = 11633;

/** The server's Service, its port, and the path prefix, empty or such as `/tools/tracer/`; undefined without a Service. */
export function serverAddress(objects: Manifest) {
  const ofServer = objects.filter(({component}) => component === 'server');
  const httpPort = ({kind, body}: KubernetesObject) =>
    kind === 'Service' && listAt(body, 'spec', 'ports').find((port) => textAt(port, 'name') === 'http');
  const service = ofServer.find(httpPort);
  if (!service) return undefined;
  const deployment = ofServer.find(({kind}) => kind === 'Deployment');
  // The readiness probe has the path prefix.
  const path = textAt(containerOf(deployment), 'readinessProbe', 'httpGet', 'path');
  return {name: service.name, port: numberAt(httpPort(service), 'port'), path: path === '/' ? '' : path};
}

/**
 * The next steps as commands for a POSIX shell, and the URL that the first one leads to; without a Service of the server, those for the
 * default one. `deletesData`: whether `helm uninstall` does; then `keepData` is the command that removes all but the data.
 */
export function nextSteps(cluster: Cluster, server: ServerAddress | undefined, deletesData: boolean) {
  const {name, port, path} = server ?? {name: RELEASE, port: SERVER_PORT, path: ''};
  return {
    portForward: `kubectl ${scopeOptions(cluster)} port-forward service/${name} ${SERVER_PORT}:${port}`,
    url: `http://localhost:${SERVER_PORT}${path}`,
    uninstall: `helm uninstall ${RELEASE} ${scopeOptions(cluster, '--kube-context')}`,
    keepData: deletesData ? `apigen tracer uninstall --keep-data ${scopeOptions(cluster)}` : null,
  };
}
