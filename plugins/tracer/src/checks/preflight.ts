import {type Cluster, isMissing, reachCluster, type ScopeOptions} from '../cluster/context.ts';
import {textAt} from '../cluster/json.ts';
import {idOf, isVolume, type KubernetesObject, otherVolumes, readObjects} from '../cluster/objects.ts';
import {RELEASE, type Scope, scopeOptions, selectorOf} from '../cluster/programs.ts';
import {nextSteps, serverAddress} from '../cluster/services.ts';
import {TracerError} from '../errors.ts';
import {type InstallFlags, installRequest} from '../options/install-request.ts';
import {changesBetween, claimsOf, volumesDeletedWith} from '../plan/changes.ts';
import {componentsOf} from '../plan/components.ts';
import {imageChanges, migrates, warningsOf} from '../plan/warnings.ts';
import type {Session} from '../process/interrupt.ts';
import {dryRun, readUserValues, type UserValues, valuesOfOptions} from '../release/chart.ts';
import {type Release, readRelease, readRevision} from '../release/release.ts';
import {findTool} from './tool-versions.ts';

/** Finds helm, kubectl and the cluster; throws a `TracerError` for the first problem. */
export async function reach(wanted: ScopeOptions, {progress, signal}: Session): Promise<Cluster> {
  const helm = await findTool('helm', signal);
  progress.done(`found helm ${helm} and kubectl ${await findTool('kubectl', signal)}`);
  const cluster = await reachCluster(wanted, signal);
  progress.done(
    `the cluster of context ${cluster.context} answers (${cluster.server}, Kubernetes ${cluster.version})`,
  );
  return cluster;
}

/** All values for helm: those of the options or of the last installation, overridden by the user's. */
async function allValues(
  {values, changes, files, set}: ReturnType<typeof installRequest>,
  release: Release,
  folder: string,
  signal: AbortSignal,
): Promise<UserValues> {
  const user = await readUserValues(files, set, signal);
  const reuse = changes !== undefined && release.exists;
  const options = await valuesOfOptions(folder, reuse ? changes : values);
  return {...user, args: [...(reuse ? ['--reset-then-reuse-values'] : []), ...options, ...user.args]};
}

/**
 * The revision to which an upgrade that failed is rolled back first, or 0: helm 3 compares an upgrade with the last deployed revision, so what
 * only the failed one has set would stay. Not if that deletes a volume, or the failed one may have migrated the database.
 */
async function rollbackFirst(
  scope: Scope,
  {status, deployed, revision}: Release,
  installed: readonly KubernetesObject[],
  signal: AbortSignal,
): Promise<number> {
  if (status !== 'failed' || deployed === 0 || !(await findTool('helm', signal)).startsWith('3.')) return 0;
  const failed = await readRevision(scope, revision, signal);
  const {added} = changesBetween(installed, failed);
  const loses = volumesDeletedWith(failed.filter((object) => added.includes(idOf(object)))).length > 0;
  return loses || migrates(imageChanges(installed, failed)) ? 0 : deployed;
}

/** The value that lets the chart delete volumes. */
function deleteValue(volumes: readonly string[]): readonly string[] {
  return volumes.length === 0 ? [] : ['--set', `postgresql.persistence.deleteVolumes={${volumes.join()}}`];
}

/** Whether an object is the database of the release, as the chart finds it (`tracer.checkDatabaseKept`). */
const isDatabase = ({kind, component, body}: KubernetesObject): boolean =>
  kind === 'StatefulSet' &&
  component === 'database' &&
  textAt(body, 'metadata', 'annotations', 'meta.helm.sh/release-name') === RELEASE;

/** What will be installed, computed before anything changes. */
export type Plan = Awaited<ReturnType<typeof preflight>>;

/**
 * Runs all checks in the order in which they depend on each other, and computes the plan, of which `--json` prints `result`. Changes
 * nothing. `folder` is a temporary one, for values.
 */
