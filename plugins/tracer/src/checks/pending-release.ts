import {kubectl, RELEASE, type Scope} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {milliseconds} from '../options/formats.ts';
import {type Release, recordsKind} from '../release/release.ts';

/** Age of a pending release's record in milliseconds; undefined when it no longer exists. */
async function ageOf({status}: Release, scope: Scope, signal: AbortSignal): Promise<number | undefined> {
  const selector = `--selector=owner=helm,name=${RELEASE},status=${status}`;
  const created = '--output=jsonpath={.items[-1:].metadata.creationTimestamp}';
  const {stdout} = await kubectl(scope, ['get', recordsKind(), selector, created], {signal});
  const time = Date.parse(stdout.trim());
  return Number.isNaN(time) ? undefined : Math.max(0, Date.now() - time);
}

/**
 * Refuses a release that is pending: another helm, in another terminal or a CI job, may be changing it right now. A helm that was
 * killed leaves the same state, so a record older than `timeout` no longer counts. Throws a `TracerError`.
 */
export async function refusePending(
  scope: Scope,
  release: Release,
  timeout: string,
  signal: AbortSignal,
): Promise<void> {
  if (!release.status.startsWith('pending-')) return;
  const age = await ageOf(release, scope, signal);
  if (age === undefined || age >= milliseconds(timeout)) return;
  throw new TracerError(
    `another installation is in progress: release tracer in namespace ${scope.namespace} has been ${release.status} for ${Math.round(age / 1000)}s\nwait until it has finished and run the same command again; after ${timeout} it is considered interrupted`,
  );
}
