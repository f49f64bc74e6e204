import {kubectl, type Labelled} from './cluster.ts';
import {at, listAt, numberAt, parse, textAt} from './json.ts';
import {complaint, type RunOptions} from './program.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** A Deployment or StatefulSet of the release. */
export interface Workload {
  readonly kind: string;
  readonly name: string;
  readonly component: string;
  readonly wanted: number;
  readonly ready: number;
  readonly image: string;
  /** Whether the newest form of it runs, all replicas ready. */
  readonly healthy: boolean;
  /** Why not, as Kubernetes says it; empty while it just takes its time. */
  readonly reason: string;
}

interface Pod {
  readonly name: string;
  readonly component: string;
  readonly ready: boolean;
  readonly reason: string;
}

const COMPONENT = 'app.kubernetes.io/component';

/** Why a pod is not ready: not placed, refused by its container runtime, or ended with an error. */
function podReason(pod: unknown): string {
  const containers = [
    ...listAt(pod, 'status', 'initContainerStatuses'),
    ...listAt(pod, 'status', 'containerStatuses'),
  ];
  const waiting = containers
    .map((container) => at(container, 'state', 'waiting'))
    .find((state) => !['', 'PodInitializing', 'ContainerCreating'].includes(textAt(state, 'reason')));
  const unplaced = listAt(pod, 'status', 'conditions').find(
    (condition) => textAt(condition, 'type') === 'PodScheduled' && textAt(condition, 'status') === 'False',
  );
  const why = waiting ?? unplaced;
  return [textAt(why, 'reason'), textAt(why, 'message')].filter(Boolean).join(': ');
}

function podOf(pod: unknown): Pod {
  const conditions = listAt(pod, 'status', 'conditions');
  return {
    name: textAt(pod, 'metadata', 'name'),
    component: textAt(pod, 'metadata', 'labels', COMPONENT),
    ready: conditions.some((item) => textAt(item, 'type') === 'Ready' && textAt(item, 'status') === 'True'),
    reason: podReason(pod),
  };
}

/** What the controller says when it may not make pods at all, such as a quota that is used up. */
function refusal(item: unknown): string {
  const failure = listAt(item, 'status', 'conditions').find(
    (condition) => textAt(condition, 'type') === 'ReplicaFailure' && textAt(condition, 'status') === 'True',
  );
  return textAt(failure, 'message');
}

function workloadOf(item: unknown, pods: readonly Pod[], refused: ReadonlyMap<string, string>): Workload {
  const name = textAt(item, 'metadata', 'name');
  const component = textAt(item, 'metadata', 'labels', COMPONENT);
  const wanted = numberAt(item, 'spec', 'replicas');
  const ready = numberAt(item, 'status', 'readyReplicas');
  const current =
    numberAt(item, 'status', 'observedGeneration') >= numberAt(item, 'metadata', 'generation') &&
    numberAt(item, 'status', 'updatedReplicas') === wanted &&
    numberAt(item, 'status', 'replicas') === wanted;
  const healthy = current && ready === wanted;
  const ofPods = pods.find((pod) => pod.component === component && !pod.ready && pod.reason)?.reason ?? '';
  return {
    kind: textAt(item, 'kind'),
    name,
    component,
    wanted,
    ready,
    image: textAt(item, 'spec', 'template', 'spec', 'containers', 0, 'image'),
    healthy,
    reason: healthy ? '' : refusal(item) || (lacksPods(item) && refused.get(name)) || ofPods,
  };
}

/**
 * What was said when a StatefulSet's pod was refused, by the StatefulSet's name: unlike a Deployment it carries no condition of it. Who
 * may not read events is told no reason.
 */
async function refusedPods(place: Labelled, options: RunOptions): Promise<ReadonlyMap<string, string>> {
  const fields = '--field-selector=reason=FailedCreate,involvedObject.kind=StatefulSet';
  const answer = await kubectl(place, ['get', 'events', fields, '--output=json'], options);
  return new Map(
    listAt(parse(answer.stdout), 'items').map((event) => [
      textAt(event, 'involvedObject', 'name'),
      textAt(event, 'message').replace(/.* failed error: /, ''),
    ]),
  );
}

/** Whether the controller has not made the pods that are wanted, and does not say why. */
function lacksPods(item: unknown): boolean {
  const made = numberAt(item, 'status', 'replicas');
  return textAt(item, 'kind') === 'StatefulSet' && made < numberAt(item, 'spec', 'replicas');
}

/** The release's workloads, by name; throws a `TracerError` when the cluster does not tell. */
export async function readWorkloads(place: Labelled, options: RunOptions = {}): Promise<Workload[]> {
  const args = ['get', 'deployments,statefulsets,pods', `--selector=${place.selector}`, '--output=json'];
  const answer = await kubectl(place, args, options);
  if (answer.status !== 0) throw new TracerError(text('stoppedAnswering', {reason: complaint(answer)}));
  const items = listAt(parse(answer.stdout), 'items');
  const pods = items.filter((item) => textAt(item, 'kind') === 'Pod').map(podOf);
  const refused = items.some(lacksPods) ? await refusedPods(place, options) : new Map<string, string>();
  return items
    .filter((item) => textAt(item, 'kind') !== 'Pod')
    .map((item) => workloadOf(item, pods, refused))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** One line about what is not ready: `tracer-postgresql 0/1 (ImagePullBackOff: …), tracer 0/1`. */
export function unready(workloads: readonly Workload[]): string {
  return workloads
    .filter(({healthy}) => !healthy)
    .map(({name, ready, wanted, reason}) => `${name} ${ready}/${wanted}${reason ? ` (${reason})` : ''}`)
    .join(', ');
}
