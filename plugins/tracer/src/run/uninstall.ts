import {setTimeout as pause} from 'node:timers/promises';
import {reach} from '../checks/preflight.ts';
import type {ScopeOptions} from '../cluster/context.ts';
import {isVolume, otherVolumes, readObjects, succeeded} from '../cluster/objects.ts';
import {helm, kubectl, RELEASE, type ReleaseScope, type Scope} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {DEFAULT_TIMEOUT} from '../options/flags.ts';
import {milliseconds} from '../options/formats.ts';
import type {Session} from '../process/interrupt.ts';
import {canPrompt, confirm} from '../process/prompt.ts';
import {installedScope, readRelease} from '../release/release.ts';
import {
  checkKeepable,
  deleteAllButSecrets,
  deleteCommand,
  deleteRecords,
  detachVolumes,
  hasLeft,
  kubectlName,
  labelClaims,
  markKept,
  noRelease,
  readDatabase,
  STOPPED,
  wasKept,
} from './keep-data.ts';

/** What a removal needs to know: `retained` when a revision's values keep the data, which then is in `keepData`, too. */
interface Removal extends Session {
  readonly timeout: string;
  readonly keepData: boolean;
  readonly retained: boolean;
  readonly found: boolean;
  /** The database's volume claims and Secrets, and the claims alone. */
  readonly data: readonly string[];
  readonly claims: readonly string[];
}

async function dataNames(scope: ReleaseScope, signal: AbortSignal): Promise<string[]> {
  return (await readDatabase(scope, signal)).data.map(kubectlName);
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
async function removeAllButData(scope: ReleaseScope, options: Removal) {
  const {progress, signal, retained, data} = options;
  progress.running('detaching the volume from its StatefulSet');
  await markKept(scope, data, retained, signal);
  await detachVolumes(scope, signal);
  progress.running('deleting everything except the volume and the password');
  await deleteAllButSecrets(scope, signal);
  await waitUntilGone(scope, options);
  await deleteRecords(scope, signal);
  progress.done('release tracer is removed');
}

async function removeAll(scope: ReleaseScope, options: Removal) {
  const {progress, signal, timeout, found, data} = options;
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

function summary(scope: Scope, kept: readonly string[], {keepData, retained, claims}: Removal): string {
  // A database outside the release keeps its data.
  const removed = claims.length > 0 && !keepData ? 'tracer and its data are' : 'tracer is';
  const all = `${removed} removed from namespace ${scope.namespace}`;
  if (!keepData) return `${all}; the namespace itself is kept.`;
  const reason = retained ? ', because it was installed with postgresql.persistence.retain=true' : '';
  const next = retained
    ? `to delete it, run \`${deleteCommand(scope, kept)}\``
    : 'uninstalling again deletes it.';
  return `${all}, except ${kept.join(', ')}${reason}. The next installation uses it; ${next}`;
}

function question({context, namespace}: Scope, {keepData, data, claims}: Removal): string {
  const names = data.join(', ');
  const all = claims.length > 0 ? `tracer and its data (${names})` : 'tracer';
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
  const found = release.exists;
  const scope = await installedScope(cluster, signal);
  const {data, users} = await readDatabase(scope, signal);
  if (!found && (keep || users.length > 0 || data.length === 0 || !wasKept(data)))
    throw await noRelease(scope, signal);
  progress.done(`release tracer in namespace ${namespace}: ${release.status}`);
  const claims = data.filter(isVolume).map(kubectlName);
  const retained = found && claims.length > 0 && (scope.retain || hasLeft({data, users}));
  const names = data.map(kubectlName);
  const keepData = keep || retained;
  const removal = {...session, timeout, found, data: names, claims, retained, keepData};
  if (keep) checkKeepable(scope, data);
  progress.stop();
  if (!yes && !(await confirm(question(cluster, removal), signal)))
    throw new TracerError('nothing was changed');
  const remove = keepData ? removeAllButData : removeAll;
  await labelClaims(scope, claims, signal)
    .then(() => remove(scope, removal))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
      progress.stop();
      throw new TracerError('interrupted; run the same command again to continue');
    });
  const kept = keepData ? await dataNames(scope, signal) : [];
  say(summary(scope, kept, removal));
  const own = data.map(({name}) => name);
  const others = (await otherVolumes(scope, own, signal)).map(kubectlName);
  if (others.length > 0)
    say(
      `An installation with another name of the database left ${others.join(', ')}; to delete it, run \`${deleteCommand(scope, others)}\``,
    );
  const removed = names.filter((name) => !kept.includes(name));
  return {
    context,
    namespace,
    removed: [...(found ? [`release/${RELEASE}`] : []), ...removed],
    kept: [...kept, ...others],
  };
}
