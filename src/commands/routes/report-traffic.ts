import {millisecondsText} from '../../core/base/duration.ts';
import type {JsonMap} from '../../core/base/json.ts';
import {MAX_UNDESCRIBED} from '../../core/base/limits.ts';
import {inputNote, inputWarning, type Problem} from '../../core/base/problem.ts';
import {counted, grouped, quote} from '../../core/base/quote.ts';
import type {Route} from '../../core/generate/route-table.ts';
import {chosenReader, readerTitle} from '../../core/openapi/chosen-reader.ts';
import {TIMEOUT} from '../../core/settings/table.ts';
import {readTraces, type Traces} from '../../io/log/read-traces.ts';
import {type Logs, readTraffic} from '../../io/log/read-traffic.ts';
import {isOverTimeout, type RouteTraffic, SLOW, Traffic} from '../../io/log/traffic.ts';
import {jsonReport} from '../../io/print/json-report.ts';
import {placeProblems, printProblems} from '../../io/print/problems.ts';
import {type TableOutput, textTable} from '../../io/print/text-table.ts';
import type {ApiNames, MatchedApi, ReadApis} from '../../io/run/generate/read-apis.ts';
import type {Terminal} from '../../io/write/output.ts';
import {
  columnTitle,
  pathGlob,
  type RouteColumn,
  requestColumns,
  settingOf,
  settingText,
} from './route-rows.ts';
import {suggestTimeouts} from './suggest-timeouts.ts';
import {likelyCauses, requestText} from './unmatched.ts';

/** How many requests without a route are printed; `--json` has up to `MAX_UNDESCRIBED`. */
const SHOWN_UNDESCRIBED = 20;

export interface Log extends Logs {
  /** Traces that are read instead. */
  readonly traces?: Traces | undefined;
  /** Patterns of paths whose requests are left out, such as `/healthz`. */
  readonly ignore: readonly string[];
  /** Whether an Overlay with timeouts is printed instead of the table. */
  readonly suggest: boolean;
}

/** APIs that requests are compared with, and how that is shown. */
export interface Matching extends Pick<ReadApis, 'names' | 'places'> {
  readonly apis: readonly MatchedApi[];
  readonly json: boolean;
  /** Those of the token of a request. */
  readonly claims?: JsonMap | undefined;
}

/** Prints how many requests of some logs each route has; returns the exit code. */
export async function reportTraffic(
  {traces, ignore, suggest, ...log}: Log,
  matching: Matching,
  terminal: Terminal,
): Promise<number> {
  const ignored = ignore.map((one) => pathGlob(one));
  const {apis} = matching;
  const traffic = new Traffic(apis, ({path}) => ignored.some((fits) => fits(path)));
  const isRead = await (traces ? readTraces(traces, traffic, terminal) : readTraffic(log, traffic, terminal));
  if (!isRead) return 1;
  const unread = unreadTimeouts(apis, suggest);
  if (!matching.json) printProblems(terminal, unread);
  if (suggest) return suggestTimeouts(traffic, apis, terminal);
  const notes = likelyCauses(traffic, apis).map(({count, example, hint, location}) => {
    const requests = `${count === 1 ? '' : `${count} requests such as `}${quote(requestText(example))}`;
    return inputNote(`no route matches ${requests}`, hint, location && {location});
  });
  if (matching.json) terminal.out(trafficJson(traffic, matching, [...unread, ...notes]));
  else {
    terminal.out(trafficText(traffic, matching, terminal));
    printProblems(terminal, notes, {texts: matching.places.texts, nameOf: matching.places.nameOf});
  }
  return traffic.undescribed > 0 ? 1 : 0;
}

/** @param suggest whether there are timeouts in any case */
function unreadTimeouts(apis: readonly MatchedApi[], suggest: boolean): Problem[] {
  const isSet = (route: Route) => suggest || settingOf(route, TIMEOUT).value !== undefined;
  const problems = apis.flatMap(({routes, output: {input}}): Problem | [] => {
    const {insteadOfTimeout: hint} = chosenReader(input.settings);
    if (!hint || !routes.some(isSet)) return [];
    const message = `${readerTitle(input.settings)} ignores timeouts of HTTPRoutes, so no request is cut by them`;
    return inputWarning(message, hint);
  });
  return problems.slice(0, 1);
}

