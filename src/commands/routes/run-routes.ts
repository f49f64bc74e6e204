import {nearestKey} from '../../core/base/nearest-key.ts';
import type {Problem} from '../../core/base/problem.ts';
import {counted, printable, reportJson} from '../../core/base/quote.ts';
import type {Route} from '../../core/generate/route-table.ts';
import {isUndecided, UNDECIDED_MESH} from '../../core/targets/index.ts';
import {placeRoutes} from '../../io/print/placed-routes.ts';
import {printProblems} from '../../io/print/report.ts';
import {readApis} from '../../io/run/generate/read-apis.ts';
import type {RunRequest} from '../../io/run/load/load-description.ts';
import type {Terminal} from '../../io/write/output.ts';
import {routeColumns, routeCsv, routeJson, routeLines} from './route-rows.ts';

export interface RoutesRequest extends Omit<RunRequest, 'json'> {
  /** With `,` between them. */
  readonly method?: string | undefined;
  /** `*` is any text of one segment, `**` any text. */
  readonly path?: string | undefined;
  readonly tag?: string | undefined;
  readonly changed?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly csv?: boolean | undefined;
}

/** Prints routes, with the value of each setting and where it comes from. Returns the exit code: 2 for an unknown API. */
export async function runRoutes(request: RoutesRequest, terminal: Terminal): Promise<number> {
  const {status, apis, names, places} = await readApis(request, terminal);
  if (apis.length === 0) return status;
  const isForPeople = !request.json && !request.csv;
  const isOpen = isForPeople && apis.some(({output}) => output && isUndecided(output.input.settings));
  if (isOpen) printProblems(terminal, [UNDECIDED_MESH]);
  const problems = apis.flatMap((api) => api.problems);
  printProblems(terminal, problems, places);
  const all = apis.flatMap((api) => api.routes);
  const routes = all.filter(filterOf(request));
  const placed = placeRoutes(routes, places);
  if (request.json)
    terminal.out(reportJson({routes: routes.map((route) => routeJson(route, placed, names))}));
  else if (request.csv) terminal.out(csv(routeCsv(routes, placed, names)));
  else if (routes.length > 0)
    terminal.out(routeLines(routes, routeColumns(routes, placed, names), placed, terminal));
  if (routes.length === 0 && all.length > 0) printProblems(terminal, [noneOf(all, request)]);
  return status;
}

function filterOf({method, path, tag, changed}: RoutesRequest): (route: Route) => boolean {
  const wanted = method?.toUpperCase().split(',');
  const fits = path === undefined ? undefined : pathGlob(path);
  return (route) =>
    (wanted === undefined || wanted.includes(route.operation.method)) &&
    (fits === undefined || fits(route.path)) &&
    (tag === undefined || route.operation.tags.includes(tag)) &&
    (!changed || route.values.some(({level}) => level === 'operation' || level === 'path'));
}

function noneOf(routes: readonly Route[], {tag = ''}: RoutesRequest): Problem {
  const message = `none of ${counted(routes.length, 'route')} is selected by the filters`;
  const suggestion = nearestKey(
    tag,
    routes.flatMap(({operation}) => operation.tags),
  );
  const fix = suggestion === undefined ? {hint: 'remove a filter'} : {suggestion};
  return {code: 'input', severity: 'note', message, ...fix};
}

/** Rows as CSV, with CR LF at the end of each. Source: RFC 4180. */
function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

/** A spreadsheet takes a text that begins with one of these for a formula. Source: OWASP, CSV injection. */
const FORMULA = /^[=+\-@\t\r]/;

function field(text: string): string {
  const plain = FORMULA.test(text) ? `'${printable(text)}` : printable(text);
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * Whether a path template fits a pattern in which `*` stands for any text of one segment and `**` for any text. Braces are those of
 * parameters, so the packages for file names, in which they are alternatives, would not do.
 */
export function pathGlob(pattern: string): (path: string) => boolean {
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part === '*') return '[^/]*';
    return /^\*/.test(part) ? '.*' : part.replace(/[\\.+?()|[\]{}^$]/g, '\\$&');
  });
  const expression = new RegExp(`^${parts.join('')}$`, 's');
  return (path) => expression.test(path);
}
