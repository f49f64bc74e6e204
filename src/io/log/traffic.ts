import {millisecondsOf, secondsOf} from '../../core/base/duration.ts';
import {MAX_UNDESCRIBED} from '../../core/base/limits.ts';
import type {Route} from '../../core/generate/route-table.ts';
import type {Operation} from '../../core/openapi/operation.ts';
import {isForHost, type Request} from '../../core/routes/request.ts';
import {TIMEOUT} from '../../core/settings/table.ts';
import type {MatchedApi} from '../run/generate/read-apis.ts';
import {apiChooser, choiceText} from '../run/generate/which-api.ts';
import type {AccessLog, LoggedRequest} from './access-log.ts';

/** The most characters of a request without a route that are kept. */
export const MAX_UNDESCRIBED_LENGTH = 500;

export interface RouteTraffic {
  requests: number;
  /** Those with a status of 5xx, or 429. */
  failed: number;
  /** Those that a timeout ended: how long they would have taken is not known. */
  cut: number;
  /** After how many milliseconds at most; endless where neither the log nor the description says. */
  longestCut: number;
  /** Absent where the log has no durations. */
  durations?: Durations;
}

/** Requests that no route describes, of one shape, and how many there were. */
export interface Undescribed {
  /** Method and path, with `*` for numbers and identifiers. */
  readonly shape: string;
  readonly example: Request;
  count: number;
}

const NONE: Readonly<RouteTraffic> = {requests: 0, failed: 0, cut: 0, longestCut: 0};

/** The timeout of a route in milliseconds, that of the mesh where it reads none of its own; 0 is none. */
function timeoutOf({values}: Route): number {
  const {value, otherwise} = values.find(({key}) => key === TIMEOUT) ?? {};
  return millisecondsOf(typeof value === 'number' && !otherwise ? value : secondsOf(otherwise ?? ''));
}

/** The share of requests whose duration is compared with the timeout. */
export const SLOW = 0.99;

export function isOverTimeout(route: Route, traffic: Traffic): boolean {
  const timeout = timeoutOf(route);
  return timeout > 0 && (traffic.of(route).durations?.quantile(SLOW) ?? 0) > timeout;
}

/** How much longer than its timeout a request takes that is ended by it, as a share. */
const CUT_MARGIN = 0.01;

/** Words of a path that differ from request to request: numbers, UUIDs and long hexadecimal words. */
const IDENTIFIER =
  /(?<=[/:._-])(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[a-f]*\d)[\da-f]{12,})(?=[/:._-]|$)/gi;

/** Counts the requests of a log by the route that the mesh uses for them, in memory that does not grow with the log. */
export class Traffic {
  readonly #apis: readonly MatchedApi[];
  readonly #whichApi: ReturnType<typeof apiChooser>;
  readonly #isIgnored: (request: LoggedRequest) => boolean;
  readonly #areHostsCompared: boolean;
  readonly #timeouts: ReadonlyMap<Operation, number>;
  readonly #byOperation = new Map<Operation, RouteTraffic>();
  readonly #open = new Map<Operation, Map<string, number>>();
  readonly #undescribed = new Map<string, Undescribed>();
  requests = 0;
  /** Those for hosts that none of the APIs is for, which are left out. */
  otherHosts = 0;
  /** The first of these hosts. */
  otherHost: string | undefined;
  /** Those that count whatever their host was, where only some hosts do. */
  withoutHost = 0;
  /** How many several APIs match, by who gets them. */
  readonly shared = new Map<string, number>();
  unread = 0;
  /** The place of the first of them: `line 8 of the log`. */
  firstUnread: string | undefined;
  undescribed = 0;
  hasStatus = false;
  hasDurations = false;
  /** Whether requests that no timeout cut have none: of a cut one, a proxy may not know it. */
  lacksDurations = false;

  /** A request counts for that of several APIs that gets it, and for each that has a route for it where that is not known. */
  constructor(apis: readonly MatchedApi[], isIgnored: (request: LoggedRequest) => boolean = () => false) {
    this.#apis = apis;
    this.#whichApi = apiChooser(apis);
    this.#isIgnored = isIgnored;
    this.#areHostsCompared = apis.some(({hostnames}) => hostnames.length > 0);
    const routes = apis.flatMap((api) => api.routes);
    this.#timeouts = new Map(routes.map((route) => [route.operation, timeoutOf(route)]));
  }

