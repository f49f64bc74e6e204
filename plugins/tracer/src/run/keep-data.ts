import {setTimeout as pause} from 'node:timers/promises';
import {at, listAt} from '../cluster/json.ts';
import {idOf, isVolume, type KubernetesObject, readObjects, succeeded} from '../cluster/objects.ts';
import {
  databaseSelector,
  kubectl,
  RELEASE,
  type ReleaseScope,
  type Scope,
  scopeOptions,
} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {claimsOf} from '../plan/changes.ts';
import {RECORDS, readRelease, readRevision} from '../release/release.ts';

/*
 * Uninstalls without the data and without `helm uninstall`, which deletes every object of the stored manifest. Only an upgrade could
 * exclude the data there, and that needs the chart in the release's own version. Instead the volume is detached from its
 * StatefulSet, everything except Secrets is deleted, and helm's records last. The password stays in its Secret all the time, and an
 * interrupted run can be repeated.
 */

/** Marks what `--keep-data` left, so that the next uninstallation deletes it; without a release, nothing else is deleted. */
const KEPT = 'apigen/kept-data';

/** How long the controller may take to detach a volume. */
const DETACH_MILLISECONDS = 60_000;

/** The message of a failed step; the same command continues. */
export const STOPPED = 'the uninstallation stopped; run the same command again to continue';

/**
 * The volume claims and Secrets of the database, with or without a release, and the StatefulSets that use these claims. A claim that existed
 * before its StatefulSet has no label of the chart, and Argo CD 2 replaces those of a StatefulSet.
 */
export async function readDatabase(scope: ReleaseScope, signal: AbortSignal) {
  const [labelled, all] = await Promise.all([
    readObjects(scope, 'statefulsets,persistentvolumeclaims,secrets', signal, databaseSelector(scope)),
    readObjects(scope, 'statefulsets,persistentvolumeclaims', signal, ''),
  ]);
  const claims = labelled.flatMap(claimsOf);
  const unlabelled = all.filter((one) => isVolume(one) && claims.includes(one.name));
  const byId = new Map([...unlabelled, ...labelled].map((object) => [idOf(object), object]));
  const data = [...byId.values()].filter(({kind}) => kind !== 'StatefulSet');
  const users = all.filter((set) => claimsOf(set).some((name) => data.some((one) => one.name === name)));
  return {data, users};
}

/** `secret/tracer-postgresql`, as kubectl takes it. */
export const kubectlName = ({kind, name}: KubernetesObject): string => `${kind.toLowerCase()}/${name}`;

const isRetained = ({body}: KubernetesObject) =>
  at(body, 'metadata', 'annotations', 'helm.sh/resource-policy') === 'keep';

/** Whether `--keep-data` left all of this, or it is being deleted already; a later release may have retained what was marked. */
export function wasKept(data: readonly KubernetesObject[]): boolean {
  const marks = [['annotations', KEPT], ['deletionTimestamp']];
  const isMarked = ({body}: KubernetesObject) =>
    marks.some((path) => at(body, 'metadata', ...path) !== undefined);
  return data.every((one) => isMarked(one) && !isRetained(one));
}

/** Whether the data has a volume that an earlier revision retained: no StatefulSet uses it or is its owner. */
export function hasLeft({data, users}: Awaited<ReturnType<typeof readDatabase>>): boolean {
  const used = users.flatMap(claimsOf);
  const left = data.filter(
    (one) => isVolume(one) && !used.includes(one.name) && !at(one.body, 'metadata', 'ownerReferences'),
  );
  return left.length > 0 && !wasKept([...left, ...data.filter(isRetained)]);
}

/** The command that deletes kept data. */
export function deleteCommand(scope: Scope, names: readonly string[]): string {
  return `kubectl delete ${names.join(' ')} ${scopeOptions(scope)}`;
}

