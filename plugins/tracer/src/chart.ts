import {devNull} from 'node:os';
import {advised} from './advice.ts';
import {helm, type Place, RELEASE} from './cluster.ts';
import {listAt, parse, textAt} from './json.ts';
import {withChart} from './packaged-files.ts';
import {complaint, type Outcome, run} from './program.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** Where the chart comes from: shipped with the command, a path or OCI address, or a chart repository. */
export type ChartSource =
  | {readonly from: 'package'}
  | {readonly from: 'path'; readonly path: string; readonly version: string | undefined}
  | {readonly from: 'repository'; readonly url: string; readonly version: string | undefined};

/** Local name that the chart repository is added under. */
const REPOSITORY = 'tracer';

function versionArgs(version: string | undefined): string[] {
  return version === undefined ? [] : ['--version', version];
}

/** Else helm wants the cached index of every repository in its list, though none of them is asked for. */
const NO_LIST = ['--repository-config', devNull];

/** Runs `use` with the arguments by which helm finds the chart without its own list of repositories being changed. */
export async function withChartArgs<T>(source: ChartSource, use: (args: string[]) => Promise<T>): Promise<T> {
  if (source.from === 'package') return withChart((folder) => use([folder]));
  if (source.from === 'path') return use([source.path, ...versionArgs(source.version)]);
  return use(['tracer', '--repo', source.url, ...NO_LIST, ...versionArgs(source.version)]);
}

/** A failure to get at the chart: what helm says, and what to do about it for a chart of this source. */
function notThere(source: ChartSource, answer: Outcome): TracerError {
  const reason = complaint(answer);
  if (source.from === 'repository')
    return new TracerError(text('chartNotFetched', {source: source.url, reason}));
  if (source.from === 'path') return new TracerError(text('chartNotRead', {source: source.path, reason}));
  return new TracerError(text('chartRefused', {reason}));
}

/** `tracer 0.1.0 (ships with this command)`; throws a `TracerError` when helm cannot find or read the chart. */
export async function describeChart(source: ChartSource, signal?: AbortSignal): Promise<string> {
  const answer = await withChartArgs(source, (args) =>
    run('helm', ['show', 'chart', ...args], {signal, timeout: 60_000}),
  );
  if (answer.status !== 0) throw notThere(source, answer);
  const version = /^version: *"?([^"\s]+)/m.exec(answer.stdout)?.[1] ?? '';
  if (source.from === 'package') return text('chartPackaged', {version});
  return text('chartFrom', {version, source: source.from === 'path' ? source.path : source.url});
}

/** Name of the chart repository in helm's own list; added, or pointed to the address, when it is not there yet. */
async function repositoryName(
  source: ChartSource & {from: 'repository'},
  warn: (line: string) => void,
  signal?: AbortSignal,
): Promise<string> {
  const {url} = source;
  const listed = await run('helm', ['repo', 'list', '--output', 'json'], {signal, timeout: 30_000});
  const known = listAt(parse(listed.stdout)).map((entry) => ({
    name: textAt(entry, 'name'),
    url: textAt(entry, 'url'),
  }));
  const same = known.find((entry) => entry.url.replace(/\/$/, '') === url.replace(/\/$/, ''));
  if (same) return same.name;
  const old = known.find(({name}) => name === REPOSITORY);
  if (old) warn(text('repoReplaced', {name: REPOSITORY, old: old.url, url}));
  const added = await run('helm', ['repo', 'add', REPOSITORY, url, '--force-update'], {
    signal,
    timeout: 60_000,
  });
  if (added.status !== 0) throw notThere(source, added);
  return REPOSITORY;
}

/**
 * Runs `use` with the arguments by which helm installs the chart. For a repository: `helm repo add`, `helm repo update`, then
 * `<repository>/tracer` (specification, 4.2).
 */
export async function withInstallArgs<T>(
  source: ChartSource,
  warn: (line: string) => void,
  use: (args: string[]) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (source.from !== 'repository') return withChartArgs(source, use);
  const name = await repositoryName(source, warn, signal);
  const updated = await run('helm', ['repo', 'update', name], {signal, timeout: 60_000});
  if (updated.status !== 0) throw notThere(source, updated);
  return use([`${name}/${RELEASE}`, ...versionArgs(source.version)]);
}

/**
 * Has helm render the chart and the API server look at every object, without changing anything: wrong values, kinds that the cluster
 * does not know and objects that belong to somebody else are found here. A release that is stuck is rehearsed as a new one, because
 * helm refuses to upgrade it even for show.
 */
export async function rehearse(
  place: Place,
  source: ChartSource,
  {stuck, input, args}: {readonly stuck: boolean; readonly input: string; readonly args: readonly string[]},
  signal?: AbortSignal,
): Promise<void> {
  const verb = stuck ? ['install'] : ['upgrade', '--install'];
  const answer = await withChartArgs(source, (chart) =>
    helm(place, [...verb, RELEASE, ...chart, '--dry-run=server', ...args], {
      input,
      signal,
      timeout: 120_000,
    }),
  );
  if (answer.status !== 0)
    throw new TracerError(text('chartRefused', {reason: advised(complaint(answer), place)}));
}
