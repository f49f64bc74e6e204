import {hasErrors, type Problem} from '../../core/problem.ts';
import {jsonText, printable, quote} from '../../core/quote.ts';
import {outputMatcher, type Request} from '../../core/routes/route-matcher.ts';
import type {Route} from '../../core/routes/route-table.ts';
import type {RouteMatch} from '../../core/targets/target.ts';
import {NOWHERE, type Places, report} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';
import type {Matching} from './matching.ts';
import {type RoutesInput, readRoutes} from './read-routes.ts';
import {placeRoutes, routeColumns, routeJson, routeLines} from './route-rows.ts';
import {reportTraffic} from './traffic.ts';

/** A request, or where requests are read from: a file, or `-` for standard input. */
export type RequestSource = {readonly request: Request} | {readonly log: string};

/**
 * Prints the routes that match a request, the one that the mesh uses first; or, of the requests of a log, how many each route has.
 *
 * @returns the exit code: 0 done, 1 when a request matches no route or the description has an error
 */
export async function runMatch(
  {json, ...input}: RoutesInput & {readonly json: boolean},
  source: RequestSource,
  terminal: Terminal,
): Promise<number> {
  const {output, ...read} = await readRoutes(input, terminal.folder);
  const problems = [...new Set([...read.problems, ...read.routes.flatMap((route) => route.problems)])];
  const isWrong = hasErrors(problems);
  // Warnings are not what was asked for; `apigen routes` prints them.
  if (isWrong) terminal.error(report(problems, read.places));
  if (isWrong || output === undefined) return 1;
  const matching = {read: {...read, output}, matcher: outputMatcher(output), json};
  return 'log' in source
    ? reportTraffic(source.log, matching, terminal)
    : showMatches(source.request, matching, terminal);
}

function showMatches(request: Request, matching: Matching, terminal: Terminal): number {
  const {matcher, read, json} = matching;
  const matches = matcher.of(request);
  const routeOf = new Map(read.routes.map((route) => [route.operation, route]));
  const matched = matches.flatMap((match) => {
    const route = match.operation && routeOf.get(match.operation);
    return route ? [{match, route}] : [];
  });
  const [used] = matched;
  const why = used ? whyFirst(matches, matching) : null;
  if (json) terminal.out(matchesJson(request, why, matched, read.places));
  else if (used) {
    const {operation, path} = used.route;
    const title = printable(`${nameOf(request)} uses ${operation.method} ${path}, ${why}`);
    terminal.out(`${title}\n\n${matchesText(matched, read.places, terminal.columns)}`);
  }
  if (used) return 0;
  terminal.error(report([unmatched(request, matching, matches.length > 0)], NOWHERE));
  return 1;
}

/** A route, and its match that takes a request. */
interface Matched {
  readonly route: Route;
  readonly match: RouteMatch;
}

function matchesText(matched: readonly Matched[], places: Places, width: number | undefined): string {
  const routes = matched.map(({route}) => route);
  const placed = placeRoutes(routes, places);
  const expressionOf = new Map(matched.map(({route, match}) => [route, match.value]));
  const expression = {title: 'MATCH', cell: (route: Route) => expressionOf.get(route) ?? ''};
  return routeLines(routes, [...routeColumns(routes, placed), expression], placed, width);
}

function matchesJson(
  request: Request,
  why: string | null,
  matched: readonly Matched[],
  places: Places,
): string {
  const placed = placeRoutes(
    matched.map(({route}) => route),
    places,
  );
  const [route = null, ...others] = matched.map(({route: one, match: {type, value}}) => ({
    ...routeJson(one, placed),
    match: {type, value},
  }));
  return jsonText({request, route, why, others});
}

/** Why the mesh uses the first of these matches. */
function whyFirst(matches: readonly RouteMatch[], {read}: Matching): string {
  const {target, input} = read.output;
  const described = matches.filter(({operation}) => operation !== undefined);
  const [first, second] = described;
  if (!first || !second) return 'the only route that matches';
  return `the first of ${described.length} routes that match: ${target.preference(first, second, input.settings)}`;
}

function nameOf({method, path}: Request): string {
  return `${method} ${path}`;
}

function unmatched(request: Request, matching: Matching, isServed: boolean): Problem {
  const served = isServed ? ': the HTTPRoute for what is not described serves it, without a policy' : '';
  const message = `no route matches ${quote(nameOf(request))}${served}`;
  const hint = hintFor(request, matching);
  return {code: 'input', severity: 'error', message, ...(hint === undefined ? {} : {hint})};
}

/** Another request that was maybe meant. */
function hintFor({method, path}: Request, {matcher, read}: Matching): string | undefined {
  const isDescribed = (request: Request) =>
    matcher.of(request).some(({operation}) => operation !== undefined);
  const methods = matcher.methods.filter((other) => isDescribed({method: other, path}));
  if (methods.length > 0) return `use a method of this path: ${methods.join(', ')}`;
  const prefix = read.output.input.settings.get('path.base') ?? '/';
  const prefixed = {method, path: prefix.replace(/\/+$/, '') + path};
  return isDescribed(prefixed)
    ? `add the prefix ${quote(prefix)} (\`path.base\`): ${quote(nameOf(prefixed))}`
    : undefined;
}
