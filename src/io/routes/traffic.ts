import {MAX_LOG_LINE, MAX_UNDESCRIBED} from '../../core/limits.ts';
import type {Problem} from '../../core/problem.ts';
import {quote, reportJson} from '../../core/quote.ts';
import {readLogLine} from '../../core/routes/access-log.ts';
import type {Route} from '../../core/routes/route-table.ts';
import {Traffic} from '../../core/routes/traffic.ts';
import {UnreadableSource} from '../read/unreadable-source.ts';
import {NOWHERE, report} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';
import type {ApiNames} from './api-routes.ts';
import {logLines} from './log-lines.ts';
import type {Matching} from './matching.ts';
import {apiJson, displayed, requestColumns, titleOf} from './route-rows.ts';
import {type Column, textTable} from './text-table.ts';
import {loggedHint} from './unmatched.ts';

const TIMEOUT = 'timeouts.request_timeout';

/** How many requests without a route are printed; `--json` has up to `MAX_UNDESCRIBED`. */
const SHOWN_UNDESCRIBED = 20;

/** Prints how many requests of a log each route has; returns the exit code. */
export async function reportTraffic(log: string, matching: Matching, terminal: Terminal): Promise<number> {
  const traffic = new Traffic(matching.apis.map(({matcher}) => matcher));
  let count = 0;
  /** The number of the first line that is not a request and was not read to its end. */
  let cut: number | undefined;
  try {
    for await (const lines of logLines(log))
      for (const line of lines) {
        count += 1;
        if (line.trim() === '') continue;
        const request = readLogLine(line);
        traffic.add(request, count);
        if (request === undefined && line.length >= MAX_LOG_LINE) cut ??= count;
      }
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    terminal.error(report([unreadable(log, error)], NOWHERE));
    return 1;
  }
  if (traffic.unread > 0 || traffic.requests === 0)
    terminal.error(report([notRequests(traffic, cut)], NOWHERE));
  if (traffic.requests === 0) return 1;
  terminal.out(
    matching.json ? trafficJson(traffic, matching) : trafficText(traffic, matching, terminal.columns),
  );
  const note = unmatchedNote(traffic, matching);
  if (note) terminal.error(report([note], NOWHERE));
  return traffic.undescribed > 0 ? 1 : 0;
}

function unreadable(log: string, {message, hint}: UnreadableSource): Problem {
  return {code: 'input', severity: 'error', message: `${log}: ${message}`, hint};
}

function notRequests({requests, unread, firstUnread}: Traffic, cut: number | undefined): Problem {
  const hint =
    cut === undefined
      ? 'expected an access log, or lines such as `GET /v1/pets`'
      : `shorten line ${cut}: only the first ${MAX_LOG_LINE} characters of a line are read`;
  if (requests === 0) return {code: 'input', severity: 'error', message: 'no requests in the log', hint};
  const lines =
    unread === 1
      ? `line ${firstUnread} of the log is not a request`
      : `${unread} lines of the log are not requests, line ${firstUnread} is the first`;
  return {code: 'input', severity: 'warning', message: lines, hint};
}

/** What a gateway does to the prefix, it does in all requests but those of probes: any of the most frequent is an example. */
function unmatchedNote(traffic: Traffic, {apis}: Matching): Problem | undefined {
  for (const {request} of traffic.mostUndescribed().slice(0, SHOWN_UNDESCRIBED)) {
    const [method = '', path = ''] = request.split(/ (.*)/s);
    const hint = loggedHint({method, path}, apis);
    const message = `no route matches ${quote(request)}`;
    if (hint !== undefined) return {code: 'input', severity: 'note', message, hint};
  }
  return undefined;
}

function routesOf({apis}: Matching): Route[] {
  return apis.flatMap(({api}) => api.routes);
}

function trafficText(traffic: Traffic, matching: Matching, width: number | undefined): string {
  const {names} = matching;
  const routes = routesOf(matching);
  const byTraffic = routes
    .filter(({operation}) => traffic.of(operation))
    .sort((a, b) => (traffic.of(b.operation)?.requests ?? 0) - (traffic.of(a.operation)?.requests ?? 0));
  const idle = routes.filter(({operation}) => !traffic.of(operation));
  const parts = [
    byTraffic.length === 0 ? '' : usedTable(traffic, byTraffic, names, width),
    traffic.undescribed === 0 ? '' : undescribedText(traffic, width),
    idle.length === 0
      ? ''
      : `${counted(idle.length, 'route has', 'routes have')} no traffic:\n${idleTable(idle, names, width)}`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function usedTable(
  traffic: Traffic,
  routes: readonly Route[],
  names: ApiNames,
  width: number | undefined,
): string {
  const durations = routes.some(({operation}) => traffic.of(operation)?.durations);
  const columns: (Column & {cell: (route: Route) => string})[] = [
    {title: 'REQUESTS', align: 'right', cell: ({operation}) => String(traffic.of(operation)?.requests ?? 0)},
    ...requestColumns(names),
    ...(durations ? [quantileColumn('P50', 0.5, traffic), quantileColumn('P99', 0.99, traffic)] : []),
    {title: titleOf(TIMEOUT), align: 'right', cell: timeoutOf},
  ];
  return textTable(
    columns,
    routes.map((route) => ({cells: columns.map(({cell}) => cell(route))})),
    width,
  );
}

function quantileColumn(title: string, share: number, traffic: Traffic) {
  const cell = ({operation}: Route) => duration(traffic.of(operation)?.durations?.quantile(share));
  return {title, align: 'right', cell} as const;
}

function timeoutOf({values}: Route): string {
  const value = values.find(({key}) => key === TIMEOUT);
  return value ? displayed(value) : '-';
}

function duration(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '-';
  return milliseconds < 1000 ? `${milliseconds}ms` : `${milliseconds / 1000}s`;
}

function undescribedText(traffic: Traffic, width: number | undefined): string {
  const found = traffic.mostUndescribed();
  const columns = [{title: 'REQUESTS', align: 'right'}, {title: 'REQUEST'}] as const;
  const rows = found
    .slice(0, SHOWN_UNDESCRIBED)
    .map(({count, request}) => ({cells: [String(count), request]}));
  const title = `No route matches ${traffic.undescribed} of ${counted(traffic.requests, 'request', 'requests')}:\n`;
  const more = found.length - rows.length;
  const others = found.length === MAX_UNDESCRIBED ? 'and more' : `and ${more} more, which --json lists`;
  return `${title}${textTable(columns, rows, width)}${more > 0 ? `${others}\n` : ''}`;
}

function idleTable(routes: readonly Route[], names: ApiNames, width: number | undefined): string {
  const columns = requestColumns(names);
  return textTable(
    columns,
    routes.map((route) => ({cells: columns.map(({cell}) => cell(route))})),
    width,
  );
}

function trafficJson(traffic: Traffic, matching: Matching): string {
  const {requests, undescribed, unread} = traffic;
  const all = {
    requests,
    undescribed,
    unread,
    routes: routesOf(matching).map((route) => ({
      ...apiJson(route, matching.names),
      ...routeTraffic(route, traffic),
    })),
    requests_without_route: traffic.mostUndescribed(),
  };
  return reportJson(all);
}

function routeTraffic({operation, path, values}: Route, traffic: Traffic): object {
  const {requests = 0, durations} = traffic.of(operation) ?? {};
  const timeout = values.find(({key}) => key === TIMEOUT)?.value ?? null;
  const quantiles = durations ? {p50_ms: durations.quantile(0.5), p99_ms: durations.quantile(0.99)} : {};
  return {method: operation.method, path, requests, ...quantiles, [TIMEOUT]: timeout};
}
