import {MAX_UNDESCRIBED} from '../../core/limits.ts';
import {inputError, type Problem} from '../../core/problem.ts';
import {counted, grouped, quote, reportJson} from '../../core/quote.ts';
import type {Route} from '../../core/route-table.ts';
import {displayed} from '../../io/print/placed-routes.ts';
import {printProblems} from '../../io/print/report.ts';
import {type TableOutput, textTable} from '../../io/print/text-table.ts';
import type {ApiNames} from '../../io/run/read-apis.ts';
import {reportFailure, type Terminal} from '../../io/write/output.ts';
import {NEEDED_FIELDS, readLogLine} from './access-log.ts';
import {logLines} from './log-lines.ts';
import type {Matching} from './matching.ts';
import {apiJson, type RouteColumn, requestColumns, settingOf, titleOf} from './route-rows.ts';
import {pathGlob} from './run-routes.ts';
import {suggestTimeouts} from './suggest-timeouts.ts';
import {Traffic} from './traffic.ts';
import {likelyCauses, requestText} from './unmatched.ts';

const TIMEOUT = 'timeouts.request_timeout';

/** How many requests without a route are printed; `--json` has up to `MAX_UNDESCRIBED`. */
const SHOWN_UNDESCRIBED = 20;

export interface Log {
  readonly log: string;
  /** Patterns of paths whose requests are left out, such as `/healthz`. */
  readonly ignore: readonly string[];
  /** Whether an Overlay with timeouts is printed instead of the table. */
  readonly suggest: boolean;
}

/** Prints how many requests of a log each route has; returns the exit code. */
export async function reportTraffic(
  {log, ignore, suggest}: Log,
  matching: Matching,
  terminal: Terminal,
): Promise<number> {
  const ignored = ignore.map(pathGlob);
  const traffic = new Traffic(matching.apis.map(({matcher}) => matcher));
  let count = 0;
  try {
    for await (const lines of logLines(log))
      for (const line of lines) {
        count += 1;
        const request = readLogLine(line);
        const isIgnored = request ? ignored.some((fits) => fits(request.path)) : line.trim() === '';
        if (!isIgnored) traffic.add(request, count);
      }
  } catch (error) {
    return reportFailure(log, error, terminal);
  }
  if (traffic.unread > 0 || traffic.requests === 0) printProblems(terminal, [notRequests(traffic)]);
  if (traffic.requests === 0) return 1;
  if (suggest) return suggestTimeouts(traffic, matching, terminal);
  terminal.out(matching.json ? trafficJson(traffic, matching) : trafficText(traffic, matching, terminal));
  const notes = likelyCauses(traffic, matching.apis).map(({count, example, hint}): Problem => {
    const requests = `${count === 1 ? '' : `${count} requests such as `}${quote(requestText(example))}`;
    return {code: 'input', severity: 'note', message: `no route matches ${requests}`, hint};
  });
  printProblems(terminal, notes);
  return traffic.undescribed > 0 ? 1 : 0;
}

function notRequests({requests, unread, firstUnread}: Traffic): Problem {
  const hint = `expected an access log, or lines such as \`GET /v1/pets\`; ${NEEDED_FIELDS}`;
  if (requests === 0) return inputError('no requests in the log', hint);
  const lines =
    unread === 1
      ? `line ${firstUnread} of the log is not a request`
      : `${unread} lines of the log are not requests, line ${firstUnread} is the first`;
  return {code: 'input', severity: 'warning', message: lines, hint};
}

function allRoutes({apis}: Matching): Route[] {
  return apis.flatMap(({api}) => api.routes);
}

function trafficText(traffic: Traffic, matching: Matching, output: TableOutput): string {
  const {names} = matching;
  const routes = allRoutes(matching);
  const isSlow = (route: Route) => isOverTimeout(route, traffic);
  const byTraffic = routes
    .filter(({operation}) => traffic.of(operation))
    .sort(
      (a, b) =>
        Number(isSlow(b)) - Number(isSlow(a)) ||
        traffic.requestsOf(b.operation) - traffic.requestsOf(a.operation),
    );
  const slow = byTraffic.filter(isSlow).length;
  const idle = routes.filter(({operation}) => !traffic.of(operation));
  const parts = [
    byTraffic.length === 0 ? '' : tableOf(usedColumns(traffic, byTraffic, names), byTraffic, output),
    slow === 0 ? '' : `${counted(slow, 'route has', 'routes have')} a P99 over the timeout (!).\n`,
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
    const shown = duration(traffic.of(route.operation)?.durations?.quantile(share));
    return share === SLOW && isOverTimeout(route, traffic) ? `${shown} !` : shown;
  };
  const hasDurations = routes.some(({operation}) => traffic.of(operation)?.durations);
  return [
    right('REQUESTS', ({operation}) => String(traffic.requestsOf(operation))),
    ...(traffic.hasStatus
      ? [right('5XX/429', ({operation}) => String(traffic.of(operation)?.failed ?? 0))]
      : []),
    ...requestColumns(names),
    ...(hasDurations ? [right('P50', quantile(0.5)), right('P99', quantile(SLOW))] : []),
    right(titleOf(TIMEOUT), (route) => displayed(settingOf(route, TIMEOUT))),
  ];
}

function tableOf(columns: readonly RouteColumn[], routes: readonly Route[], output: TableOutput): string {
  const rows = routes.map((route) => ({cells: columns.map(({cell}) => cell(route))}));
  return textTable(columns, rows, output);
}

/** The share of requests whose duration is compared with the timeout. */
const SLOW = 0.99;

function isOverTimeout(route: Route, traffic: Traffic): boolean {
  const timeout = Number(settingOf(route, TIMEOUT).value ?? 0);
  return timeout > 0 && (traffic.of(route.operation)?.durations?.quantile(SLOW) ?? 0) > timeout * 1000;
}

function duration(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '';
  return milliseconds < 1000 ? `${milliseconds}ms` : `${milliseconds / 1000}s`;
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
  const {requests, undescribed, unread} = traffic;
  const all = {
    requests,
    undescribed,
    unread,
    routes: allRoutes(matching).map((route) => ({
      ...apiJson(route, matching.names),
      ...routeTraffic(route, traffic),
    })),
    requests_without_route: traffic
      .mostUndescribed()
      .map(({shape, example, count}) => ({request: shape, example: requestText(example), count})),
  };
  return reportJson(all);
}

function routeTraffic(route: Route, traffic: Traffic): object {
  const {operation, path} = route;
  const {requests = 0, failed = 0, durations} = traffic.of(operation) ?? {};
  const timeout = settingOf(route, TIMEOUT).value ?? null;
  const quantiles = durations && {
    p50_ms: durations.quantile(0.5),
    p99_ms: durations.quantile(SLOW),
    over_timeout: isOverTimeout(route, traffic),
  };
  const ofStatus = traffic.hasStatus && {failed};
  return {method: operation.method, path, requests, ...ofStatus, ...quantiles, [TIMEOUT]: timeout};
}