/** The error that there is no release; names the data that an earlier one left, or what else uses it. */
export async function noRelease(scope: ReleaseScope, signal: AbortSignal): Promise<TracerError> {
  const {data, users} = await readDatabase(scope, signal);
  const names = data.map(kubectlName);
  const missing = `no release "tracer" in namespace ${scope.namespace} of context ${scope.context}`;
  if (data.length === 0)
    return new TracerError(`${missing}: choose another namespace with --namespace or another --context`);
  if (users.length > 0)
    return new TracerError(
      `${missing}, but ${users.map(kubectlName).join(', ')} uses ${names.join(', ')}: it was installed without helm, for example by Argo CD\nchange or remove it there`,
    );
  const remove = wasKept(data) ? 'uninstall without --keep-data' : `run \`${deleteCommand(scope, names)}\``;
  return new TracerError(
    `${missing}; an earlier one left ${names.join(', ')}\ninstall again to use it, or ${remove} to delete it`,
  );
}

/** Throws a `TracerError` when the release has no volume to keep, or it is already being deleted. */
export function checkKeepable({namespace}: Scope, data: readonly KubernetesObject[]): void {
  const claims = data.filter(isVolume);
  const deleted = claims.find(({body}) => at(body, 'metadata', 'deletionTimestamp') !== undefined);
  if (claims.length > 0 && deleted === undefined) return;
  const problem = deleted
    ? `the volume ${deleted.name} in namespace ${namespace} is already being deleted`
    : `the database in namespace ${namespace} has no volume to keep`;
  throw new TracerError(`${problem}: leave out --keep-data`);
}

async function run(scope: Scope, args: readonly string[], signal: AbortSignal): Promise<void> {
  succeeded(await kubectl(scope, args, {signal, timeout: 60_000}), STOPPED);
}

/** Gives volume claims the chart's labels, by which they are found when their StatefulSet is gone. */
export async function labelClaims(scope: ReleaseScope, names: readonly string[], signal: AbortSignal) {
  const labels = databaseSelector(scope).split(',');
  if (names.length > 0) await run(scope, ['label', ...names, ...labels, '--overwrite'], signal);
}

/** Marks data as kept by `--keep-data`; not if it is retained. */
export function markKept(scope: Scope, names: readonly string[], retained: boolean, signal: AbortSignal) {
  return run(scope, ['annotate', ...names, KEPT + (retained ? '-' : '=true'), '--overwrite'], signal);
}

/** Lets the controller of the StatefulSets remove itself as owner of the volume claims, and waits until it has. */
export async function detachVolumes(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
  const sets = (await readDatabase(scope, signal)).users.map(kubectlName);
  if (sets.length === 0) return;
  const policy = '{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Retain"}}}';
  await run(scope, ['patch', ...sets, `--patch=${policy}`], signal);
  const end = Date.now() + DETACH_MILLISECONDS;
  for (;;) {
    const claims = (await readDatabase(scope, signal)).data.filter(isVolume);
    if (claims.every(({body}) => listAt(body, 'metadata', 'ownerReferences').length === 0)) return;
    if (Date.now() >= end)
      throw new TracerError(`${STOPPED}: the volume is still owned by ${sets.join(', ')}`);
    await pause(200, undefined, {signal}).catch(() => signal.throwIfAborted());
  }
}

/** Deletes the release's objects, also those that failed upgrades left, except Secrets. */
export async function deleteAllButSecrets(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
  const names = new Set<string>();
  for (const revision of (await readRelease(scope, signal)).leaving) {
    const objects = await readRevision(scope, revision, signal);
    for (const object of objects) if (object.kind !== 'Secret') names.add(kubectlName(object));
  }
  if (names.size > 0) await run(scope, ['delete', ...names, '--ignore-not-found', '--wait=false'], signal);
}

/** Deletes helm's records of the release. */
export function deleteRecords(scope: Scope, signal: AbortSignal): Promise<void> {
  return run(scope, ['delete', RECORDS, `--selector=owner=helm,name=${RELEASE}`], signal);
}
