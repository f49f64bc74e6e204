import {MAX_UNDESCRIBED, MAX_UNDESCRIBED_LENGTH} from '../limits.ts';
import type {Operation} from '../openapi/operation.ts';
import type {LoggedRequest} from './access-log.ts';
import {Durations} from './durations.ts';
import type {RouteMatcher} from './route-matcher.ts';

/** The requests of one route. */
export interface RouteTraffic {
  requests: number;
  /** Absent where the log has no durations. */
  durations?: Durations;
}

/** Requests that no route describes: method and path, and how many there were. */
export interface Undescribed {
  readonly request: string;
  readonly count: number;
}

/** Counts the requests of a log by the route that the mesh uses for them, in memory that does not grow with the log. */
export class Traffic {
  readonly #matchers: readonly RouteMatcher[];
  readonly #byOperation = new Map<Operation, RouteTraffic>();
  readonly #undescribed = new Map<string, number>();
  /** Requests in all. */
  requests = 0;
  /** Lines that are not requests. */
  unread = 0;
  /** The number of the first of them. */
  firstUnread: number | undefined;
  /** Requests that no route describes. */
  undescribed = 0;

  /** @param matchers those of several APIs: a request counts for each that has a route for it */
  constructor(matchers: readonly RouteMatcher[]) {
    this.#matchers = matchers;
  }

  /** @param line the number of the line that the request is read from */
  add(request: LoggedRequest | undefined, line: number): void {
    if (request === undefined) {
      this.unread += 1;
      this.firstUnread ??= line;
      return;
    }
    this.requests += 1;
    const operations = this.#matchers.flatMap((matcher) => matcher.of(request)[0]?.operation ?? []);
    for (const operation of operations) this.#addTo(operation, request);
    if (operations.length === 0) this.#addUndescribed(request);
  }

  #addTo(operation: Operation, {milliseconds}: LoggedRequest): void {
    const traffic = this.#byOperation.get(operation) ?? {requests: 0};
    this.#byOperation.set(operation, traffic);
    traffic.requests += 1;
    if (milliseconds === undefined) return;
    traffic.durations ??= new Durations();
    traffic.durations.add(milliseconds);
  }

  #addUndescribed({method, path}: LoggedRequest): void {
    this.undescribed += 1;
    const request = `${method} ${path}`.slice(0, MAX_UNDESCRIBED_LENGTH);
    const known = this.#undescribed.get(request);
    if (known !== undefined || this.#undescribed.size < MAX_UNDESCRIBED)
      this.#undescribed.set(request, (known ?? 0) + 1);
  }

  /** The requests of a route; `undefined` without any. */
  of(operation: Operation): RouteTraffic | undefined {
    return this.#byOperation.get(operation);
  }

  /** The requests that no route describes, the most frequent first. */
  mostUndescribed(): Undescribed[] {
    return [...this.#undescribed]
      .map(([request, count]) => ({request, count}))
      .sort((a, b) => b.count - a.count || (a.request < b.request ? -1 : 1));
  }
}
