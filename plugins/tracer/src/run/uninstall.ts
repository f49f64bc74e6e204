import {setTimeout as pause} from 'node:timers/promises';
import {checkDeletePermissions, checkReadPermissions} from '../checks/permissions.ts';
import {reach} from '../checks/preflight.ts';
import type {ScopeOptions} from '../cluster/context.ts';
import {readObjects, succeeded} from '../cluster/objects.ts';
import {helm, kubectl, RELEASE, type ReleaseScope, type Scope} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {milliseconds} from '../options/formats.ts';
import type {Progress} from '../process/progress.ts';
import {canPrompt, confirm} from '../process/prompt.ts';
import {exists, installedScope, readRelease, recordsKind} from '../release/release.ts';
import {deleteCommand, isRetained, kubectlName, noRelease, readData} from './database-objects.ts';
import {
  annotateRetained,
  checkKeepable,
  deleteAllButSecrets,
  deleteRecords,
  detachVolumes,
  STOPPED,
} from './keep-data.ts';

export interface UninstallOptions {
  readonly keepData: boolean;
  readonly yes: boolean;
  readonly timeout: string;
  readonly say: (line: string) => void;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** The options together with the release's own: `retained` when its values keep the data. */
interface Removal extends UninstallOptions {
  readonly retained: boolean;
}

/** The result of `uninstall`, as `--json` prints it. `kept` and `removed` are names such as `secret/tracer-postgresql`. */
export interface Uninstallation {
  readonly context: string;
  readonly namespace: string;
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

const isVolume = (name: string) => name.startsWith('persistentvolumeclaim/');

const noTerminal = () => new TracerError('cannot ask without a terminal: add --yes to uninstall', 2);

async function confirmRemoval(
  {context, namespace}: Scope,
  data: readonly string[],
  options: UninstallOptions,
): Promise<void> {
  if (options.yes) return;
  if (!canPrompt()) throw noTerminal();
  options.progress.stop();
  const names = data.join(', ');
  const all = data.some(isVolume) ? `tracer and its data (${names})` : 'tracer';
  const what = options.keepData ? `tracer, but keep its data (${names})` : all;
  const question = `Remove ${what} from namespace ${namespace} of context ${context}?`;
  if (!(await confirm(question, options.signal))) throw new TracerError('nothing was changed');
}

async function dataNames(scope: ReleaseScope, signal: AbortSignal): Promise<string[]> {
  return (await readData(scope, signal)).map(kubectlName);
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
  await detachVolumes(scope, options);
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

/** Runs a change and reports an interruption with how to continue. */
async function interruptibly(options: Removal, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!options.signal.aborted) throw error;
    options.progress.stop();
    throw new TracerError('interrupted; run the same command again to continue');
  }
}

/**
 * Removes the release with its database and volume, or without its data; asks first. Data of a release with
 * `postgresql.persistence.retain` is kept, too. Without a release, removes data that an earlier `--keep-data` left. Throws a
 * `TracerError` when there is nothing to remove, the user cannot be asked, or the cluster refuses.
 */
export async function uninstall(wanted: ScopeOptions, given: UninstallOptions): Promise<Uninstallation> {
  const {progress, signal, say} = given;
  if (!given.yes && !canPrompt()) throw noTerminal();
  const cluster = await reach(wanted, progress, signal);
  const {context, namespace} = cluster;
  await checkReadPermissions(cluster, signal);
  const release = await readRelease(cluster, signal);
  const found = exists(release);
  const scope = await installedScope(cluster, signal);
  const objects = await readData(scope, signal);
  const data = objects.map(kubectlName);
  if (!found && (given.keepData || data.length === 0 || isRetained(objects)))
    throw await noRelease(scope, signal);
  progress.done(`release tracer in namespace ${namespace}: ${release.status}`);
  const retained = found && scope.retain && objects.some(({kind}) => kind === 'PersistentVolumeClaim');
  const options = {...given, retained, keepData: given.keepData || retained};
  if (found) await checkDeletePermissions(cluster, options.keepData, signal);
  progress.done('you have all permissions');
  if (given.keepData) await checkKeepable(scope, signal);
  else if (retained) recordsKind();
  await confirmRemoval(cluster, data, options);
  await interruptibly(options, () =>
    options.keepData ? removeAllButData(scope, options) : removeAll(scope, found, data, options),
  );
  const kept = options.keepData ? await dataNames(scope, signal) : [];
  say(summary(scope, data, kept, options));
  const removed = data.filter((name) => !kept.includes(name));
  return {context, namespace, removed: [...(found ? [`release/${RELEASE}`] : []), ...removed], kept};
}
