import {helm, kubectl, type Labelled, type Place, RELEASE, selectorOf} from './cluster.ts';
import {at, numberAt, parse, textAt} from './json.ts';
import {complaint} from './program.ts';
import {placeWords} from './shell.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** The newest record that helm has of the release; `status` is helm's word, or `none` when there is no record. */
export interface Release {
  readonly status: string;
  readonly revision: number;
  /** Name and version of its chart in one, such as `tracer-0.1.0`. */
  readonly chart: string;
}

/**
 * Name and version of our chart in one, as helm tells them: a name may itself hold a digit behind a hyphen, such as `tracer-2go`. The
 * install script uses the same pattern, so it keeps to what POSIX `grep -E` understands.
 */
export const OUR_CHART = '^tracer-v?[0-9]+\\.[0-9]+\\.[0-9]+([-+][-+.0-9A-Za-z]*)?$';

const NONE: Release = {status: 'none', revision: 0, chart: ''};

/** Reads the release; throws a `TracerError` when helm cannot tell, or when a release of that name is of another chart. */
export async function readRelease(place: Place, signal?: AbortSignal): Promise<Release> {
  const {namespace} = place;
  const answer = await helm(place, ['history', RELEASE, '--max', '1', '--output', 'json'], {signal});
  if (answer.status !== 0) {
    if (/not found/.test(answer.stderr)) return NONE;
    throw new TracerError(text('releaseUnreadable', {namespace, reason: complaint(answer)}));
  }
  const newest = parse(answer.stdout);
  const release = {
    status: textAt(newest, 0, 'status'),
    revision: numberAt(newest, 0, 'revision'),
    chart: textAt(newest, 0, 'chart'),
  };
  if (!new RegExp(OUR_CHART).test(release.chart)) {
    const words = placeWords(place, '--kube-context');
    throw new TracerError(text('otherChart', {namespace, chart: release.chart, placeWords: words}));
  }
  return release;
}

/** How a release was made, as far as it has to be known to find its objects, and to remove them. */
export interface Made extends Labelled {
  /** Whether its values say that the database's volume and password stay (`postgresql.persistence.retain`). */
  readonly retain: boolean;
}

/** Reads the values of a release; without one, or one that cannot be read, those of the chart count. */
export async function readMade(place: Place, signal?: AbortSignal): Promise<Made> {
  const answer = await helm(place, ['get', 'values', RELEASE, '--all', '--output', 'json'], {signal});
  const values = answer.status === 0 ? parse(answer.stdout) : undefined;
  // As `tracer.selectorLabels` of the chart does.
  const name = (textAt(values, 'nameOverride') || RELEASE).slice(0, 63).replace(/-$/, '');
  return {
    ...place,
    selector: selectorOf(name),
    retain: at(values, 'postgresql', 'persistence', 'retain') === true,
  };
}

/** Whether a run that was killed left the release in a state in which helm refuses to work on it. */
export function isStuck({status}: Release): boolean {
  return status.startsWith('pending-') || status === 'uninstalling';
}

/** Whether there is a release; of one that was uninstalled helm may keep the history. */
export function isThere({status}: Release): boolean {
  return status !== 'none' && status !== 'uninstalled';
}

/** What is going to be done to the release, for the plan. */
export function actionOn(release: Release): string {
  if (isStuck(release)) return text('actionRecover', {state: release.status});
  if (!isThere(release)) return text('actionInstall');
  return text('actionUpgrade', {revision: release.revision});
}

/** The revision that the next installation or upgrade makes, once what is stuck is cleared away. */
export function revisionAfter({status, revision}: Release): number {
  if (status === 'uninstalling') return 1;
  return status.startsWith('pending-') ? revision : revision + 1;
}

/**
 * Kind of the objects in which helm keeps its records. Throws a `TracerError` for a driver that keeps them outside of the cluster, where
 * kubectl cannot take one away.
 */
export function recordsKind(): 'secrets' | 'configmaps' {
  const driver = process.env.HELM_DRIVER ?? '';
  if (driver.startsWith('configmap')) return 'configmaps';
  if (driver === '' || driver.startsWith('secret')) return 'secrets';
  throw new TracerError(text('otherDriver', {driver}));
}

/**
 * Makes a stuck release one that helm works on again. The record of the unfinished step is removed, not the objects: helm takes those up
 * again, and with them the database's volume, which an uninstall would delete.
 */
export async function clearStuck(place: Place, release: Release, signal?: AbortSignal): Promise<void> {
  const selector = `owner=helm,name=${RELEASE},status=${release.status}`;
  const answer =
    release.status === 'uninstalling'
      ? await helm(place, ['uninstall', RELEASE], {signal})
      : await kubectl(place, ['delete', recordsKind(), `--selector=${selector}`], {signal});
  if (answer.status !== 0) throw new TracerError(text('applyFailed', {reason: complaint(answer)}));
}
