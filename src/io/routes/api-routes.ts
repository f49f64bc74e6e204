import {isMap, ownValue} from '../../core/json.ts';
import {hasErrors, type Problem} from '../../core/problem.ts';
import type {Route, RouteTable} from '../../core/routes/route-table.ts';
import type {FailedStatus} from '../redocly-config/read-project.ts';
import {type Places, report} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';

/** The routes of one API. */
export interface ApiRoutes extends RouteTable {
  readonly title: string;
  /** The description as the user named it, or the name of the API in redocly.yaml. */
  readonly source: string;
}

/** What was read of some APIs. */
export interface ReadApis {
  readonly apis: readonly ApiRoutes[];
  /** The problems outside of descriptions. */
  readonly problems: readonly Problem[];
  readonly places: Places;
  /** The APIs that are left out, and why, as lines of text. */
  readonly skipped: readonly string[];
  /** The exit code for `problems`; 1 if absent. */
  readonly status?: FailedStatus;
}

/** The title of a description. */
export function titleOf(document: unknown): string | undefined {
  const info = isMap(document) ? ownValue(document, 'info') : undefined;
  const title = isMap(info) ? ownValue(info, 'title') : undefined;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

/** The problems of an API, each once: several routes may share one. */
export function problemsOf({problems, routes}: RouteTable): Problem[] {
  return [...new Set([...problems, ...routes.flatMap((route) => route.problems)])];
}

/** The API of each route, by the name that is printed; `undefined` where it goes without saying. */
export type ApiNames = ReadonlyMap<Route, string> | undefined;

export function apiNames(apis: readonly ApiRoutes[]): ApiNames {
  if (apis.length < 2) return undefined;
  return new Map(apis.flatMap(({source, routes}) => routes.map((route) => [route, source] as const)));
}

/**
 * Prints which APIs are left out, and the errors of the others with all that is wrong with the same API.
 *
 * @returns the exit code: 0 unless there is an error, or no API
 */
export function reportErrors(
  {apis, problems, places, skipped, status = 1}: ReadApis,
  terminal: Terminal,
): 0 | FailedStatus {
  for (const line of skipped) terminal.error(`apigen: ${line}\n`);
  // Two APIs may refer to the same document.
  const texts = new Set(
    [problems, ...apis.map(problemsOf)].filter(hasErrors).map((found) => report(found, places)),
  );
  if (apis.length === 0 && texts.size === 0) texts.add(report([ALL_SKIPPED], places));
  for (const text of texts) terminal.error(text);
  return texts.size > 0 ? status : 0;
}

const ALL_SKIPPED: Problem = {
  code: 'output',
  severity: 'error',
  message: 'no routes: every API was skipped',
  hint: 'turn on the decorator for one of them',
};
