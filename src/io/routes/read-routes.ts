import type {Problem} from '../../core/problem.ts';
import {type RouteTable, routeTable} from '../../core/routes/route-table.ts';
import type {RunValues} from '../../core/run/options.ts';
import type {FlagValues} from '../../core/settings/table.ts';
import {
  type Description,
  type ReadOptions,
  readDescription,
  UnreadableDescription,
} from '../read/read-description.ts';
import {documentNames, type Places} from '../report/report.ts';

/** The description whose routes are looked at, and the flags that count for it. */
export interface RoutesInput extends Omit<RunValues, 'in' | 'json'>, Pick<ReadOptions, 'remoteTime'> {
  /** A file, an http(s) URL, or `-` for standard input. */
  readonly in: string;
  readonly settings: FlagValues;
}

/** The routes of a description, and what is needed to print where their values come from. */
export interface ReadRoutes extends RouteTable {
  readonly places: Places;
  /** The parsed description; of a large one only the outline. */
  readonly document?: unknown;
}

/** Reads a description and its routes; what is wrong with it is among the problems. */
export async function readRoutes(request: RoutesInput, folder: string): Promise<ReadRoutes> {
  const nameOf = documentNames(request.in, folder);
  const read = await readOrFail(request);
  if (!('document' in read)) return {routes: [], ...read, places: {texts: read.texts, nameOf}};
  const {document, texts} = read;
  return {...routeTable(document, {...request, ...read}), document, places: {texts, nameOf}};
}

type Failed = {readonly problems: readonly Problem[]; readonly texts: Places['texts']};

async function readOrFail(request: RoutesInput): Promise<Description | Failed> {
  try {
    return await readDescription(request.in, request);
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {problems: error.problems, texts: error.texts};
  }
}
