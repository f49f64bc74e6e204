import {compareCodePoints} from '../../core/code-point-order.ts';
import {valueAt} from '../../core/json.ts';
import {kubectlGet} from '../cluster/kubectl.ts';

/** A Service of the cluster. */
export interface ClusterService {
  readonly name: string;
  readonly namespace: string;
  readonly ports: readonly number[];
}

/**
 * The Services in the cluster of kubectl's current context, by namespace and name; those of Kubernetes itself are left out.
 * Nothing is changed there.
 *
 * @throws ClusterFailed
 */
export async function clusterServices(): Promise<readonly ClusterService[]> {
  const found = (await kubectlGet(['services', '--all-namespaces'], NEEDED)).map(toService);
  return found
    .filter(({name, namespace}) => !namespace.startsWith('kube-') && name !== 'kubernetes')
    .sort((a, b) => compareCodePoints(`${a.namespace}/${a.name}`, `${b.namespace}/${b.name}`));
}

const NEEDED = 'you are allowed to list the Services of all namespaces';

function toService(content: unknown): ClusterService {
  const ports = valueAt(content, '/spec/ports');
  return {
    name: String(valueAt(content, '/metadata/name')),
    namespace: String(valueAt(content, '/metadata/namespace')),
    ports: Array.isArray(ports) ? ports.map((port) => Number(valueAt(port, '/port'))) : [],
  };
}
