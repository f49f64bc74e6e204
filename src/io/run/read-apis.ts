import {ownValue} from '../../core/json.ts';
import {projectOptions} from '../../core/options/project.ts';
import {hasErrors, type Problem} from '../../core/problem.ts';
import {mergedRouteTable, type Route, type RouteTable, routeTable} from '../../core/route-table.ts';
import {type Places, printProblems} from '../print/report.ts';
import type {Terminal} from '../write/output.ts';
import {allSkipped, findInputs} from './inputs.ts';
import type {FailedStatus, Inputs, Loaded, RunRequest} from './load.ts';

export interface ApiRoutes extends RouteTable {
  readonly title: string;
  /** The description as the user named it, or the name of the API in redocly.yaml. */
  readonly source: string;
}

export interface ReadApis {
  readonly apis: readonly ApiRoutes[];
  readonly problems: readonly Problem[];
  readonly places: Places;
  /** The APIs that are left out, and why, as lines of text. */
  readonly skipped: readonly string[];
  /** The exit code for `problems`; 1 if absent. */
  readonly status?: FailedStatus;
  readonly noun: Inputs['noun'];
  readonly run: RunRequest;
}

/** Reads some APIs and their routes; what is wrong with them is among the problems. */
export async function readApis(request: Omit<RunRequest, 'json'>, folder: string): Promise<ReadApis> {
  const {loads, texts: found, ...inputs} = await findInputs(request, folder);
  const texts = new Map<string, Buffer>(found);
  const apis: ApiRoutes[] = [];
  const skipped: string[] = [];
  for (const load of loads) {
    const loaded = await load();
    for (const [uri, text] of loaded.texts) texts.set(uri, text);
    if (loaded.skipped === undefined) apis.push(toRoutes(loaded));
    else skipped.push(`${loaded.name}: ${loaded.skipped}`);
  }
  return {...inputs, apis, skipped, places: {...inputs, texts}};
}

function toRoutes({name, parts, isMerged, problems, run, configured}: Loaded): ApiRoutes {
  const [first] = parts;
  if (first === undefined) return {source: name, title: name, routes: [], problems};
  const api = {source: name, title: titleOf(first.document) ?? first.name};
  if (isMerged) return {...api, ...mergedRouteTable(parts, run)};
  if (configured === undefined) return {...api, ...routeTable(first.document, {...run, ...first})};
  const {options, problems: wrong, located} = projectOptions({...run, ...configured});
  if (wrong.length > 0) return {...api, routes: [], problems: wrong};
  const table = routeTable(first.document, {...options.run, settings: options.settings, ...first});
  return {
    ...api,
    ...table,
    problems: table.problems.map(located),
    routes: table.routes.map((route) => ({
      ...route,
      problems: route.problems.map(located),
      values: route.values.map(({place, ...value}) => (place ? {...value, place: located(place)} : value)),
    })),
  };
}

function titleOf(document: unknown): string | undefined {
  const info = ownValue(document, 'info');
  const title = ownValue(info, 'title');
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

/** The problems of an API, each once: several routes may share one. */
export function problemsOf({problems, routes}: RouteTable): Problem[] {
  return [...new Set([...problems, ...routes.flatMap((route) => route.problems)])];
}

/** The API of each route, by the name that is printed; `undefined` where it goes without saying. */
export type ApiNames = ReadonlyMap<Route, string> | undefined;

export function namesOfApis(apis: readonly ApiRoutes[]): ApiNames {
  if (apis.length < 2) return undefined;
  return new Map(apis.flatMap(({source, routes}) => routes.map((route) => [route, source] as const)));
}

/**
 * Prints which APIs are left out, and what is wrong with the others. Returns the exit code, 0 unless there is an error, or no API, and
 * the APIs to go on with: after an error none, or with `--keep-going` those that have none.
 */
export function usableApis(
  {apis, problems, places, skipped, noun, run, status = 1}: ReadApis,
  terminal: Terminal,
): {readonly status: 0 | FailedStatus; readonly apis: readonly ApiRoutes[]} {
  for (const line of skipped) terminal.error(`apigen: ${line}\n`);
  const found = [problems, ...apis.map(problemsOf)].filter(hasErrors).flat();
  const isEmpty = found.length === 0 && apis.length === 0;
  const failed = isEmpty ? (problems.length > 0 ? problems : [allSkipped('routes', noun, TURN_ON)]) : found;
  printProblems(terminal, failed, places);
  if (failed.length === 0) return {status: 0, apis};
  return {status, apis: run.keepGoing ? apis.filter((api) => !hasErrors(problemsOf(api))) : []};
}

const TURN_ON = 'turn on the decorator for one of them';
