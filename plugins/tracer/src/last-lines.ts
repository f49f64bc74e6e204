import {RELEASE} from './cluster.ts';
import type {Cluster} from './context.ts';
import {SERVER_PORT, type ServerAddress} from './service.ts';
import {placeWords} from './shell.ts';

/** How to go on once it is installed: command lines for a POSIX shell, and the address that they lead to. */
export interface LastLines {
  readonly portForward: string;
  readonly url: string;
  readonly uninstall: string;
}

/** The lines for a server; for a chart that has none, those for the server's usual Service. */
export function lastLines(cluster: Cluster, server: ServerAddress | undefined): LastLines {
  const {name, port, path} = server ?? {name: RELEASE, port: SERVER_PORT, path: ''};
  return {
    portForward: `kubectl ${placeWords(cluster)} port-forward service/${name} ${SERVER_PORT}:${port}`,
    uninstall: `helm uninstall ${RELEASE} ${placeWords(cluster, '--kube-context')}`,
    url: `http://localhost:${SERVER_PORT}${path}`,
  };
}
