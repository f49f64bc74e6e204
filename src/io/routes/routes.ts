import {hasErrors} from '../../core/problem.ts';
import {jsonText} from '../../core/quote.ts';
import {pathGlob} from '../../core/routes/path-glob.ts';
import type {Route} from '../../core/routes/route-table.ts';
import {NOWHERE, report} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';
import {csv} from './csv.ts';
import {type RoutesInput, readRoutes} from './read-routes.ts';
import {placeRoutes, routeColumns, routeCsv, routeJson, routeLines} from './route-rows.ts';

/** What `apigen routes` is asked to show. */
export interface RoutesRequest extends RoutesInput {
  readonly method?: string | undefined;
  /** `*` is any text of one segment, `**` any text. */
  readonly path?: string | undefined;
  readonly tag?: string | undefined;
  /** Only routes with a setting of their own. */
  readonly changed?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly csv?: boolean | undefined;
}

/**
 * Prints the routes of a description, with the value of each setting and where it comes from.
 *
 * @returns the exit code: 0 done, 1 when the description has an error
 */
export async function runRoutes(request: RoutesRequest, terminal: Terminal): Promise<number> {
  const {routes: all, problems, places} = await readRoutes(request, terminal.folder);
  const ofRoutes = all.flatMap((route) => route.problems);
  const isWrong = hasErrors(problems) || hasErrors(ofRoutes);
  const shown = isWrong ? [...new Set([...problems, ...ofRoutes])] : problems;
  if (shown.length > 0) terminal.error(report(shown, places));
  if (isWrong) return 1;
  const routes = all.filter(filterOf(request));
  const placed = placeRoutes(routes, places);
  if (request.json) terminal.out(jsonText({routes: routes.map((route) => routeJson(route, placed))}));
  else if (request.csv) terminal.out(csv(routeCsv(routes, placed)));
  else if (routes.length > 0)
    terminal.out(routeLines(routes, routeColumns(routes, placed), placed, terminal.columns));
  if (routes.length === 0 && all.length > 0) terminal.error(report([noneOf(all.length)], NOWHERE));
  return 0;
}

function filterOf({method, path, tag, changed}: RoutesRequest): (route: Route) => boolean {
  const wanted = method?.toUpperCase();
  const fits = path === undefined ? undefined : pathGlob(path);
  return (route) =>
    (wanted === undefined || route.operation.method === wanted) &&
    (fits === undefined || fits(route.path)) &&
    (tag === undefined || route.operation.tags.includes(tag)) &&
    (!changed || route.values.some(({level}) => level === 'operation' || level === 'path'));
}

function noneOf(count: number) {
  const message = `none of the ${count} routes is selected by the filters`;
  return {code: 'input', severity: 'note', message} as const;
}
