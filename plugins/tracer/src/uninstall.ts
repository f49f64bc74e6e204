import {setTimeout as pause} from 'node:timers/promises';
import {canAsk, confirm} from './ask.ts';
import {milliseconds} from './checks.ts';
import {helm, kubectl, type Labelled, type Place, RELEASE} from './cluster.ts';
import type {Wanted} from './context.ts';
import {
  checkKeepable,
  deleteAllButSecrets,
  forgetRelease,
  isRetained,
  markRetained,
  orThrow,
  retainVolumes,
} from './keep-data.ts';
import {dataOf, nothingThere, removalOf} from './kept-data.ts';
import {reach} from './preflight.ts';
import type {Progress} from './progress.ts';
import {isThere, readMade, readRelease, recordsKind} from './release.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';
import {checkRightsToLook, checkRightsToRemove} from './uninstall-rights.ts';

/** How to uninstall. */
export interface UninstallOptions {
  readonly keepData: boolean;
  readonly yes: boolean;
  readonly timeout: string;
  readonly say: (line: string) => void;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** How to uninstall, once it is known what the release says of its data: `retained` for what it keeps without being asked to. */
interface Removal extends UninstallOptions {
  readonly retained: boolean;
}

/** What `uninstall` did; what `--json` prints. `kept` and `removed` are names such as `secret/tracer-postgresql`. */
export interface Uninstallation {
  readonly context: string;
  readonly namespace: string;
  readonly removed: readonly string[];
  readonly kept: readonly string[];
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

async function removeRelease(place: Place, options: Removal): Promise<void> {
  const {progress, signal, timeout} = options;
  progress.running(text('stepRemoving'));
  orThrow(
    await helm(place, ['uninstall', RELEASE, '--timeout', timeout], {signal, timeout: milliseconds(timeout)}),
  );
  progress.done(text('stepRemoved'));
}

/** Removes the release but for its data; helm's records go when nothing else of it is left, so that this can be done again. */
async function removeAllButData(place: Labelled, options: Removal): Promise<void> {
  const {progress, signal, retained} = options;
  progress.running(text('stepRetaining'));
  if (retained) await markRetained(place, signal);
  await retainVolumes(place, options);
  progress.running(text('stepRemovingRest'));
  await deleteAllButSecrets(place, signal);
  await waitUntilGone(place, options);
  await forgetRelease(place, signal);
  progress.done(text('stepRemoved'));
}

/** Waits until pods, and the data unless kept, are gone: deleting is carried out by controllers, after helm has returned. */
async function waitUntilGone(place: Labelled, options: Removal): Promise<void> {
  const {signal, timeout, progress} = options;
  const end = Date.now() + milliseconds(timeout);
  for (;;) {
    const pods = ['get', 'pods', `--selector=${place.selector}`, '--output=name'];
    const {stdout} = orThrow(await kubectl(place, pods, {signal}));
    const data = options.keepData ? [] : await dataOf(place, signal);
    const what = [...stdout.trim().split('\n').filter(Boolean), ...data].join(', ');
    if (what === '') return;
    if (Date.now() >= end) throw new TracerError(text('notGone', {timeout, what}));
    progress.running(text('stepWaiting', {what}));
    await pause(1000, undefined, {signal}).catch(() => signal.throwIfAborted());
  }
}

async function removeAll(
  place: Labelled,
  found: boolean,
  data: readonly string[],
  options: Removal,
): Promise<void> {
  if (found) await removeRelease(place, options);
  if (data.length > 0) {
    const args = ['delete', ...data, '--ignore-not-found', '--wait=false'];
    orThrow(await kubectl(place, args, {signal: options.signal}));
  }
  await waitUntilGone(place, options);
}

/** Runs `change` with a progress that remembers its steps; an interruption tells them. */
async function tellingSteps(options: Removal, change: (options: Removal) => Promise<void>): Promise<void> {
  const steps: string[] = [];
  const {progress, signal} = options;
  const running = (line: string) => {
    if (steps.at(-1) !== line) steps.push(line);
    progress.running(line);
  };
  try {
    await change({...options, progress: {...progress, running}});
  } catch (error) {
    if (!signal.aborted) throw error;
    progress.stop();
    throw new TracerError(text('uninstallInterrupted', {steps: steps.join('; ')}));
  }
}

function summary(place: Place, kept: readonly string[], {keepData, retained}: Removal): string {
  const values = {namespace: place.namespace, kept: kept.join(', '), remove: removalOf(place, kept)};
  if (retained) return text('uninstalledRetained', values);
  return text(keepData ? 'uninstalledKept' : 'uninstalled', values);
}

/**
 * Removes the release, the database and its volume, or all but the data; asks first. The data of a release that says so
 * (`postgresql.persistence.retain`) is kept, too. Without a release, data that an earlier `--keep-data` left is removed. Throws a
 * `TracerError` when there is nothing, nobody can be asked, or the cluster refuses.
 */
export async function uninstall(wanted: Wanted, given: UninstallOptions): Promise<Uninstallation> {
  const {progress, signal, say} = given;
  // Nothing is looked for that would have to be thrown away for want of an answer.
  if (!given.yes && !canAsk()) throw new TracerError(text('uninstallUnconfirmed'), 2);
  const cluster = await reach(wanted, progress, signal);
  const {context, namespace} = cluster;
  await checkRightsToLook(cluster, signal);
  const release = await readRelease(cluster, signal);
  const found = isThere(release);
  const made = await readMade(cluster, signal);
  const data = await dataOf(made, signal);
  if (!found && (given.keepData || data.length === 0 || (await isRetained(made, signal))))
    throw await nothingThere(made, signal);
  progress.done(text('stepRelease', {namespace, state: release.status}));
  const retained = found && made.retain && data.some((name) => name.startsWith('persistentvolumeclaim/'));
  const options = {...given, retained, keepData: given.keepData || retained};
  if (found) await checkRightsToRemove(cluster, options.keepData, signal);
  progress.done(text('stepRights'));
  if (given.keepData) await checkKeepable(made, signal);
  else if (retained) recordsKind();
  await ask(cluster, data, options);
  await tellingSteps(options, (all) =>
    all.keepData ? removeAllButData(made, all) : removeAll(made, found, data, all),
  );
  const kept = options.keepData ? await dataOf(made, signal) : [];
  say(summary(made, kept, options));
  const removed = data.filter((name) => !kept.includes(name));
  return {context, namespace, removed: [...(found ? [`release/${RELEASE}`] : []), ...removed], kept};
}
