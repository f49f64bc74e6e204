import {setTimeout as pause} from 'node:timers/promises';
import {at, listAt, textAt} from '../cluster/json.ts';
import {idOf, type KubernetesObject, succeeded} from '../cluster/objects.ts';
import {kubectl, RELEASE, type ReleaseScope, type Scope} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {milliseconds} from '../options/formats.ts';
import {readRelease, readRevision, recordsKind} from '../release/release.ts';
import {databaseObjects, KEEP_ANNOTATION, kubectlName} from './database-objects.ts';

/*
 * Uninstalls without the data and without `helm uninstall`, which deletes every object of the stored manifest. Only an upgrade could
 * exclude the data there, and that needs the chart in the release's own version. Instead the volume is detached from its StatefulSet,
 * everything except Secrets is deleted, and helm's records last. The password stays in its Secret all the time, and an interrupted
 * run can be repeated.
 */

/** The longest time of a step, such as `5m`, and what interrupts it. */
export interface Limits {
  readonly timeout: string;
  readonly signal: AbortSignal;
}

/** The message of a failed step; the same command continues. */
export const STOPPED = 'the uninstallation stopped; run the same command again to continue';

/** The StatefulSets that own a volume claim, which is deleted with them. */
function ownersOf({body}: KubernetesObject): string[] {
  return listAt(body, 'metadata', 'ownerReferences')
    .filter((owner) => textAt(owner, 'kind') === 'StatefulSet')
    .map((owner) => textAt(owner, 'name'));
}

const claimsIn = (scope: ReleaseScope, signal: AbortSignal) =>
  databaseObjects(scope, 'persistentvolumeclaims', signal);

/**
 * Checks that there is data to keep. Throws a `TracerError` when the release has no volume, when its volume is already being deleted, or
 * when helm stores the release outside the cluster.
 */
export async function checkKeepable(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
  const {namespace} = scope;
  recordsKind();
  const claims = await claimsIn(scope, signal);
  if (claims.length === 0)
    throw new TracerError(
      `the database in namespace ${namespace} has no volume to keep: leave out --keep-data`,
    );
  const deleted = claims.find(({body}) => at(body, 'metadata', 'deletionTimestamp') !== undefined);
  if (deleted !== undefined)
    throw new TracerError(
      `the volume ${deleted.name} in namespace ${namespace} is already being deleted: leave out --keep-data`,
    );
}

/** Annotates the volume claims as retained, for the next uninstallation; a Secret of the user has no annotation. */
export async function annotateRetained(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
  const names = (await claimsIn(scope, signal)).map(({name}) => name);
  if (names.length === 0) return;
  const args = ['annotate', 'persistentvolumeclaims', ...names, `${KEEP_ANNOTATION}=keep`, '--overwrite'];
  succeeded(await kubectl(scope, args, {signal}), STOPPED);
}

/** Removes the owner of claims whose StatefulSet no longer exists: no controller does it, and the garbage collector deletes them. */
async function removeOwners(scope: Scope, claims: readonly string[], signal: AbortSignal): Promise<void> {
  const none = '--patch={"metadata":{"ownerReferences":null}}';
  const args = ['patch', 'persistentvolumeclaims', ...claims, '--type=merge', none];
  succeeded(await kubectl(scope, args, {signal}), STOPPED);
}

/** Lets the StatefulSets' controller remove itself as owner of the claims, and waits until it has. */
export async function detachVolumes(scope: ReleaseScope, {timeout, signal}: Limits): Promise<void> {
  const sets = (await databaseObjects(scope, 'statefulsets', signal)).map(({name}) => name);
  if (sets.length > 0) {
    const policy = '{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Retain"}}}';
    const args = ['patch', 'statefulsets', ...sets, `--patch=${policy}`];
    succeeded(await kubectl(scope, args, {signal}), STOPPED);
  }
  const end = Date.now() + milliseconds(timeout);
  for (;;) {
    const owned = (await claimsIn(scope, signal)).filter((claim) => ownersOf(claim).length > 0);
    if (owned.length === 0) return;
    const orphans = owned.filter((claim) => !ownersOf(claim).some((owner) => sets.includes(owner)));
    const names = orphans.map(({name}) => name);
    if (names.length > 0) await removeOwners(scope, names, signal);
    else if (Date.now() >= end)
      throw new TracerError(`not detached within ${timeout}: ${owned.map(idOf).join(', ')}`);
    else await pause(200, undefined, {signal}).catch(() => signal.throwIfAborted());
  }
}

/** Deletes the release's objects, of its newest and its last deployed revision, except Secrets. */
export async function deleteAllButSecrets(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
  const {revision, baseRevision} = await readRelease(scope, signal);
  for (const one of new Set([revision, baseRevision])) {
    const objects = await readRevision(scope, one, signal);
    const names = objects.filter(({kind}) => kind !== 'Secret').map(kubectlName);
    if (names.length === 0) continue;
    const args = ['delete', ...names, '--ignore-not-found', '--wait=false'];
    succeeded(await kubectl(scope, args, {signal}), STOPPED);
  }
}

/** Deletes helm's records of the release. */
export async function deleteRecords(scope: Scope, signal: AbortSignal): Promise<void> {
  const args = ['delete', recordsKind(), `--selector=owner=helm,name=${RELEASE}`];
  succeeded(await kubectl(scope, args, {signal}), STOPPED);
}
