import {mergedRouteTable, type RouteTable, routeTable} from '../../core/routes/route-table.ts';
import type {RunValues} from '../../core/run/options.ts';
import type {FlagValues} from '../../core/settings/table.ts';
import {expandSources} from '../many/expand-sources.ts';
import {readParts} from '../merge.ts';
import type {DocumentText} from '../read/parse-document.ts';
import {readDescription, UnreadableDescription} from '../read/read-description.ts';
import {RemoteTime} from '../read/read-limits.ts';
import {uriOf} from '../read/source.ts';
import {documentNames, type Places} from '../report/report.ts';
import {type ApiRoutes, type ReadApis, titleOf} from './api-routes.ts';
import {readProjectRoutes} from './project-routes.ts';

/** The APIs whose routes are looked at: descriptions, or APIs of a configuration file; and the flags that count for them. */
export interface ApisRequest extends Omit<RunValues, 'json'> {
  readonly settings: FlagValues;
  /** Names or paths of APIs in the configuration file; none means all. */
  readonly apis: readonly string[];
}

/** Reads some APIs and their routes; what is wrong with them is among the problems. */
export async function readApis(request: ApisRequest, folder: string): Promise<ReadApis> {
  const {config} = request;
  if (config !== undefined) return readProjectRoutes({...request, config}, folder);
  return request.merge ? readMerged(request, folder) : readDescriptions(request, folder);
}

/** Several descriptions of one Service, as one API. */
async function readMerged(request: ApisRequest, folder: string): Promise<ReadApis> {
  const {in: names = []} = request;
  const {parts, problems, texts} = await readParts({...request, in: names});
  const places = {texts, nameOf: documentNames(names, folder)};
  const [first] = parts;
  if (first === undefined || problems.length > 0) return {apis: [], problems, places, skipped: []};
  const source = parts.map(({name}) => name).join(', ');
  const table = mergedRouteTable(parts, request);
  const api = {...table, source, title: titleOf(first.document) ?? first.name};
  return {apis: [api], problems: [], places, skipped: []};
}

async function readDescriptions(request: ApisRequest, folder: string): Promise<ReadApis> {
  const {in: names = []} = request;
  const run = {...request, remoteTime: new RemoteTime()};
  const apis: ApiRoutes[] = [];
  const texts = new Map<string, DocumentText>();
  const {sources, problems} = await expandSources(names);
  const nameOf = documentNames(sources, folder);
  // One after another: the descriptions share the time for remote documents.
  for (const source of sources) {
    const {document, table, ...read} = await readRoutes(source, run);
    for (const [uri, text] of read.texts) texts.set(uri, text);
    const shown = nameOf(uriOf(source));
    apis.push({...table, source: shown, title: titleOf(document) ?? shown});
  }
  return {apis, problems, places: {texts, nameOf}, skipped: []};
}

interface ReadRoutes {
  readonly table: RouteTable;
  readonly texts: Places['texts'];
  /** The parsed description; of a large one only the outline. */
  readonly document?: unknown;
}

async function readRoutes(source: string, run: ApisRequest & {remoteTime: RemoteTime}): Promise<ReadRoutes> {
  try {
    const description = await readDescription(source, run);
    const {document, texts} = description;
    return {table: routeTable(document, {...run, ...description}), texts, document};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {table: {routes: [], problems: error.problems}, texts: error.texts};
  }
}
