import {at, conditionOf, listAt, numberAt, textAt} from './json.ts';
import {containerOf, type KubernetesObject, readObjects} from './objects.ts';
import type {ReleaseScope} from './programs.ts';

const STARTING = ['', 'PodInitializing', 'ContainerCreating'];

/** Why a pod is not ready: not scheduled, its image not pulled, or its container ended. */
function podReason({body}: KubernetesObject): string {
  if (conditionOf(body, 'Ready', 'True')) return '';
  const waiting = ['initContainerStatuses', 'containerStatuses']
    .flatMap((key) => listAt(body, 'status', key))
    .map((container) => at(container, 'state', 'waiting'))
    .find((state) => !STARTING.includes(textAt(state, 'reason')));
  const cause = waiting ?? conditionOf(body, 'PodScheduled', 'False');
  return [textAt(cause, 'reason'), textAt(cause, 'message')].filter(Boolean).join(': ');
}

/** A message without the name of the pod that it is about, which differs where the cause is the same. */
export const causeIn = (message: string): string => message.replace(/^.*\bpods "[^"]*" (is )?/, '');

/** A Deployment or StatefulSet of the release. */
export type Workload = ReturnType<typeof workloadOf>;

/** `healthy`: all replicas of the newest revision are ready. `reason`: why not, as Kubernetes reports it; empty while it is starting. */
function workloadOf(workload: KubernetesObject, pods: readonly KubernetesObject[]) {
  const {kind, name, component, body} = workload;
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
  const reason = refused || ofPods.find(Boolean) || '';
  const image = textAt(containerOf(workload), 'image');
  return {kind, name, component, wanted, ready, image, healthy, reason: healthy ? '' : causeIn(reason)};
}

/** The release's workloads by name; throws a `TracerError` when the cluster does not answer. */
export async function readWorkloads(scope: ReleaseScope, signal?: AbortSignal): Promise<Workload[]> {
  const objects = await readObjects(scope, 'deployments,statefulsets,pods', signal);
  const pods = objects.filter(({kind}) => kind === 'Pod');
  return objects
    .filter(({kind}) => kind !== 'Pod')
    .map((object) => workloadOf(object, pods))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The workloads that are not ready, in one line, a cause of several once: `tracer 0/1, tracer-postgresql 0/1 (exceeded quota: …)`. */
export function unreadyLine(workloads: readonly Workload[]): string {
  const byReason = new Map<string, string[]>();
  for (const {healthy, name, ready, wanted, reason} of workloads) {
    if (healthy) continue;
    byReason.set(reason, [...(byReason.get(reason) ?? []), `${name} ${ready}/${wanted}`]);
  }
  return [...byReason].map(([reason, names]) => names.join(', ') + (reason && ` (${reason})`)).join('; ');
}
