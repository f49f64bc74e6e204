import {readAndCheck} from '../../core/generate.ts';
import {isMap, ownValue} from '../../core/json.ts';
import {resourceName, resourceOf} from '../../core/krm/resources.ts';
import {hasErrors} from '../../core/problem.ts';
import {jsonText} from '../../core/quote.ts';
import {holds} from '../../core/routes/holds.ts';
import {type RouteChange, routeChanges} from '../../core/routes/route-changes.ts';
import {routePlaces} from '../../core/routes/route-places.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {
  type DescriptionObjects,
  type DescriptionRun,
  descriptionObjects,
  sharedProblems,
} from '../many/description-objects.ts';
import {expandSources} from '../many/expand-sources.ts';
import {repeatedObjects} from '../many/repeated-objects.ts';
import {locate} from '../positions/locate.ts';
import {readDescription} from '../read/read-description.ts';
import {RemoteTime} from '../read/read-limits.ts';
import {documentNames, NOWHERE, report, withPositions} from '../report/report.ts';
import {placeText} from '../routes/route-rows.ts';
import {textTable} from '../routes/text-table.ts';
import type {Terminal} from '../write/output.ts';
import {type ClusterObjects, clusterObjects} from './cluster-objects.ts';
import {ClusterFailed} from './kubectl.ts';

interface CheckRequest extends DescriptionRun {
  readonly in: readonly string[];
}

/** A difference between a description and the cluster. */
interface Drift extends RouteChange {
  /** `openapi.yaml:12`; the description alone where the route is only in the cluster. */
  readonly place: string;
}

/**
 * Compares the routes of descriptions with what the API server holds, and prints a table of those that differ.
 *
 * @returns the exit code: 0 the cluster is up to date, 1 it is not or a problem is an error
 */
export async function checkCluster(request: CheckRequest, terminal: Terminal): Promise<number> {
  const {sources, problems: unmatched} = await expandSources(request.in);
  if (unmatched.length > 0) {
    terminal.error(report(unmatched, NOWHERE));
    return 1;
  }
  const outputs = await outputsOf({...request, in: sources}, terminal.folder);
  const problems = [
    ...sharedProblems(outputs),
    ...outputs.flatMap((output) => output.problems),
    ...repeatedObjects(outputs, 'set another `service.name`, or use `--merge` if they describe one Service'),
  ];
  if (problems.length > 0)
    terminal.error(report(problems, {texts: new Map(), nameOf: documentNames(sources, terminal.folder)}));
  if (hasErrors(problems)) return 1;
  try {
    const cluster = await clusterObjects(outputs.flatMap(({objects}) => objects));
    const drifts: Drift[] = [];
    for (const output of outputs) drifts.push(...(await driftsOf(output, cluster)));
    print(drifts, sources.length, request, terminal);
    return drifts.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ClusterFailed)) throw error;
    const {message, hint} = error;
    terminal.error(report([{code: 'output', severity: 'error', message, hint}], NOWHERE));
    return 1;
  }
}

/** What is compared with the cluster: the objects of a description, or of several that were merged. */
interface Output extends Pick<DescriptionObjects, 'source' | 'uri' | 'objects' | 'problems' | 'overlaid'> {
  /** Where the operation of each route was written, by the name of the route. */
  readonly places: () => Promise<Places>;
}

type Places = ReadonlyMap<string, string>;

async function outputsOf(request: CheckRequest, folder: string): Promise<readonly Output[]> {
  if (request.merge) return [await mergedOutput(request, folder)];
  const run = {...request, remoteTime: new RemoteTime()};
  const outputs: Output[] = [];
  for (const source of request.in)
    outputs.push({...(await descriptionObjects(source, run)), places: () => placesIn(source, run, folder)});
  return outputs;
}

async function mergedOutput(request: CheckRequest, folder: string): Promise<Output> {
  const {readAndMerge} = await import('../merge.ts');
  const {objects, problems, texts, checked} = await readAndMerge(request);
  const source = request.in.join(', ');
  return {
    source,
    uri: '',
    objects,
    problems: withPositions(problems, texts),
    places: async () => (checked ? placesOf(checked, texts, documentNames(request.in, folder)) : new Map()),
  };
}

async function driftsOf(
  {source, objects, places: findPlaces}: Output,
  {find, left}: ClusterObjects,
): Promise<Drift[]> {
  const found = [...objects.flatMap((object) => find(object) ?? []), ...left(objects)];
  const before = found.flatMap(({content}) => (isObject(content) ? [content] : []));
  const changes = [...routeChanges(before, objects), ...otherChanges(objects, find)];
  if (changes.length === 0) return [];
  // Only now, since most descriptions do not differ.
  const places = await findPlaces();
  return changes.map((change) => ({...change, place: places.get(change.route) ?? source}));
}

/** Differences that are not in what is done with a route, such as a retry budget or a label. */
function otherChanges(
  objects: readonly KubernetesObject[],
  find: ClusterObjects['find'],
): readonly RouteChange[] {
  return objects.flatMap((object) => {
    const {content} = find(object) ?? {};
    if (!isObject(content)) return [];
    const {labels = {}, annotations = {}} = object.metadata;
    const isHeld = {
      spec: holds(content.spec, object.spec) || routeChanges([content], [object]).length > 0,
      labels: holds(content.metadata.labels ?? {}, labels),
      annotations: holds(content.metadata.annotations ?? {}, annotations),
    };
    const route = resourceName(resourceOf(object, ''));
    return Object.entries(isHeld).flatMap(([part, held]) =>
      held ? [] : [{route, before: `other ${part}`, after: `${part} as generated`}],
    );
  });
}

/** The API server prints no other objects. */
function isObject(content: unknown): content is KubernetesObject {
  return isMap(content) && isMap(ownValue(content, 'metadata'));
}

async function placesIn(source: string, run: CheckRequest, folder: string): Promise<Places> {
  const {document, texts, ...read} = await readDescription(source, run);
  const {checked} = readAndCheck(document, {...run, ...read});
  return checked ? placesOf(checked, texts, documentNames(source, folder)) : new Map();
}

function placesOf(
  checked: Parameters<typeof routePlaces>[0],
  texts: Parameters<typeof locate>[1],
  nameOf: ReturnType<typeof documentNames>,
): Places {
  const places = [...routePlaces(checked)];
  const positions = locate(
    places.map(([, location]) => location),
    texts,
  );
  return new Map(places.map(([route, location]) => [route, placeText(location, {positions, nameOf})]));
}

const COLUMNS = ['PLACE', 'ROUTE', 'CHANGE', 'CLUSTER', 'DESCRIPTION'].map((title) => ({title}));

function print(drifts: readonly Drift[], count: number, {json}: CheckRequest, terminal: Terminal): void {
  if (json) {
    const changes = drifts.map((drift) => ({...drift, change: changeOf(drift)}));
    terminal.out(jsonText({changes}));
    return;
  }
  const rows = drifts.map((drift) => ({
    cells: [drift.place, drift.route, changeOf(drift), drift.before ?? '-', drift.after ?? '-'],
  }));
  if (rows.length > 0) terminal.out(textTable(COLUMNS, rows));
  const found =
    drifts.length === 0
      ? 'no differences'
      : `${drifts.length} ${drifts.length === 1 ? 'difference' : 'differences'}`;
  terminal.error(
    `${found} between the cluster and ${count === 1 ? 'the description' : `${count} descriptions`}\n`,
  );
}

/** What applying the description would do. */
function changeOf({before, after}: RouteChange): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
