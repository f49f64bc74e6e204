import {setTimeout as pause} from 'node:timers/promises';
import {reach} from '../checks/preflight.ts';
import type {ScopeOptions} from '../cluster/context.ts';
import {readObjects, succeeded} from '../cluster/objects.ts';
import {helm, kubectl, RELEASE, type ReleaseScope, type Scope} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {DEFAULT_TIMEOUT} from '../options/flags.ts';
import {milliseconds} from '../options/formats.ts';
import type {Session} from '../process/interrupt.ts';
import {canPrompt, confirm} from '../process/prompt.ts';
import {exists, installedScope, readRelease} from '../release/release.ts';
import {
  annotateRetained,
  checkKeepable,
  databaseObjects,
  deleteAllButSecrets,
  deleteCommand,
  deleteRecords,
  detachVolumes,
  isRetained,
  kubectlName,
  noRelease,
  STOPPED,
} from './keep-data.ts';

/** What a removal needs to know: `retained` when the release's values keep the data, which then is in `keepData`, too. */
interface Removal extends Session {
  readonly timeout: string;
  readonly keepData: boolean;
  readonly retained: boolean;
}

const isVolume = (name: string) => name.startsWith('persistentvolumeclaim/');

async function dataNames(scope: ReleaseScope, signal: AbortSignal): Promise<string[]> {
  return (await databaseObjects(scope, signal)).map(kubectlName);
}

/** Waits until the pods, and the data unless it is kept, are gone: controllers delete them after helm has returned. */
async function waitUntilGone(scope: ReleaseScope, options: Removal): Promise<void> {
  const {signal, timeout, progress} = options;
  const end = Date.now() + milliseconds(timeout);
  for (;;) {
    const pods = (await readObjects(scope, 'pods', signal)).map(kubectlName);
    const data = options.keepData ? [] : await dataNames(scope, signal);
    const left = [...pods, ...data].join(', ');
    if (left === '') return;
    if (Date.now() >= end) throw new TracerError(`not deleted within ${timeout}: ${left}`);
    progress.running(`waiting until ${left} is deleted`);
    await pause(1000, undefined, {signal}).catch(() => signal.throwIfAborted());
  }
}

/** Removes the release but keeps its data. helm's records are deleted last, so that an interrupted run can be repeated. */
async function removeAllButData(scope: ReleaseScope, options: Removal): Promise<void> {
  const {progress, signal, retained} = options;
  progress.running('detaching the volume from its StatefulSet');
  if (retained) await annotateRetained(scope, signal);
  await detachVolumes(scope, signal);
  progress.running('deleting everything except the volume and the password');
  await deleteAllButSecrets(scope, signal);
  await waitUntilGone(scope, options);
  await deleteRecords(scope, signal);
  progress.done('release tracer is removed');
}

async function removeAll(
  scope: ReleaseScope,
  found: boolean,
  data: readonly string[],
  options: Removal,
): Promise<void> {
  const {progress, signal, timeout} = options;
  if (found) {
    progress.running('helm removes release tracer');
    const args = ['uninstall', RELEASE, '--timeout', timeout];
    succeeded(await helm(scope, args, {signal, timeout: milliseconds(timeout)}), STOPPED);
    progress.done('release tracer is removed');
  }
  if (data.length > 0) {
    const args = ['delete', ...data, '--ignore-not-found', '--wait=false'];
    succeeded(await kubectl(scope, args, {signal}), STOPPED);
  }
  await waitUntilGone(scope, options);
}

function summary(
  scope: Scope,
  data: readonly string[],
  kept: readonly string[],
  {keepData, retained}: Removal,
): string {
  const {namespace} = scope;
  const names = kept.join(', ');
  if (retained)
    return `tracer is removed from namespace ${namespace}, except ${names}, because it was installed with postgresql.persistence.retain=true. The next installation uses it; to delete it, run \`${deleteCommand(scope, kept)}\``;
  if (keepData)
    return `tracer is removed from namespace ${namespace}, except ${names}. The next installation uses it; uninstalling again deletes it.`;
  // A database outside the release keeps its data.
  const removed = data.some(isVolume) ? 'tracer and its data are' : 'tracer is';
  return `${removed} removed from namespace ${namespace}; the namespace itself is kept.`;
}

/** What is asked before a removal. */
function question({context, namespace}: Scope, data: readonly string[], keepData: boolean): string {
  const names = data.join(', ');
  const all = data.some(isVolume) ? `tracer and its data (${names})` : 'tracer';
  return `Remove ${keepData ? `tracer, but keep its data (${names})` : all} from namespace ${namespace} of context ${context}?`;
}

/**
 * Removes the release with its database and volume, or without its data; asks first. Data of a release with
 * `postgresql.persistence.retain` is kept, too. Without a release, removes data that an earlier `--keep-data` left. Returns what `--json`
 * prints, with names such as `secret/tracer-postgresql`. Throws a `TracerError` when there is nothing to remove, the user cannot be asked,
 * or the cluster refuses.
 */
export async function uninstall(
  wanted: ScopeOptions,
  flags: {readonly yes: boolean; readonly 'keep-data': boolean; readonly timeout?: string | undefined},
  session: Session,
) {
  const {progress, signal, say} = session;
  const {yes, 'keep-data': keep, timeout = DEFAULT_TIMEOUT} = flags;
  if (!yes && !canPrompt()) throw new TracerError('cannot ask without a terminal: add --yes to uninstall', 2);
  const cluster = await reach(wanted, session);
  const {context, namespace} = cluster;
  const release = await readRelease(cluster, signal);
  const found = exists(release);
  const scope = await installedScope(cluster, signal);
  const objects = await databaseObjects(scope, signal);
  const data = objects.map(kubectlName);
  if (!found && (keep || data.length === 0 || isRetained(objects))) throw await noRelease(scope, signal);
  progress.done(`release tracer in namespace ${namespace}: ${release.status}`);
  const retained = found && scope.retain && data.some(isVolume);
  const removal = {...session, timeout, retained, keepData: keep || retained};
  if (keep) await checkKeepable(scope, signal);
  progress.stop();
  if (!yes && !(await confirm(question(cluster, data, removal.keepData), signal)))
    throw new TracerError('nothing was changed');
  await (removal.keepData ? removeAllButData(scope, removal) : removeAll(scope, found, data, removal)).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error;
      progress.stop();
      throw new TracerError('interrupted; run the same command again to continue');
    },
  );
  const kept = removal.keepData ? await dataNames(scope, signal) : [];
  say(summary(scope, data, kept, removal));
  const removed = data.filter((name) => !kept.includes(name));
  return {context, namespace, removed: [...(found ? [`release/${RELEASE}`] : []), ...removed], kept};
}
