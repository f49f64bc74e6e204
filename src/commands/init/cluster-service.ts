import {compareCodePoints} from '../../core/code-point-order.ts';
import {valueAt} from '../../core/json.ts';
import {quote} from '../../core/quote.ts';
import type {SettingValues} from '../../core/settings/table.ts';
import {kubectlGet} from '../../io/cluster/kubectl.ts';
import type {Known} from './complete-settings.ts';
import {firstOf, MISSING_NAME, type Questions, refused} from './plan.ts';

export interface ClusterService {
  readonly name: string;
  readonly namespace: string;
  readonly ports: readonly number[];
}

/**
 * Adds the Service of the cluster that a description is for, as if it were given by flags: the one that has the name, and the
 * namespace if that is known, or the one that the user chooses.
 *
 * @throws Refused when it is not clear
 */
export async function withClusterService(
  known: Known,
  services: readonly ClusterService[],
  questions: Questions | undefined,
): Promise<Known> {
  const {given, existing, suggested} = known;
  const set = {...existing, ...given};
  const isNamed = set['service.name'] !== undefined;
  const name = set['service.name'] ?? suggested['service.name'];
  const namespace = set['service.namespace'];
  const found = services.filter(
    (service) => service.name === name && (namespace === undefined || service.namespace === namespace),
  );
  const offered = questions && !isNamed ? [...new Set([...found, ...services])] : found;
  const [only, another] = offered;
  const choices = offered.map((value) => ({name: titleOf(value), value}));
  const isAsked = questions && only && (another || !isNamed);
  const chosen = isAsked ? await questions.choose('Service', choices) : another ? undefined : only;
  if (!chosen)
    throw refused(
      name ? `${found.length || 'no'} Services ${quote(name)} in the cluster` : MISSING_NAME,
      `choose one with \`--service.name\` and \`--service.namespace\`: ${firstOf((only ? found : services).map(titleOf)) || 'there are none'}`,
    );
  const named: SettingValues = {'service.name': chosen.name, 'service.namespace': chosen.namespace};
  const added = Object.entries(named).filter(([key]) => !(key in existing));
  const port = chosen.ports.length === 1 && {'service.port': String(chosen.ports[0])};
  return {...known, given: {...Object.fromEntries(added), ...given}, suggested: {...suggested, ...port}};
}

/** The Services of the cluster, without those of Kubernetes itself. Nothing is changed there. Throws ClusterFailed. */
export async function clusterServices(): Promise<readonly ClusterService[]> {
  const needed = 'you are allowed to list the Services of all namespaces';
  return (await kubectlGet(['services', '--all-namespaces'], needed))
    .map(toService)
    .filter(({name, namespace}) => !namespace.startsWith('kube-') && name !== 'kubernetes')
    .sort((a, b) => compareCodePoints(titleOf(a), titleOf(b)));
}

function toService(content: unknown): ClusterService {
  const ports = valueAt(content, '/spec/ports');
  return {
    name: String(valueAt(content, '/metadata/name')),
    namespace: String(valueAt(content, '/metadata/namespace')),
    ports: Array.isArray(ports) ? ports.map((port) => Number(valueAt(port, '/port'))) : [],
  };
}

function titleOf({name, namespace}: ClusterService): string {
  return `${namespace}/${name}`;
}
