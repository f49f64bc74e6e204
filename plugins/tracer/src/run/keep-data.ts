import {setTimeout as pause} from 'node:timers/promises';
import {at, listAt, textAt} from '../cluster/json.ts';
import {type KubernetesObject, readObjects, succeeded} from '../cluster/objects.ts';
import {
  databaseSelector,
  kubectl,
  RELEASE,
  type ReleaseScope,
  type Scope,
  scopeOptions,
} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {RECORDS, readRelease, readRevision} from '../release/release.ts';

/*
 * Uninstalls without the data and without `helm uninstall`, which deletes every object of the stored manifest. Only an upgrade could
 * exclude the data there, and that needs the chart in the release's own version. Instead the volume is detached from its
 * StatefulSet, everything except Secrets is deleted, and helm's records last. The password stays in its Secret all the time, and an
 * interrupted run can be repeated.
 */

/** The annotation with which helm keeps an object; the chart sets it on the Secret of a database that is retained. */
const KEEP_ANNOTATION = 'helm.sh/resource-policy';

/** How long the controller may take to detach a volume. */
const DETACH_MILLISECONDS = 60_000;

/** The message of a failed step; the same command continues. */
export const STOPPED = 'the uninstallation stopped; run the same command again to continue';

/** The objects of the database of some kinds: its volume claims and Secrets, with or without a release. */
export function databaseObjects(
  scope: ReleaseScope,
  signal: AbortSignal,
  kinds = 'persistentvolumeclaims,secrets',
): Promise<KubernetesObject[]> {
  return readObjects(scope, kinds, signal, databaseSelector(scope));
}

/** `secret/tracer-postgresql`, as kubectl takes it. */
export const kubectlName = ({kind, name}: KubernetesObject): string => `${kind.toLowerCase()}/${name}`;

/** Whether data was kept because of `postgresql.persistence.retain`. */
export function isRetained(data: readonly KubernetesObject[]): boolean {
  return data.some(({body}) => textAt(body, 'metadata', 'annotations', KEEP_ANNOTATION) === 'keep');
}

/** The command that deletes kept data. */
export function deleteCommand(scope: Scope, names: readonly string[]): string {
  return `kubectl delete ${names.join(' ')} ${scopeOptions(scope)}`;
}

/** The error that there is no release; names the data that an earlier one left. */
export async function noRelease(scope: ReleaseScope, signal: AbortSignal): Promise<TracerError> {
  const data = await databaseObjects(scope, signal);
  const names = data.map(kubectlName);
  const missing = `no release "tracer" in namespace ${scope.namespace} of context ${scope.context}`;
  if (data.length === 0)
    return new TracerError(`${missing}: choose another namespace with --namespace or another --context`);
  const next = isRetained(data)
    ? `postgresql.persistence.retain=true kept ${names.join(', ')}\nto delete it, run \`${deleteCommand(scope, names)}\``
    : `an earlier release left ${names.join(', ')}\ninstall again to use it, or uninstall without --keep-data to delete it`;
  return new TracerError(`${missing}; ${next}`);
}

/** Throws a `TracerError` when the release has no volume to keep, or it is already being deleted. */
export async function checkKeepable(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
  const claims = await databaseObjects(scope, signal, 'persistentvolumeclaims');
  const deleted = claims.find(({body}) => at(body, 'metadata', 'deletionTimestamp') !== undefined);
  if (claims.length > 0 && deleted === undefined) return;
  const problem = deleted
    ? `the volume ${deleted.name} in namespace ${scope.namespace} is already being deleted`
    : `the database in namespace ${scope.namespace} has no volume to keep`;
  throw new TracerError(`${problem}: leave out --keep-data`);
}

async function run(scope: Scope, args: readonly string[], signal: AbortSignal): Promise<void> {
  succeeded(await kubectl(scope, args, {signal, timeout: 60_000}), STOPPED);
}

/** Annotates the volume claims as retained, for the next uninstallation; a Secret of the user has no annotation. */
export async function annotateRetained(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
  const claims = await databaseObjects(scope, signal, 'persistentvolumeclaims');
  const names = claims.map(kubectlName);
  if (names.length > 0)
    await run(scope, ['annotate', ...names, `${KEEP_ANNOTATION}=keep`, '--overwrite'], signal);
}

/** Lets the controller of the StatefulSets remove itself as owner of the volume claims, and waits until it has. */
export async function detachVolumes(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
  const sets = (await databaseObjects(scope, signal, 'statefulsets')).map(kubectlName);
  if (sets.length === 0) return;
  const policy = '{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Retain"}}}';
  await run(scope, ['patch', ...sets, `--patch=${policy}`], signal);
  const end = Date.now() + DETACH_MILLISECONDS;
  for (;;) {
    const claims = await databaseObjects(scope, signal, 'persistentvolumeclaims');
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
