import {at, conditionOf, listAt, numberAt, parse, textAt} from './json.ts';
import {type KubernetesObject, readObjects} from './objects.ts';
import {kubectl, type ReleaseScope} from './programs.ts';

/** A Deployment or StatefulSet of the release. */
export interface Workload {
  readonly kind: string;
  readonly name: string;
  readonly component: string;
  readonly wanted: number;
  readonly ready: number;
  readonly image: string;
  /** Whether all replicas of the newest revision are ready. */
  readonly healthy: boolean;
  /** Why it is not healthy, as Kubernetes reports it; empty while it is starting. */
  readonly reason: string;
}

const STARTING = ['', 'PodInitializing', 'ContainerCreating'];

/** Why a pod is not ready: not scheduled, its image not pulled, or its container ended. */
function podReason({body}: KubernetesObject): string {
  if (conditionOf(body, 'Ready', 'True')) return '';
  const containers = [
    ...listAt(body, 'status', 'initContainerStatuses'),
    ...listAt(body, 'status', 'containerStatuses'),
  ];
  const waiting = containers
    .map((container) => at(container, 'state', 'waiting'))
    .find((state) => !STARTING.includes(textAt(state, 'reason')));
  const cause = waiting ?? conditionOf(body, 'PodScheduled', 'False');
  return [textAt(cause, 'reason'), textAt(cause, 'message')].filter(Boolean).join(': ');
}

const lacksPods = ({kind, body}: KubernetesObject) =>
  kind === 'StatefulSet' && numberAt(body, 'status', 'replicas') < numberAt(body, 'spec', 'replicas');

/** Why StatefulSets' pods cannot be created, by StatefulSet: only an event has it. Empty when events cannot be read. */
async function failedPods(
  scope: ReleaseScope,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const fields = '--field-selector=reason=FailedCreate,involvedObject.kind=StatefulSet';
  const answer = await kubectl(scope, ['get', 'events', fields, '--output=json'], {signal});
  return new Map(
    listAt(parse(answer.stdout), 'items').map((event) => [
      textAt(event, 'involvedObject', 'name'),
      textAt(event, 'message').replace(/.* failed error: /, ''),
    ]),
  );
}

function workloadOf(
  object: KubernetesObject,
  pods: readonly KubernetesObject[],
  failed: ReadonlyMap<string, string>,
): Workload {
  const {kind, name, component, body} = object;
  const wanted = numberAt(body, 'spec', 'replicas');
  const ready = numberAt(body, 'status', 'readyReplicas');
  const current =
    numberAt(body, 'status', 'observedGeneration') >= numberAt(body, 'metadata', 'generation') &&
    numberAt(body, 'status', 'updatedReplicas') === wanted &&
    numberAt(body, 'status', 'replicas') === wanted;
  const healthy = current && ready === wanted;
  const ofPods = pods.filter((pod) => pod.component === component).map(podReason);
  // Why a Deployment's pods cannot be created, such as an exceeded quota.
  const refused = textAt(conditionOf(body, 'ReplicaFailure', 'True'), 'message');
  const reason = refused || (lacksPods(object) && failed.get(name)) || ofPods.find(Boolean) || '';
  const [container] = listAt(body, 'spec', 'template', 'spec', 'containers');
  const image = textAt(container, 'image');
  return {kind, name, component, wanted, ready, image, healthy, reason: healthy ? '' : reason};
}

/** The release's workloads by name; throws a `TracerError` when the cluster does not answer. */
export async function readWorkloads(scope: ReleaseScope, signal?: AbortSignal): Promise<Workload[]> {
  const objects = await readObjects(scope, 'deployments,statefulsets,pods', signal);
  const pods = objects.filter(({kind}) => kind === 'Pod');
  const failed = objects.some(lacksPods) ? await failedPods(scope, signal) : new Map<string, string>();
  return objects
    .filter(({kind}) => kind !== 'Pod')
    .map((object) => workloadOf(object, pods, failed))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The workloads that are not ready, in one line: `tracer-postgresql 0/1 (ImagePullBackOff: …), tracer 0/1`. */
export function unreadyLine(workloads: readonly Workload[]): string {
  return workloads
    .filter(({healthy}) => !healthy)
    .map(({name, ready, wanted, reason}) => `${name} ${ready}/${wanted}${reason ? ` (${reason})` : ''}`)
    .join(', ');
}