export async function preflight(wanted: ScopeOptions, flags: InstallFlags, folder: string, session: Session) {
  const request = installRequest(flags);
  const {progress, signal} = session;
  const cluster = await reach(wanted, session);
  const {namespace, context} = cluster;
  const newNamespace = await isMissing(cluster, signal);
  if (newNamespace) progress.done(`namespace ${namespace} does not exist and will be created`);
  const release = await readRelease(cluster, signal);
  progress.done(`release tracer in namespace ${namespace}: ${release.status}`);
  if (release.status === 'uninstalling')
    throw new TracerError(
      `an uninstallation of release tracer is in progress or was interrupted: wait until it has finished, or run \`apigen tracer uninstall ${scopeOptions(cluster)}\` again, which deletes its data (--keep-data keeps it)`,
    );
  const values = await allValues(request, release, folder, signal);
  // helm compares an upgrade with the last deployed revision.
  const compared = release.deployed || release.revision;
  const installed = release.exists ? await readRevision(cluster, compared, signal) : [];
  const live = await readObjects({...cluster, selector: ''}, 'statefulsets,persistentvolumeclaims', signal);
  // The chart would refuse what is refused below, where more is known.
  const deletable = volumesDeletedWith(live.filter(isDatabase));
  const trial = {...values, args: [...values.args, ...deleteValue(deletable)]};
  const {chart, objects} = await dryRun(cluster, request.chart, trial, signal);
  progress.done(`the cluster accepts the chart (${chart})`);
  const changes = changesBetween(installed, objects);
  const removed = installed.filter((object) => changes.removed.includes(idOf(object)));
  const nameLabel = objects.find(({component}) => component === 'server')?.nameLabel || RELEASE;
  const scope = {...cluster, selector: selectorOf(nameLabel)};
  const existingVolumes = live.filter(isVolume).map(({name}) => name);
  // An upgrade that failed may have changed what happens to the volume.
  const liveOf = (object: KubernetesObject) => live.find((one) => idOf(one) === idOf(object)) ?? object;
  const deletedVolumes = volumesDeletedWith(removed.map(liveOf));
  const owners = removed.filter(({kind}) => /^(StatefulSet|PersistentVolumeClaim)$/.test(kind)).map(idOf);
  if (deletedVolumes.length > 0 && !flags['delete-data'])
    throw new TracerError(
      `this would delete the database's volume ${deletedVolumes.join(', ')} with its data, because the release would no longer contain ${owners.join(', ')}: leave the values that name or switch off the database as they were, first upgrade with \`--set postgresql.persistence.retain=true\` to keep the volume, or add --delete-data`,
    );
  // Also those that a failed upgrade left, of which only the chart believes that they are deleted.
  const used = objects.flatMap(claimsOf);
  const leaving = deletable.filter((name) => !used.includes(name));
  const others = await otherVolumes(cluster, [...used, ...live.flatMap(claimsOf)], signal);
  const unused = others.map(
    ({name}) =>
      `the volume ${name} of an earlier installation is not used, because the database has another name now: leave nameOverride and fullnameOverride as they were to use its data`,
  );
  const added = objects.filter((object) => changes.added.includes(idOf(object)));
  const rolledBackVolumes = volumesDeletedWith(added).filter((name) => existingVolumes.includes(name));
  if (flags.atomic && release.deployed > 0 && rolledBackVolumes.length > 0)
    throw new TracerError(
      `with --atomic, a rollback would delete the existing volume ${rolledBackVolumes.join(', ')} with its data: leave out --atomic, or add \`--set postgresql.persistence.retain=true\``,
    );
  const components = componentsOf(objects);
  const server = serverAddress(objects);
  return {
    rollback: await rollbackFirst(cluster, release, installed, signal),
    ...{cluster: scope, newNamespace, release, chart: request.chart, server},
    values: {...values, args: [...values.args, ...deleteValue(leaving)]},
    /** The namespace's volume claims. */
    existingVolumes,
    /** Those of them that going back to the deployed revision deletes. */
    rolledBackVolumes,
    result: {
      ...{context, server: cluster.server, namespace, release: RELEASE, chart},
      images: imageChanges(installed, objects),
      warnings: [...warningsOf(cluster, installed, objects), ...unused],
      ...{components, changes, deletedVolumes},
      ...nextSteps(cluster, server, volumesDeletedWith(objects).length > 0),
    },
  };
}
