import {devNull} from 'node:os';
import {TracerError} from '../errors.ts';
import {type Outcome, reasonOf, run} from '../process/run.ts';
import {withPackaged} from './packaged-files.ts';

/** Where the chart comes from: included in the command, a path or OCI address, or a chart repository. */
export type ChartSource =
  | {readonly from: 'package'}
  | {readonly from: 'path'; readonly path: string; readonly version: string | undefined}
  | {readonly from: 'repository'; readonly url: string; readonly version: string | undefined};

const versionArgs = (version: string | undefined) => (version === undefined ? [] : ['--version', version]);

/** Without this, helm needs the cached index of every repository in its list, although it uses none of them. */
const NO_REPOSITORY_LIST = ['--repository-config', devNull];

/** Runs `use` with the arguments that name the chart, without changing helm's list of repositories. */
export async function withChartArgs<T>(source: ChartSource, use: (args: string[]) => Promise<T>): Promise<T> {
  if (source.from === 'package') return withPackaged('chart', (folder) => use([folder]));
  if (source.from === 'path') return use([source.path, ...versionArgs(source.version)]);
  return use(['tracer', '--repo', source.url, ...NO_REPOSITORY_LIST, ...versionArgs(source.version)]);
}

/** Why the chart could not be read, and what to do about it for this source. */
function chartError(source: ChartSource, answer: Outcome): TracerError {
  const reason = reasonOf(answer);
  if (source.from === 'repository')
    return new TracerError(
      `cannot fetch the chart from ${source.url}: ${reason}\ncheck the URL, the version, the network and the proxy, or choose another repository with --chart-repo`,
    );
  if (source.from === 'path')
    return new TracerError(
      `cannot read the chart ${source.path}: ${reason}\nset --chart to a folder, a packaged chart (.tgz) or an OCI address (oci://…)`,
    );
  return new TracerError(`cannot install the chart: ${reason}`);
}

/** Name, version and source of the chart, for the plan; throws a `TracerError` when helm cannot read it. */
export async function describeChart(source: ChartSource, signal?: AbortSignal): Promise<string> {
  const answer = await withChartArgs(source, (args) =>
    run('helm', ['show', 'chart', ...args], {signal, timeout: 60_000}),
  );
  if (answer.status !== 0) throw chartError(source, answer);
  const version = /^version: *"?([^"\s]+)/m.exec(answer.stdout)?.[1] ?? '';
  if (source.from === 'package') return `tracer ${version}, included in this command`;
  return `tracer ${version} from ${source.from === 'path' ? source.path : source.url}`;
}
