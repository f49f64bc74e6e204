import {hasErrors, type Problem} from '../../core/problem.ts';
import {reportJson} from '../../core/quote.ts';
import type {RouteChange} from '../../core/routes/route-changes.ts';
import {type DescriptionObjects, withLines} from '../many/description-objects.ts';
import {type ApisRequest, generateApis} from '../many/generate-apis.ts';
import {
  type GeneratedDescriptions,
  generateDescriptions,
  type ManyRequest,
} from '../many/generate-descriptions.ts';
import {repeatedObjects} from '../many/repeated-objects.ts';
import {reportAll} from '../many/report-all.ts';
import {problemToJson} from '../many/summary.ts';
import {documentNames, type Places, withPositions} from '../report/report.ts';
import {textTable} from '../routes/text-table.ts';
import type {Terminal} from '../write/output.ts';
import {clusterObjects} from './cluster-objects.ts';
import {driftsOf} from './drifts.ts';
import {ClusterFailed} from './kubectl.ts';

/**
 * Compares the routes of descriptions with what the API server holds, and prints those that differ: a table, or JSON.
 *
 * @returns the exit code: 0 the cluster is up to date, 1 it is not or a problem is an error
 */
export async function checkCluster(request: ManyRequest, terminal: Terminal): Promise<number> {
  if (request.merge) return compare(await mergedDescriptions(request, terminal.folder), terminal);
  const found = await generateDescriptions(request, terminal.folder);
  return compare({...found, outputs: outputsOf(found), count: found.apis.length}, terminal);
}

/** The same for the APIs of a configuration file. */
export async function checkClusterConfig(request: ApisRequest, terminal: Terminal): Promise<number> {
  const {found, status} = await generateApis(request, terminal);
  const outputs = outputsOf(found);
  const compared = await compare({...found, outputs, count: outputs.length}, terminal);
  return status ?? compared;
}

/** What is compared with the cluster: the objects of a description, or of several that were merged. */
type Output = Pick<DescriptionObjects, 'source' | 'uri' | 'objects' | 'problems' | 'places'>;

interface Generated extends Pick<GeneratedDescriptions, 'run' | 'shared' | 'noun' | keyof Places> {
  readonly outputs: readonly Output[];
  /** How many descriptions they are from. */
  readonly count: number;
}

/** Without those that were skipped. */
function outputsOf({generated}: GeneratedDescriptions): readonly Output[] {
  return generated
    .filter(({skipped}) => skipped === undefined)
    .map(({generated: objects = [], ...output}) => ({...output, objects}));
}

async function mergedDescriptions(request: ManyRequest, folder: string): Promise<Generated> {
  const {readAndMerge} = await import('../merge.ts');
  const {objects, problems, texts, places, sources, run} = await readAndMerge(request);
  const output = {
    source: sources.join(', '),
    uri: '',
    objects,
    problems: withPositions(problems, texts),
    places: withLines(places(), texts),
  };
  const nameOf = documentNames(sources, folder);
  return {run, shared: [], noun: 'description', texts, nameOf, outputs: [output], count: sources.length};
}

async function compare(generated: Generated, terminal: Terminal): Promise<number> {
  const {outputs, shared} = generated;
  const problems = [
    ...shared,
    ...outputs.flatMap((output) => output.problems),
    ...repeatedObjects(outputs, 'set another `service.name`, or use `--merge` if they describe one Service'),
  ];
  if (hasErrors(problems)) return print([], problems, generated, terminal);
  try {
    const cluster = await clusterObjects(outputs.flatMap(({objects}) => objects));
    const drifts = outputs.flatMap(({objects, places = new Map(), source}) =>
      driftsOf(objects, places, cluster).map(({location, ...change}) => ({
        ...change,
        place: location ? `${generated.nameOf(location.uri)}:${location.position?.line}` : source,
      })),
    );
    return print(drifts, problems, generated, terminal);
  } catch (error) {
    if (!(error instanceof ClusterFailed)) throw error;
    const {message, hint} = error;
    const failed: Problem = {code: 'output', severity: 'error', message, hint};
    return print([], [...problems, failed], generated, terminal);
  }
}

interface Difference extends RouteChange {
  /** `openapi.yaml:12`; the description alone where the route is only in the cluster. */
  readonly place: string;
}

const COLUMNS = ['PLACE', 'ROUTE', 'CHANGE', 'CLUSTER', 'DESCRIPTION'].map((title) => ({title}));

/** @returns the exit code */
function print(
  differences: readonly Difference[],
  problems: readonly Problem[],
  generated: Generated,
  terminal: Terminal,
): number {
  const {run, noun, count} = generated;
  const hasFailed = hasErrors(problems);
  const status = hasFailed || differences.length > 0 ? 1 : 0;
  if (run.json) {
    const changes = differences.map((difference) => ({...difference, change: changeOf(difference)}));
    terminal.out(reportJson({changes, problems: problems.map(problemToJson(problems, generated))}));
    return status;
  }
  reportAll(problems, generated, terminal);
  if (hasFailed) return status;
  const rows = differences.map((difference) => ({
    cells: [
      difference.place,
      difference.route,
      changeOf(difference),
      difference.before ?? '-',
      difference.after ?? '-',
    ],
  }));
  if (rows.length > 0) terminal.out(textTable(COLUMNS, rows));
  const [found, of] = [numberOf(differences.length, 'difference'), numberOf(count, noun)];
  terminal.error(`${found} between the cluster and ${count === 1 ? `the ${noun}` : of}\n`);
  return status;
}

function numberOf(count: number, noun: string): string {
  if (count === 0) return `no ${noun}s`;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What applying the description would do. */
function changeOf({before, after}: RouteChange): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
