import {setTimeout as pause} from 'node:timers/promises';
import {canAsk, confirm} from './ask.ts';
import {milliseconds} from './checks.ts';
import {helm, kubectl, type Place, RELEASE, SELECTOR} from './cluster.ts';
import type {Wanted} from './context.ts';
import {checkKeepable, deleteAllButSecrets, forgetRelease, orThrow, retainVolumes} from './keep-data.ts';
import {reach} from './preflight.ts';
import type {Progress} from './progress.ts';
import {readRelease} from './release.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** How to uninstall. */
export interface UninstallOptions {
  readonly keepData: boolean;
  readonly yes: boolean;
  readonly timeout: string;
  readonly say: (line: string) => void;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** What `uninstall` did; what `--json` prints. `kept` and `removed` are names such as `secret/tracer-postgresql`. */
export interface Uninstallation {
  readonly context: string;
  readonly namespace: string;
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

/** What `--keep-data` leaves: the database's volume and its password. */
const DATA_KINDS = 'persistentvolumeclaims,secrets';

/** Names of the data that stand in the namespace, with or without a release. */
async function dataOf(place: Place, signal: AbortSignal): Promise<string[]> {
  const args = ['get', DATA_KINDS, `--selector=${SELECTOR}`, '--output=name'];
  const {stdout} = orThrow(await kubectl(place, args, {signal}));
  return stdout.trim().split('\n').filter(Boolean);
}

async function ask(place: Place, data: readonly string[], options: UninstallOptions): Promise<void> {
  if (options.yes) return;
  const {context, namespace} = place;
  if (!canAsk()) throw new TracerError(text('uninstallUnconfirmed'), 2);
  options.progress.stop();
  const question = text(options.keepData ? 'askUninstallKeep' : 'askUninstall', {
    context,
    namespace,
    data: data.join(', ') || '-',
  });
  if (!(await confirm(question, options.signal))) throw new TracerError(text('notConfirmed'));
}

async function removeRelease(place: Place, options: UninstallOptions): Promise<void> {
  const {progress, signal, timeout} = options;
  progress.running(text('stepRemoving'));
  orThrow(
    await helm(place, ['uninstall', RELEASE, '--timeout', timeout], {signal, timeout: milliseconds(timeout)}),
  );
  progress.done(text('stepRemoved'));
}

/** Removes the release but for its data; helm's records go when nothing else of it is left, so that this can be done again. */
async function removeAllButData(place: Place, options: UninstallOptions): Promise<void> {
  const {progress, signal} = options;
  progress.running(text('stepRetaining'));
  await retainVolumes(place, options);
  progress.running(text('stepRemovingRest'));
  await deleteAllButSecrets(place, signal);
  await waitUntilGone(place, options);
  await forgetRelease(place, signal);
  progress.done(text('stepRemoved'));
}

/** Waits until pods, and the data unless kept, are gone: deleting is carried out by controllers, after helm has returned. */
async function waitUntilGone(place: Place, options: UninstallOptions): Promise<void> {
  const kinds = options.keepData ? 'pods' : `pods,${DATA_KINDS}`;
  const end = Date.now() + milliseconds(options.timeout);
  for (;;) {
    const args = ['get', kinds, `--selector=${SELECTOR}`, '--output=name'];
    const {stdout} = orThrow(await kubectl(place, args, {signal: options.signal}));
    const what = stdout.trim().split('\n').filter(Boolean).join(', ');
    if (what === '') return;
    if (Date.now() >= end) throw new TracerError(text('notGone', {timeout: options.timeout, what}));
    options.progress.running(text('stepWaiting', {what}));
    await pause(1000, undefined, {signal: options.signal}).catch(() => options.signal.throwIfAborted());
  }
}

async function removeAll(
  place: Place,
  found: boolean,
  data: readonly string[],
  options: UninstallOptions,
): Promise<void> {
  if (found) await removeRelease(place, options);
  if (data.length > 0) {
    const args = ['delete', ...data, '--ignore-not-found', '--wait=false'];
    orThrow(await kubectl(place, args, {signal: options.signal}));
  }
  await waitUntilGone(place, options);
}

/**
 * Removes the release, the database and its volume, or all but the data; asks first. Without a release, data that an earlier
 * `--keep-data` left is removed. Throws a `TracerError` when there is nothing, nobody can be asked, or the cluster refuses.
 */
export async function uninstall(wanted: Wanted, options: UninstallOptions): Promise<Uninstallation> {
  const {progress, signal, keepData, say} = options;
  // Nothing is looked for that would have to be thrown away for want of an answer.
  if (!options.yes && !canAsk()) throw new TracerError(text('uninstallUnconfirmed'), 2);
  const cluster = await reach(wanted, progress, signal);
  const {context, namespace} = cluster;
  const release = await readRelease(cluster, signal);
  const found = release.status !== 'none' && release.status !== 'uninstalled';
  const data = await dataOf(cluster, signal);
  if (!found && (keepData || data.length === 0))
    throw new TracerError(text('nothingThere', {context, namespace}));
  progress.done(text('stepRelease', {namespace, state: release.status}));
  if (keepData) await checkKeepable(cluster, signal);
  await ask(cluster, data, options);
  if (keepData) await removeAllButData(cluster, options);
  else await removeAll(cluster, found, data, options);
  const kept = keepData ? await dataOf(cluster, signal) : [];
  say(text(keepData ? 'uninstalledKept' : 'uninstalled', {namespace, kept: kept.join(', ')}));
  const removed = data.filter((name) => !kept.includes(name));
  return {context, namespace, removed: [...(found ? [`release/${RELEASE}`] : []), ...removed], kept};
}
