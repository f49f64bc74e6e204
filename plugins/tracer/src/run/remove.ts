import {setTimeout as pause} from 'node:timers/promises';
import {listAt} from '../cluster/json.ts';
import {isVolume, kubectlName, readObjects, succeeded} from '../cluster/objects.ts';
import {databaseSelector, helm, kubectl, RELEASE, type ReleaseScope} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {milliseconds} from '../options/formats.ts';
import type {Session} from '../process/interrupt.ts';
import {RECORDS, readRelease, readRevision} from '../release/release.ts';
import {KEPT, readDatabase} from './database.ts';

/** The input of a removal: `retained` when a revision's values keep the data, which then is in `keepData`, too. */
export interface Removal extends Session {
  readonly timeout: string;
  readonly keepData: boolean;
  readonly retained: boolean;
  /** Whether there is a release. */
  readonly found: boolean;
  /** The database's volume claims and Secrets, and the claims alone. */
  readonly data: readonly string[];
  readonly claims: readonly string[];
}

/** How long the controller may take to detach a volume. */
const DETACH_MILLISECONDS = 60_000;

/** The message of a failed step; the same command continues. */
const STOPPED = 'the uninstallation stopped; run the same command again to continue';

async function run(scope: ReleaseScope, args: readonly string[], signal: AbortSignal): Promise<void> {
  succeeded(await kubectl(scope, args, {signal, timeout: 60_000}), STOPPED);
}

/** Waits until the pods, and the data unless it is kept, are gone: controllers delete them after helm has returned. */
async function waitUntilGone(scope: ReleaseScope, removal: Removal): Promise<void> {
  const {signal, timeout, progress, keepData} = removal;
  const end = Date.now() + milliseconds(timeout);
  for (;;) {
    const pods = (await readObjects(scope, 'pods', signal)).map(kubectlName);
    const data = keepData ? [] : (await readDatabase(scope, signal)).data.map(kubectlName);
    const left = [...pods, ...data].join(', ');
    if (left === '') return;
    if (Date.now() >= end) throw new TracerError(`not deleted within ${timeout}: ${left}`);
    progress.running(`waiting until ${left} is deleted`);
    await pause(1000, undefined, {signal}).catch(() => signal.throwIfAborted());
  }
}

/** Lets the controller of the StatefulSets remove itself as owner of the volume claims, and waits until it has. */
async function detachVolumes(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
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
async function deleteAllButSecrets(scope: ReleaseScope, signal: AbortSignal): Promise<void> {
  const names = new Set<string>();
  // Read again: the release may have been upgraded since the user was asked.
  for (const revision of (await readRelease(scope, signal)).leaving) {
    const objects = await readRevision(scope, revision, signal);
    for (const object of objects) if (object.kind !== 'Secret') names.add(kubectlName(object));
  }
  if (names.size > 0) await run(scope, ['delete', ...names, '--ignore-not-found', '--wait=false'], signal);
}

/**
 * Removes the release but keeps its data; without `helm uninstall`, which deletes every object of the stored manifest. Only an upgrade could
 * exclude the data there, and that needs the chart in the release's own version. Instead the volume is detached from its
 * StatefulSet, everything except Secrets is deleted, and helm's records last, so that an interrupted run can be repeated. The password stays
 * in its Secret all the time.
 */
async function removeAllButData(scope: ReleaseScope, removal: Removal): Promise<void> {
  const {progress, signal, retained, data} = removal;
  progress.running('detaching the volume from its StatefulSet');
  // What is retained has no mark of `--keep-data`.
  await run(scope, ['annotate', ...data, KEPT + (retained ? '-' : '=true'), '--overwrite'], signal);
  await detachVolumes(scope, signal);
  progress.running('deleting everything except the volume and the password');
  await deleteAllButSecrets(scope, signal);
  await waitUntilGone(scope, removal);
  await run(scope, ['delete', RECORDS, `--selector=owner=helm,name=${RELEASE}`], signal);
  progress.done('release tracer is removed');
}

async function removeAll(scope: ReleaseScope, removal: Removal): Promise<void> {
  const {progress, signal, timeout, found, data} = removal;
  if (found) {
    progress.running('helm removes release tracer');
    const args = ['uninstall', RELEASE, '--timeout', timeout];
    succeeded(await helm(scope, args, {signal, timeout: milliseconds(timeout)}), STOPPED);
    progress.done('release tracer is removed');
  }
  if (data.length > 0) await run(scope, ['delete', ...data, '--ignore-not-found', '--wait=false'], signal);
  await waitUntilGone(scope, removal);
}

/** Removes the release, or what is left of it. Throws a `TracerError` when the cluster refuses. */
export async function remove(scope: ReleaseScope, removal: Removal): Promise<void> {
  const {claims, keepData, signal} = removal;
  // By these labels they are found when their StatefulSet is gone.
  const labels = databaseSelector(scope).split(',');
  if (claims.length > 0) await run(scope, ['label', ...claims, ...labels, '--overwrite'], signal);
  await (keepData ? removeAllButData : removeAll)(scope, removal);
}
