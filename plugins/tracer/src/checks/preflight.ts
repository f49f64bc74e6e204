import {
  type Cluster,
  type NamespaceState,
  namespaceState,
  reachCluster,
  type ScopeOptions,
} from '../cluster/context.ts';
import {resourceOf} from '../cluster/objects.ts';
import {databaseSelector, kubectl, RELEASE, type ReleaseScope, selectorOf} from '../cluster/programs.ts';
import {nextSteps, serverAddress} from '../cluster/services.ts';
import {TracerError} from '../errors.ts';
import type {InstallRequest} from '../options/install-request.ts';
import {changesBetween, deletedVolumes} from '../plan/changes.ts';
import {componentsOf} from '../plan/components.ts';
import type {Plan} from '../plan/plan.ts';
import type {Progress} from '../process/progress.ts';
import {describeChart} from '../release/chart.ts';
import {isStuck, readRelease, readRevision} from '../release/release.ts';
import {dryRun, renderChart} from '../release/render.ts';
import {readHelmValues} from '../release/values.ts';
import {refusePending} from './pending-release.ts';
import {checkPermissions, installPermissions} from './permissions.ts';
import {findTools} from './tool-versions.ts';

/** Finds helm, kubectl and the cluster; throws a `TracerError` for the first problem. */
export async function reach(wanted: ScopeOptions, progress: Progress, signal: AbortSignal): Promise<Cluster> {
  const {helm, kubectl: version} = await findTools(signal);
  progress.done(`found helm ${helm} and kubectl ${version}`);
  const cluster = await reachCluster(wanted, signal);
  progress.done(
    `the cluster of context ${cluster.context} answers (${cluster.server}, Kubernetes ${cluster.version})`,
  );
  return cluster;
}

const NAMESPACE_STEPS = {
  exists: (namespace) => `namespace ${namespace} exists`,
  missing: (namespace) => `namespace ${namespace} does not exist and will be created`,
  unreadable: (namespace) => `assuming that namespace ${namespace} exists: you may not read namespaces`,
} as const satisfies Record<NamespaceState, (namespace: string) => string>;

/** The database's volume claims; empty when they cannot be listed. */
async function existingVolumes(scope: ReleaseScope, signal: AbortSignal): Promise<string[]> {
  const names = '--output=jsonpath={.items[*].metadata.name}';
  const args = ['get', 'persistentvolumeclaims', `--selector=${databaseSelector(scope)}`, names];
  return (await kubectl(scope, args, {signal})).stdout.split(/\s+/).filter(Boolean);
}

/** How checks are shown, and the longest time that helm may take, such as `5m`. */
interface Limits {
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly timeout: string;
  /** Whether volumes with data may be deleted. */
  readonly deleteData: boolean;
}

/** Runs all checks in the order in which they depend on each other, and computes the plan. Changes nothing. */
export async function preflight(
  wanted: ScopeOptions,
  request: InstallRequest,
  {progress, signal, timeout, deleteData}: Limits,
): Promise<Plan> {
  const cluster = await reach(wanted, progress, signal);
  const {namespace} = cluster;
  const state = await namespaceState(cluster, signal);
  progress.done(NAMESPACE_STEPS[state](namespace));
  const namespaceExists = state !== 'missing';
  const chart = await describeChart(request.chart, signal);
  const values = await readHelmValues(cluster, request, signal);
  const objects = await renderChart(cluster, request.chart, values, signal);
  const permissions = installPermissions(objects.map(resourceOf));
  const create = namespaceExists ? [] : ['create namespaces'];
  await checkPermissions(cluster, [...permissions, ...create], signal);
  progress.done('you have all permissions');
  const release = await readRelease(cluster, signal);
  await refusePending(cluster, release, timeout, signal);
  progress.done(`release tracer in namespace ${namespace}: ${release.status}`);
  const rendered = await dryRun(cluster, request.chart, values, isStuck(release), signal);
  progress.done(`the cluster accepts the chart (${chart})`);
  const installed =
    release.baseRevision === 0 ? [] : await readRevision(cluster, release.baseRevision, signal);
  const changes = changesBetween(installed, rendered);
  const nameLabel = rendered.find(({component}) => component === 'server')?.nameLabel || RELEASE;
  const scope = {...cluster, selector: selectorOf(nameLabel)};
  const server = serverAddress(rendered);
  const deleted = deletedVolumes(installed, changes);
  const owners = changes.removed.filter((id) => /^(StatefulSet|PersistentVolumeClaim)\//.test(id));
  if (deleted.length > 0 && !deleteData)
    throw new TracerError(
      `this would delete the database's volume ${deleted.join(', ')} with its data, because the release would no longer contain ${owners.join(', ')}: leave the values that name or switch off the database as they were, or add --delete-data`,
    );
  return {
    cluster: scope,
    namespaceExists,
    release,
    chart,
    values,
    components: componentsOf(rendered),
    changes,
    existingVolumes: await existingVolumes(scope, signal),
    deletedVolumes: deleted,
    server,
    nextSteps: nextSteps(cluster, server),
  };
}
