import {millisecondsText} from '../../core/base/duration.ts';
import {MAX_UNDESCRIBED} from '../../core/base/limits.ts';
import {inputNote} from '../../core/base/problem.ts';
import {counted, grouped, quote, reportJson} from '../../core/base/quote.ts';
import type {Route} from '../../core/generate/route-table.ts';
import {TIMEOUT} from '../../core/settings/table.ts';
import type {LoggedRequest} from '../../io/log/access-log.ts';
import {readTraces, type Traces} from '../../io/log/read-traces.ts';
import {readTraffic} from '../../io/log/read-traffic.ts';
import {type Traffic, timeoutOf} from '../../io/log/traffic.ts';
import {printProblems} from '../../io/print/problems.ts';
import {type TableOutput, textTable} from '../../io/print/text-table.ts';
import type {ApiNames} from '../../io/run/generate/read-apis.ts';
import type {Terminal} from '../../io/write/output.ts';
import type {Matching} from './matching.ts';
import {
  apiJson,
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

export interface Log {
  readonly log: readonly string[];
  /** Traces that are read instead. */
  readonly traces?: Traces | undefined;
  /** Patterns of paths whose requests are left out, such as `/healthz`. */
  readonly ignore: readonly string[];
  /** Whether an Overlay with timeouts is printed instead of the table. */
  readonly suggest: boolean;
}

/** Prints how many requests of some logs each route has; returns the exit code. */
export async function reportTraffic(
  {log, traces, ignore, suggest}: Log,
  matching: Matching,
  terminal: Terminal,
): Promise<number> {
  const ignored = ignore.map(pathGlob);
  const apis = matching.apis.map(({api, ...one}) => ({...one, routes: api.routes}));
  const isIgnored = ({path}: LoggedRequest) => ignored.some((fits) => fits(path));
  const traffic = traces
    ? await readTraces(traces, apis, isIgnored, terminal)
    : await readTraffic(log, apis, isIgnored, terminal);
  if (traffic === undefined) return 1;
  if (suggest) return suggestTimeouts(traffic, matching, terminal);
  terminal.out(matching.json ? trafficJson(traffic, matching) : trafficText(traffic, matching, terminal));
  const notes = likelyCauses(traffic, matching.apis).map(({count, example, hint}) => {
    const requests = `${count === 1 ? '' : `${count} requests such as `}${quote(requestText(example))}`;
    return inputNote(`no route matches ${requests}`, hint);
  });
  printProblems(terminal, notes);
  return traffic.undescribed > 0 ? 1 : 0;
}

function allRoutes({apis}: Matching): Route[] {
  return apis.flatMap(({api}) => api.routes);
}

function trafficText(traffic: Traffic, matching: Matching, output: TableOutput): string {
  const {names} = matching;
  const routes = allRoutes(matching);
  const isSlow = (route: Route) => isOverTimeout(route, traffic);
  const cutOf = ({operation}: Route) => traffic.of(operation)?.cut ?? 0;
  const byTraffic = routes
    .filter(({operation}) => traffic.of(operation))
    .sort(
      (a, b) =>
        cutOf(b) - cutOf(a) ||
        Number(isSlow(b)) - Number(isSlow(a)) ||
        traffic.requestsOf(b.operation) - traffic.requestsOf(a.operation),
    );
  const [cut, slow] = [cutOf, isSlow].map((is) => byTraffic.filter(is).length);
  const idle = routes.filter(({operation}) => !traffic.of(operation));
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
    const milliseconds = traffic.of(route.operation)?.durations?.quantile(share);
    const shown = milliseconds === undefined ? '' : millisecondsText(milliseconds);
    return share === SLOW && isOverTimeout(route, traffic) ? `${shown} !` : shown;
  };
  const cutOf = ({operation}: Route) => traffic.of(operation)?.cut ?? 0;
  const hasDurations = routes.some(({operation}) => traffic.of(operation)?.durations);
  return [
    right('REQUESTS', ({operation}) => String(traffic.requestsOf(operation))),
    ...(traffic.hasStatus
      ? [right('5XX/429', ({operation}) => String(traffic.of(operation)?.failed ?? 0))]
      : []),
    ...(routes.some((route) => cutOf(route) > 0)
      ? [right('CUT', (route) => (cutOf(route) > 0 ? `${cutOf(route)} !` : '0'))]
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

/** The share of requests whose duration is compared with the timeout. */
const SLOW = 0.99;

function isOverTimeout(route: Route, traffic: Traffic): boolean {
  const timeout = timeoutOf(route);
  return timeout > 0 && (traffic.of(route.operation)?.durations?.quantile(SLOW) ?? 0) > timeout;
}

function undescribedText(traffic: Traffic, output: TableOutput): string {
  const found = traffic.mostUndescribed();
  const columns = [
    {title: 'REQUESTS', align: 'right'},
    {title: 'REQUEST', keep: 'both ends'},
  ] as const;
  const rows = found.slice(0, SHOWN_UNDESCRIBED).map(({count, shape}) => ({cells: [String(count), shape]}));
  const title = `No route matches ${grouped(traffic.undescribed)} of ${counted(traffic.requests, 'request')}:\n`;
  const more = found.length - rows.length;
  const others = found.length === MAX_UNDESCRIBED ? 'and more' : `and ${more} more, which --json lists`;
  return `${title}${textTable(columns, rows, output)}${more > 0 ? `${others}\n` : ''}`;
}

function trafficJson(traffic: Traffic, matching: Matching): string {
  const {requests, undescribed, unread, otherHosts: other_hosts} = traffic;
  const routes = allRoutes(matching).map((route) => ({
    ...apiJson(route, matching.names),
    ...routeTraffic(route, traffic),
  }));
  const requests_without_route = traffic
    .mostUndescribed()
    .map(({shape, example, count}) => ({request: shape, example: requestText(example), count}));
  return reportJson({requests, undescribed, unread, other_hosts, routes, requests_without_route});
}

function routeTraffic(route: Route, traffic: Traffic): object {
  const {operation, path} = route;
  const {requests = 0, failed = 0, cut = 0, durations} = traffic.of(operation) ?? {};
  const timeout = settingOf(route, TIMEOUT).value ?? null;
  const quantiles = durations && {
    p50_ms: durations.quantile(0.5),
    p99_ms: durations.quantile(SLOW),
    over_timeout: isOverTimeout(route, traffic),
  };
  const ofStatus = traffic.hasStatus && {failed};
  const ofEnd = (traffic.hasStatus || traffic.hasDurations) && {cut};
  return {method: operation.method, path, requests, ...ofStatus, ...ofEnd, ...quantiles, [TIMEOUT]: timeout};
}