function trafficText(traffic: Traffic, {apis, names}: Matching, output: TableOutput): string {
  const routes = apis.flatMap((api) => api.routes);
  const isSlow = (route: Route) => isOverTimeout(route, traffic);
  const byTraffic = routes
    .filter((route) => traffic.of(route).requests > 0)
    .sort(
      (a, b) =>
        traffic.of(b).cut - traffic.of(a).cut ||
        Number(isSlow(b)) - Number(isSlow(a)) ||
        traffic.of(b).requests - traffic.of(a).requests,
    );
  const cut = byTraffic.filter((route) => traffic.of(route).cut > 0).length;
  const slow = byTraffic.filter(isSlow).length;
  const idle = routes.filter((route) => traffic.of(route).requests === 0);
  const parts = [
    byTraffic.length === 0 ? '' : tableOf(usedColumns(traffic, byTraffic, names), byTraffic, output),
    cut ? `${counted(cut, 'route has', 'routes have')} requests that a timeout cut (CUT !).\n` : '',
    slow ? `${counted(slow, 'route has', 'routes have')} a P99 over the timeout (!).\n` : '',
    traffic.undescribed === 0 ? '' : undescribedText(traffic, output),
    idle.length === 0
      ? ''
      : `${counted(idle.length, 'route has', 'routes have')} no traffic:\n${tableOf(requestColumns(names), idle, output)}`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function usedColumns(traffic: Traffic, routes: readonly Route[], names: ApiNames): RouteColumn[] {
  const right = (title: string, cell: RouteColumn['cell']) => ({title, align: 'right', cell}) as const;
  const quantile = (share: number) => (route: Route) => {
    const milliseconds = traffic.of(route).durations?.quantile(share);
    const shown = milliseconds === undefined ? '' : millisecondsText(milliseconds);
    return share === SLOW && isOverTimeout(route, traffic) ? `${shown} !` : shown;
  };
  const cutText = ({cut}: RouteTraffic) => (cut > 0 ? `${cut} !` : '0');
  const hasDurations = routes.some((route) => traffic.of(route).durations);
  return [
    right('REQUESTS', (route) => String(traffic.of(route).requests)),
    ...(traffic.hasStatus ? [right('5XX/429', (route) => String(traffic.of(route).failed))] : []),
    ...(routes.some((route) => traffic.of(route).cut > 0)
      ? [right('CUT', (route) => cutText(traffic.of(route)))]
      : []),
    ...requestColumns(names),
    ...(hasDurations ? [right('P50', quantile(0.5)), right('P99', quantile(SLOW))] : []),
    right(columnTitle(TIMEOUT), (route) => settingText(route, TIMEOUT)),
  ];
}

function tableOf(columns: readonly RouteColumn[], routes: readonly Route[], output: TableOutput): string {
  const rows = routes.map((route) => ({cells: columns.map(({cell}) => cell(route))}));
  return textTable(columns, rows, output);
}

function undescribedText(traffic: Traffic, output: TableOutput): string {
  const undescribed = traffic.mostUndescribed();
  const columns = [{title: 'REQUESTS', align: 'right'}, {title: 'REQUEST'}] as const;
  const rows = undescribed
    .slice(0, SHOWN_UNDESCRIBED)
    .map(({count, shape}) => ({cells: [String(count), shape]}));
  const title = `No route matches ${grouped(traffic.undescribed)} of ${counted(traffic.requests, 'request')}:\n`;
  const more = undescribed.length - rows.length;
  const others = undescribed.length === MAX_UNDESCRIBED ? 'and more' : `and ${more} more, which --json lists`;
  return `${title}${textTable(columns, rows, output)}${more > 0 ? `${others}\n` : ''}`;
}

function trafficJson(traffic: Traffic, {apis, names, places}: Matching, problems: readonly Problem[]) {
  const {requests, undescribed, unread, otherHosts} = traffic;
  const routes = apis
    .flatMap((api) => api.routes)
    .map((route) => ({api: names?.get(route), ...routeTraffic(route, traffic)}));
  const requestsWithoutRoute = traffic
    .mostUndescribed()
    .map(({shape, example, count}) => ({request: shape, example: requestText(example), count}));
  const content = {requests, undescribed, unread, otherHosts, routes, requestsWithoutRoute};
  return jsonReport(content, {problems, placed: placeProblems(problems, places)});
}

function routeTraffic(route: Route, traffic: Traffic): object {
  const {operation, path} = route;
  const {requests, failed, cut, durations} = traffic.of(route);
  const timeout = settingOf(route, TIMEOUT).value ?? null;
  const quantiles = durations && {
    p50Ms: durations.quantile(0.5),
    p99Ms: durations.quantile(SLOW),
    isOverTimeout: isOverTimeout(route, traffic),
  };
  const ofStatus = traffic.hasStatus && {failed};
  const ofEnd = (traffic.hasStatus || traffic.hasDurations) && {cut};
  return {method: operation.method, path, requests, ...ofStatus, ...ofEnd, ...quantiles, timeout};
}
