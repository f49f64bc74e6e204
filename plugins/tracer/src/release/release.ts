import {at, listAt, numberAt, parse, textAt} from '../cluster/json.ts';
import {type KubernetesObject, parseManifest} from '../cluster/objects.ts';
import {
  helm,
  kubectl,
  RELEASE,
  type ReleaseScope,
  type Scope,
  scopeOptions,
  selectorOf,
} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {reasonOf} from '../process/run.ts';

/** The newest revision of the release; `status` is helm's, or `none` when there is no release. */
export interface Release {
  readonly status: string;
  readonly revision: number;
  /** Chart name and version in one, such as `tracer-0.1.0`. */
  readonly chart: string;
  /** The revision that helm compares an upgrade with: the last deployed one, or the newest; 0 when there is none. */
  readonly baseRevision: number;
}

/** Chart name and version of this chart: another chart's name may also contain a hyphen and a digit, such as `tracer-2go`. */
const OUR_CHART = /^tracer-v?[0-9]+\.[0-9]+\.[0-9]+([-+][-+.0-9A-Za-z]*)?$/;

const NONE: Release = {status: 'none', revision: 0, chart: '', baseRevision: 0};

/** Reads the release; throws a `TracerError` when helm fails, or when the release is of another chart. */
export async function readRelease(scope: Scope, signal?: AbortSignal): Promise<Release> {
  const {namespace} = scope;
  const answer = await helm(scope, ['history', RELEASE, '--output', 'json'], {signal});
  if (answer.status !== 0) {
    if (/not found/.test(answer.stderr)) return NONE;
    throw new TracerError(`cannot read the releases in namespace ${namespace}: ${reasonOf(answer)}`);
  }
  const revisions = listAt(parse(answer.stdout));
  const newest = revisions.at(-1);
  const base = revisions.findLast((one) => textAt(one, 'status') === 'deployed') ?? newest;
  const chart = textAt(newest, 'chart');
  if (!OUR_CHART.test(chart))
    throw new TracerError(
      `namespace ${namespace} has a release "tracer" of another chart, ${chart}: choose another namespace with --namespace, or remove that release with \`helm uninstall tracer ${scopeOptions(scope, '--kube-context')}\``,
    );
  return {
    status: textAt(newest, 'status'),
    revision: numberAt(newest, 'revision'),
    chart,
    baseRevision: numberAt(base, 'revision'),
  };
}

/** The objects of one revision of the release. */
export async function readRevision(
  scope: Scope,
  revision: number,
  signal?: AbortSignal,
): Promise<KubernetesObject[]> {
  const answer = await helm(scope, ['get', 'manifest', RELEASE, '--revision', `${revision}`], {signal});
  if (answer.status !== 0)
    throw new TracerError(`cannot read the objects of release tracer: ${reasonOf(answer)}`);
  return parseManifest(answer.stdout);
}

/** A release with the labels of its objects. */
export interface InstalledScope extends ReleaseScope {
  /** Whether its values keep the database's volume and password (`postgresql.persistence.retain`). */
  readonly retain: boolean;
}

/** Reads the labels from the release's values; without a release, the chart's defaults apply. */
export async function installedScope(scope: Scope, signal?: AbortSignal): Promise<InstalledScope> {
  const answer = await helm(scope, ['get', 'values', RELEASE, '--all', '--output', 'json'], {signal});
  const values = answer.status === 0 ? parse(answer.stdout) : undefined;
  // Like `tracer.selectorLabels` in the chart.
  const name = (textAt(values, 'nameOverride') || RELEASE).slice(0, 63).replace(/-$/, '');
  return {
    ...scope,
    selector: selectorOf(name),
    retain: at(values, 'postgresql', 'persistence', 'retain') === true,
  };
}

/** Whether a killed run left the release in a state in which helm refuses to change it. */
export function isStuck({status}: Release): boolean {
  return status.startsWith('pending-') || status === 'uninstalling';
}

/** Whether there is a release; helm may keep the history of one that was uninstalled. */
export function exists({status}: Release): boolean {
  return status !== 'none' && status !== 'uninstalled';
}

/** What will be done to the release, for the plan. */
export function actionOn(release: Release): string {
  if (isStuck(release))
    return `${release.status} because an earlier run was interrupted; its record will be removed, then it is installed`;
  if (!exists(release)) return 'will be installed';
  return `revision ${release.revision} will be upgraded`;
}

/**
 * The kind of the objects in which helm stores the release. Throws a `TracerError` for a driver that stores it outside the cluster,
 * where kubectl cannot remove a record.
 */
export function recordsKind(): 'secrets' | 'configmaps' {
  const driver = process.env.HELM_DRIVER ?? '';
  if (driver.startsWith('configmap')) return 'configmaps';
  if (driver === '' || driver.startsWith('secret')) return 'secrets';
  throw new TracerError(`unsupported HELM_DRIVER "${driver}": expected secret or configmap`);
}

/**
 * Clears a stuck release, so that helm changes it again. Only the record of the unfinished step is removed: helm adopts the objects, and
 * so keeps the database's volume, which an uninstallation would delete.
 */
export async function clearStuck(scope: Scope, release: Release, signal?: AbortSignal): Promise<void> {
  const selector = `owner=helm,name=${RELEASE},status=${release.status}`;
  const answer =
    release.status === 'uninstalling'
      ? await helm(scope, ['uninstall', RELEASE], {signal})
      : await kubectl(scope, ['delete', recordsKind(), `--selector=${selector}`], {signal});
  if (answer.status !== 0)
    throw new TracerError(`cannot clear the unfinished release tracer: ${reasonOf(answer)}`);
}
