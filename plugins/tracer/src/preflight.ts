import type {Order} from './arguments.ts';
import {refuseAtWork} from './at-work.ts';
import {describeChart, rehearse} from './chart.ts';
import {databaseOf, kubectl, type Labelled} from './cluster.ts';
import {type Cluster, reachCluster, type Wanted} from './context.ts';
import type {HelmValues} from './helm-values.ts';
import {lastLines} from './last-lines.ts';
import {type NamespaceState, namespaceState} from './namespace.ts';
import type {Findings} from './plan.ts';
import type {Progress} from './progress.ts';
import {isStuck, readRelease} from './release.ts';
import {renderChart} from './rendered.ts';
import {checkRights, rightsOn} from './rights.ts';
import {type TextName, text} from './texts.ts';
import {findTools} from './tools.ts';

/** Finds helm, kubectl and the cluster, and says so; throws a `TracerError` at the first that is not as it has to be. */
export async function reach(wanted: Wanted, progress: Progress, signal?: AbortSignal): Promise<Cluster> {
  progress.done(text('stepTools', await findTools(signal)));
  const cluster = await reachCluster(wanted, signal);
  const {context, server, version} = cluster;
  progress.done(text('stepCluster', {context, server, version}));
  return cluster;
}

const NAMESPACE_STEPS = {
  there: 'stepNamespaceThere',
  new: 'stepNamespaceNew',
  unseen: 'stepNamespaceUnseen',
} as const satisfies Record<NamespaceState, TextName>;

/** Name of the database's volume that is there, for the plan; empty too for who may not list volumes. */
async function volumeThere(place: Labelled, signal: AbortSignal): Promise<string> {
  const names = '--output=jsonpath={.items[*].metadata.name}';
  const args = ['get', 'persistentvolumeclaims', `--selector=${databaseOf(place)}`, names];
  return (await kubectl(place, args, {signal})).stdout.trim();
}

/** How checks are shown, what ends them, and how long helm may take, such as `5m`. */
interface Limits {
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly timeout: string;
}

/** All checks before anything changes, in the order in which one rests on the other. */
export async function preflight(
  wanted: Wanted,
  order: Order,
  values: HelmValues,
  {progress, signal, timeout}: Limits,
): Promise<Findings> {
  const cluster = await reach(wanted, progress, signal);
  const {namespace} = cluster;
  const state = await namespaceState(cluster, signal);
  progress.done(text(NAMESPACE_STEPS[state], {namespace}));
  const there = state !== 'new';
  const chart = await describeChart(order.chart, signal);
  const {resources, server, selector} = await renderChart(cluster, order.chart, values, signal);
  const rights = rightsOn(resources);
  await checkRights(cluster, there ? rights : [...rights, {verb: 'create', resource: 'namespaces'}], signal);
  progress.done(text('stepRights'));
  const release = await readRelease(cluster, signal);
  await refuseAtWork(cluster, release, timeout, signal);
  progress.done(text('stepRelease', {namespace, state: release.status}));
  await rehearse(cluster, order.chart, {stuck: isStuck(release), ...values}, signal);
  progress.done(text('stepChart', {chart}));
  return {
    cluster: {...cluster, selector},
    volume: await volumeThere({...cluster, selector}, signal),
    namespaceExists: there,
    release,
    chart,
    lines: lastLines(cluster, server),
  };
}
