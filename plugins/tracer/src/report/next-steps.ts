import type {Cluster} from '../cluster/context.ts';
import {RELEASE, scopeOptions} from '../cluster/programs.ts';
import {SERVER_PORT, type ServerAddress} from '../cluster/services.ts';

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
