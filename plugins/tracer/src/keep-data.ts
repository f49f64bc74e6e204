import {setTimeout as pause} from 'node:timers/promises';
import {milliseconds} from './checks.ts';
import {databaseOf, helm, kubectl, type Labelled, type Place, RELEASE} from './cluster.ts';
import {at, listAt, numberAt, parse, textAt} from './json.ts';
import {complaint, type Outcome} from './program.ts';
import {recordsKind} from './release.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/*
 * Uninstalling but for the data, without helm's `uninstall`: that deletes every object that does not say in its stored record that it
 * stays, and only an upgrade could write that there, for which the chart would have to be at hand in the release's own version. So the
 * volume is taken from its StatefulSet, and then everything but the Secrets is deleted, helm's records last. At no moment is the
 * password anywhere but where it was, and whenever this is cut short, the same once more goes on.
 */

/** A step of an uninstallation: how long it may take, such as `5m`, and what ends it before. */
export interface Limits {
  readonly timeout: string;
  readonly signal: AbortSignal;
}

/** The outcome of a program that did what it should; else throws a `TracerError` with its complaint. */
export function orThrow(
  outcome: Outcome,
  failure: 'uninstallFailed' | 'stoppedAnswering' = 'uninstallFailed',
): Outcome {
  if (outcome.status !== 0) throw new TracerError(text(failure, {reason: complaint(outcome)}));
  return outcome;
}

async function itemsOf(place: Labelled, kind: string, signal: AbortSignal): Promise<readonly unknown[]> {
  const args = ['get', kind, `--selector=${databaseOf(place)}`, '--output=json'];
  return listAt(parse(orThrow(await kubectl(place, args, {signal})).stdout), 'items');
}

const nameOf = (item: unknown) => textAt(item, 'metadata', 'name');

/** The StatefulSets that a claim goes with when they are deleted, by name. */
function ownersOf(claim: unknown): string[] {
  const owners = listAt(claim, 'metadata', 'ownerReferences');
  return owners
    .filter((owner) => textAt(owner, 'kind') === 'StatefulSet')
    .map((owner) => textAt(owner, 'name'));
}

/**
 * Refuses, before anything changes, where no data can be kept. Throws a `TracerError` when the release has no volume, when the volume is
 * already being deleted, or when helm keeps its records where kubectl does not reach.
 */
export async function checkKeepable(place: Labelled, signal: AbortSignal): Promise<void> {
  const {namespace} = place;
  recordsKind();
  const claims = await itemsOf(place, 'persistentvolumeclaims', signal);
  if (claims.length === 0) throw new TracerError(text('nothingToKeep', {namespace}));
  const going = claims.find((claim) => at(claim, 'metadata', 'deletionTimestamp') !== undefined);
  if (going !== undefined) throw new TracerError(text('dataGoing', {claim: nameOf(going), namespace}));
}

/** What helm leaves alone when it uninstalls; the chart puts it on the Secret of a database whose data is to be retained. */
const RETAINED = 'helm.sh/resource-policy';

/** Whether data without a release was left there to stay. */
export async function isRetained(place: Labelled, signal: AbortSignal): Promise<boolean> {
  const data = await itemsOf(place, 'persistentvolumeclaims,secrets', signal);
  return data.some((item) => textAt(item, 'metadata', 'annotations', RETAINED) === 'keep');
}

/** Marks the volumes as those that stay, for the next uninstallation to know: a Secret of the user's carries no mark. */
export async function markRetained(place: Labelled, signal: AbortSignal): Promise<void> {
  const claims = (await itemsOf(place, 'persistentvolumeclaims', signal)).map(nameOf);
  if (claims.length === 0) return;
  const args = ['annotate', 'persistentvolumeclaims', ...claims, `${RETAINED}=keep`, '--overwrite'];
  orThrow(await kubectl(place, args, {signal}));
}

/** Takes the claims from their StatefulSets, whose controller lets go of them when their policy says so; waits until it has. */
export async function retainVolumes(place: Labelled, {timeout, signal}: Limits): Promise<void> {
  const policy = JSON.stringify({
    spec: {persistentVolumeClaimRetentionPolicy: {whenDeleted: 'Retain', whenScaled: 'Retain'}},
  });
  const sets = (await itemsOf(place, 'statefulsets', signal)).map(nameOf);
  if (sets.length > 0) {
    orThrow(await kubectl(place, ['patch', 'statefulsets', ...sets, `--patch=${policy}`], {signal}));
  }
  const end = Date.now() + milliseconds(timeout);
  for (;;) {
    const claims = await itemsOf(place, 'persistentvolumeclaims', signal);
    const owned = claims.filter((claim) => ownersOf(claim).length > 0);
    if (owned.length === 0) return;
    // Nobody lets go of a claim whose StatefulSet is gone; the garbage collector would come for it.
    const orphans = owned.filter((claim) => !ownersOf(claim).some((owner) => sets.includes(owner)));
    if (orphans.length > 0) {
      const none = '--patch={"metadata":{"ownerReferences":null}}';
      const args = ['patch', 'persistentvolumeclaims', ...orphans.map(nameOf), '--type=merge', none];
      orThrow(await kubectl(place, args, {signal}));
    } else if (Date.now() >= end) {
      throw new TracerError(text('notGone', {timeout, what: `owner of ${owned.map(nameOf).join(', ')}`}));
    } else {
      await pause(200, undefined, {signal}).catch(() => signal.throwIfAborted());
    }
  }
}

/** What helm wrote into the cluster: by its newest record, and by the last one that was carried out to its end. */
async function manifests(place: Place, signal: AbortSignal): Promise<string[]> {
  const {stdout} = orThrow(await helm(place, ['history', RELEASE, '--output', 'json'], {signal}));
  const records = listAt(parse(stdout));
  const deployed = records.filter((record) => textAt(record, 'status') === 'deployed');
  const revisions = new Set(
    [...records.slice(-1), ...deployed].map((record) => numberAt(record, 'revision')),
  );
  const found = [];
  for (const revision of revisions) {
    const args = ['get', 'manifest', RELEASE, '--revision', `${revision}`];
    found.push(orThrow(await helm(place, args, {signal})).stdout);
  }
  return found.filter((manifest) => /^kind:/m.test(manifest));
}

/** Deletes what helm wrote, but for the Secrets, whose only one is the password's. */
export async function deleteAllButSecrets(place: Place, signal: AbortSignal): Promise<void> {
  for (const input of await manifests(place, signal)) {
    const args = ['get', '--filename=-', '--ignore-not-found', '--output=name'];
    const {stdout} = orThrow(await kubectl(place, args, {input, signal}));
    const names = stdout.split('\n').filter((name) => name !== '' && !name.startsWith('secret/'));
    if (names.length === 0) continue;
    orThrow(await kubectl(place, ['delete', ...names, '--ignore-not-found', '--wait=false'], {signal}));
  }
}

/** Deletes helm's records of the release, after which there is none. */
export async function forgetRelease(place: Place, signal: AbortSignal): Promise<void> {
  const args = ['delete', recordsKind(), `--selector=owner=helm,name=${RELEASE}`];
  orThrow(await kubectl(place, args, {signal}));
}
