import {reach} from '../cluster/context.ts';
import {isVolume, kubectlName, otherVolumes} from '../cluster/objects.ts';
import {RELEASE, type Scope, type ScopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {DEFAULT_TIMEOUT} from '../options/flags.ts';
import type {Session} from '../process/interrupt.ts';
import {canPrompt, confirm} from '../process/prompt.ts';
import {installedScope, readRelease} from '../release/release.ts';
import {checkKeepable, deleteCommand, hasLeft, noRelease, readDatabase, wasKept} from './database.ts';
import {type Removal, remove} from './remove.ts';

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
  const database = await readDatabase(scope, signal);
  const {data, users} = database;
  if (!found && (keep || users.length > 0 || data.length === 0 || !wasKept(data)))
    throw noRelease(scope, database);
  progress.done(`release tracer in namespace ${namespace}: ${release.status}`);
  const claims = data.filter(isVolume).map(kubectlName);
  const retained = found && claims.length > 0 && (scope.retain || hasLeft(database));
  const names = data.map(kubectlName);
  const keepData = keep || retained;
  const removal = {...session, timeout, found, data: names, claims, retained, keepData};
  if (keep) checkKeepable(scope, data);
  progress.stop();
  if (!yes && !(await confirm(question(cluster, removal), signal)))
    throw new TracerError('nothing was changed');
  await remove(scope, removal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    progress.stop();
    throw new TracerError('interrupted; run the same command again to continue');
  });
  const kept = keepData ? (await readDatabase(scope, signal)).data.map(kubectlName) : [];
  say(summary(scope, kept, removal));
  const own = data.map(({name}) => name);
  const others = (await otherVolumes(scope, own, signal)).map(kubectlName);
  if (others.length > 0)
    say(
      `An installation with another name of the database left ${others.join(', ')}; to delete it, run \`${deleteCommand(scope, others)}\``,
    );
  const removed = [...(found ? [`release/${RELEASE}`] : []), ...names.filter((name) => !kept.includes(name))];
  return {context, namespace, removed, kept: [...kept, ...others]};
}
