import {at, listAt, numberAt, parse, textAt} from '../cluster/json.ts';
import {parseManifest, succeeded} from '../cluster/objects.ts';
import {helm, RELEASE, type Scope, selectorOf} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {reasonOf} from '../process/run.ts';

/** Chart name and version of this chart. */
const OUR_CHART = /^tracer-v?\d+\.\d+\.\d+/;

/** The newest revision of the release, see `readRelease`. */
export type Release = Awaited<ReturnType<typeof readRelease>>;

/** Reads JSON from helm; undefined without a release. Throws a `TracerError`, which names `what`, when helm fails. */
async function readWithHelm(scope: Scope, args: readonly string[], what: string, signal: AbortSignal) {
  const answer = await helm(scope, [...args, '--output', 'json'], {signal});
  if (answer.status === 0) return parse(answer.stdout);
  if (/release: not found/.test(answer.stderr)) return undefined;
  throw new TracerError(`cannot read the ${what}: ${reasonOf(answer)}`);
}

/** Reads the release; throws a `TracerError` when helm fails, or when the release is of another chart. */
export async function readRelease(scope: Scope, signal: AbortSignal) {
  const {namespace} = scope;
  const what = `releases in namespace ${namespace}`;
  const revisions = listAt(await readWithHelm(scope, ['history', RELEASE], what, signal));
  const newest = revisions.at(-1);
  const chart = textAt(newest, 'chart');
  if (newest !== undefined && !OUR_CHART.test(chart))
    throw new TracerError(
      `namespace ${namespace} has a release "tracer" of another chart, ${chart}: choose another namespace with --namespace`,
    );
  const deployed = revisions.findLast((one) => textAt(one, 'status') === 'deployed');
  const status = textAt(newest, 'status') || 'none';
  return {
    /** helm's, or `none` when there is no release. */
    status,
    /** Whether there is a release; helm may keep the history of one that was uninstalled. */
    exists: status !== 'none' && status !== 'uninstalled',
    revision: numberAt(newest, 'revision'),
    /** Chart name and version in one, such as `tracer-0.1.0`. */
    chart,
    /** The last revision that helm calls deployed, to which a failed upgrade can be rolled back; 0 when there is none. */
    deployed: numberAt(deployed, 'revision'),
    /** The revisions whose objects may exist: helm removes nothing of an upgrade that failed or was interrupted. */
    leaving: revisions
      .filter((one) => textAt(one, 'status') !== 'superseded')
      .map((one) => numberAt(one, 'revision')),
  };
}

/** The objects of one revision of the release. */
export async function readRevision(scope: Scope, revision: number, signal: AbortSignal) {
  const answer = await helm(scope, ['get', 'manifest', RELEASE, '--revision', `${revision}`], {signal});
  return parseManifest(succeeded(answer, 'cannot read the objects of release tracer').stdout);
}

/**
 * Reads the labels of the objects from the release's values, and whether those keep the database's volume and password
 * (`postgresql.persistence.retain`); without a release, the chart's defaults apply. Throws a `TracerError` when helm fails.
 */
export async function installedScope<S extends Scope>(scope: S, signal: AbortSignal) {
  const args = ['get', 'values', RELEASE, '--all'];
  const values = await readWithHelm(scope, args, 'values of release tracer', signal);
  // Like `tracer.selectorLabels` in the chart.
  const name = (textAt(values, 'nameOverride') || RELEASE).slice(0, 63).replace(/-$/, '');
  return {
    ...scope,
    selector: selectorOf(name),
    retain: at(values, 'postgresql', 'persistence', 'retain') === true,
  };
}

/** The kinds of objects in which helm stores releases, by its drivers. */
export const RECORDS = 'secrets,configmaps';