  /** @param placeOf the line that the request is read from */
  add(request: LoggedRequest | undefined, placeOf: () => string): void {
    if (request === undefined) {
      this.unread += 1;
      this.firstUnread ??= placeOf();
      return;
    }
    if (this.#isIgnored(request)) return;
    const apis = this.#apis.filter(({hostnames}) => isForHost(request.host, hostnames));
    if (apis.length === 0) {
      this.otherHosts += 1;
      this.otherHost ??= request.host;
      return;
    }
    if (this.#areHostsCompared && request.host === undefined) this.withoutHost += 1;
    this.requests += 1;
    const matching = apis.flatMap(({source, matcher}) => {
      const [match] = matcher.of(request);
      return match?.operation ? [{source, operation: match.operation}] : [];
    });
    const used = matching[0] && this.#whichApi(request, request.host);
    const text = used && choiceText(used, matching, 'them');
    if (text) this.shared.set(text, (this.shared.get(text) ?? 0) + 1);
    const owners = used?.api ? matching.filter(({source}) => source === used.api) : matching;
    for (const {operation} of owners) this.#addTo(operation, request);
    if (owners.length === 0) this.#addUndescribed(request);
  }

  #addTo(operation: Operation, request: Partial<LoggedRequest>, count = 1): void {
    const {field, milliseconds, status = 0, isCut, isListed} = request;
    if (field !== undefined) {
      // Four digits, as more would not be bounded, and rounding twice would not be right.
      const digits = milliseconds?.toExponential(12).replace(/\d{9}e/, 'e');
      const key = JSON.stringify({field, milliseconds: Number(digits), status, isCut});
      const open = this.#open.get(operation) ?? new Map<string, number>();
      this.#open.set(operation, open.set(key, (open.get(key) ?? 0) + 1));
      return;
    }
    const traffic = this.#byOperation.get(operation) ?? {...NONE};
    this.#byOperation.set(operation, traffic);
    traffic.requests += count;
    if (status >= 500 || status === 429) traffic.failed += count;
    // Without a timeout, nothing is cut at 0.
    const timeout = this.#timeouts.get(operation) || Number.POSITIVE_INFINITY;
    const over = (milliseconds ?? 0) / timeout - 1;
    if (isCut || (over >= 0 && over <= CUT_MARGIN)) {
      traffic.cut += count;
      traffic.longestCut = Math.max(traffic.longestCut, milliseconds ?? timeout);
    }
    this.hasStatus ||= status > 0;
    this.lacksDurations ||= milliseconds === undefined && !isCut && !isListed;
    if (milliseconds === undefined) return;
    this.hasDurations = true;
    traffic.durations ??= new Durations();
    traffic.durations.add(milliseconds, count);
  }

  /** Counts the requests of a log whose durations have the units of `AccessLog.units`. */
  settle(units: ReturnType<AccessLog['units']>): void {
    for (const [operation, open] of this.#open)
      for (const [key, count] of open) {
        const {field, milliseconds = 0, ...request}: Partial<LoggedRequest> = JSON.parse(key);
        const seconds = (milliseconds / 1000) * (units.find((one) => one.field === field)?.factor ?? 1);
        this.#addTo(operation, {...request, milliseconds: millisecondsOf(seconds)}, count);
      }
    this.#open.clear();
  }

  #addUndescribed({method, path}: LoggedRequest): void {
    this.undescribed += 1;
    const example = {method, path: path.slice(0, MAX_UNDESCRIBED_LENGTH)};
    const shape = `${method} ${example.path.replace(IDENTIFIER, '*')}`;
    const known = this.#undescribed.get(shape);
    if (known) known.count += 1;
    else if (this.#undescribed.size < MAX_UNDESCRIBED)
      this.#undescribed.set(shape, {shape, example, count: 1});
  }

  of({operation}: Pick<Route, 'operation'>): Readonly<RouteTraffic> {
    return this.#byOperation.get(operation) ?? NONE;
  }

  /** The requests that no route describes, the most frequent first. */
  mostUndescribed(): Undescribed[] {
    return [...this.#undescribed.values()].sort((a, b) => b.count - a.count || (a.shape < b.shape ? -1 : 1));
  }
}

/**
 * Durations of any number of requests in little memory: each is counted with three digits, at most 900 counts from one power of
 * ten to the next. A quantile of durations with more digits is right to half a per cent, any other is exact.
 */
export class Durations {
  readonly #counts = new Map<number, number>();
  #count = 0;
  /** Routes are sorted by their quantiles. */
  #sorted: readonly (readonly [milliseconds: number, count: number])[] | undefined;

  /** @param milliseconds 0 or more */
  add(milliseconds: number, count = 1): void {
    const rounded = threeDigits(milliseconds);
    this.#counts.set(rounded, (this.#counts.get(rounded) ?? 0) + count);
    this.#count += count;
    this.#sorted = undefined;
  }

  /** The duration in milliseconds that a share, from 0 to 1, of the requests do not exceed; `undefined` without requests. */
  quantile(share: number): number | undefined {
    let left = Math.max(1, Math.ceil(share * this.#count));
    this.#sorted ??= [...this.#counts].sort(([a], [b]) => a - b);
    for (const [milliseconds, count] of this.#sorted) {
      left -= count;
      if (left <= 0) return milliseconds;
    }
    return undefined;
  }
}

/** A duration as it is counted. */
export function threeDigits(milliseconds: number): number {
  return Number(milliseconds.toPrecision(3));
}
