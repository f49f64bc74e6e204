import {isMissing, reach} from '../cluster/context.ts';
import {textAt} from '../cluster/json.ts';
import {idOf, isVolume, type Manifest, otherVolumes, readObjects, sameIn} from '../cluster/objects.ts';
import {RELEASE, type ScopeOptions, scopeOptions, selectorOf} from '../cluster/programs.ts';
import {nextSteps, serverAddress} from '../cluster/services.ts';
import {TracerError} from '../errors.ts';
import {type InstallFlags, installRequest} from '../options/install-request.ts';
import type {Session} from '../process/interrupt.ts';
import {dryRun, readValues} from '../release/chart.ts';
import {type Release, readRelease, readRevision} from '../release/release.ts';
import {changesBetween, claimsOf, notIn, volumesDeletedWith} from './changes.ts';
import {componentsOf} from './components.ts';
import {imageChanges, migrationIn, warningsOf} from './warnings.ts';

/**
 * The revision to which an upgrade that failed is rolled back first, or 0: helm 3 compares an upgrade with the last deployed revision, so what
 * only the failed one has set would stay. Not if that deletes a volume, or the failed one may have migrated the database.
 */
async function rollbackFirst(
  cluster: Awaited<ReturnType<typeof reach>>,
  {status, deployed, revision}: Release,
  installed: Manifest,
  signal: AbortSignal,
): Promise<number> {
  if (status !== 'failed' || deployed === 0 || !cluster.helm.startsWith('3.')) return 0;
  const failed = await readRevision(cluster, revision, signal);
  const loses = volumesDeletedWith(notIn(installed, failed)).length > 0;
  return loses || migrationIn(imageChanges(installed, failed)) ? 0 : deployed;
}

/** The planned installation, computed before anything changes. */
export type Plan = Awaited<ReturnType<typeof makePlan>>;

/**
 * Runs all checks in the order in which they depend on each other, and computes the plan, of which `--json` prints `result`. Changes
 * nothing. `folder` is a temporary one, for values.
 */
export async function makePlan(wanted: ScopeOptions, flags: InstallFlags, folder: string, session: Session) {
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
  const reused = release.exists ? request.changes : undefined;
  const {input, args} = await readValues(folder, reused ?? request.values, request, signal);
  const valuesThatDelete = (volumes: readonly string[]) => ({
    input,
    args: [
      ...(reused ? ['--reset-then-reuse-values'] : []),
      ...args,
      ...(volumes.length > 0 ? ['--set', `postgresql.persistence.deleteVolumes={${volumes.join()}}`] : []),
    ],
  });
  // helm compares an upgrade with the last deployed revision.
  const compared = release.deployed || release.revision;
  const installed = release.exists ? await readRevision(cluster, compared, signal) : [];
  const live = await readObjects({...cluster, selector: ''}, 'statefulsets,persistentvolumeclaims', signal);
  // As the chart finds it (`tracer.checkDatabaseKept`), which would refuse what is refused below, where more is known.
  const databases = live.filter(
    ({kind, component, body}) =>
      kind === 'StatefulSet' &&
      component === 'database' &&
      textAt(body, 'metadata', 'annotations', 'meta.helm.sh/release-name') === RELEASE,
  );
  const deletable = volumesDeletedWith(databases);
  const {chart, objects} = await dryRun(cluster, request.chart, valuesThatDelete(deletable), signal);
  progress.done(`the cluster accepts the chart (${chart})`);
  const changes = changesBetween(installed, objects);
  const removed = notIn(objects, installed);
  const nameLabel = objects.find(({component}) => component === 'server')?.nameLabel || RELEASE;
  const scope = {...cluster, selector: selectorOf(nameLabel)};
  const existingVolumes = live.filter(isVolume).map(({name}) => name);
  // An upgrade that failed may have changed what happens to the volume.
  const deletedVolumes = volumesDeletedWith(removed.map((object) => sameIn(live, object) ?? object));
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
  const addedVolumes = volumesDeletedWith(notIn(installed, objects));
  const rolledBackVolumes = addedVolumes.filter((name) => existingVolumes.includes(name));
  if (flags.atomic && release.deployed > 0 && rolledBackVolumes.length > 0)
    throw new TracerError(
      `with --atomic, a rollback would delete the existing volume ${rolledBackVolumes.join(', ')} with its data: leave out --atomic, or add \`--set postgresql.persistence.retain=true\``,
    );
  const components = componentsOf(objects);
  const server = serverAddress(objects);
  return {
    rollback: await rollbackFirst(cluster, release, installed, signal),
    ...{cluster: scope, newNamespace, release, chart: request.chart, server},
    values: valuesThatDelete(leaving),
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
