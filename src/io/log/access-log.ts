import {DURATION_PART, millisecondsOf, secondsOf} from '../../core/base/duration.ts';
import {ownValue, parseJsonMap} from '../../core/base/json.ts';
import {asSent} from '../../core/routes/path-expression.ts';
import {hostOfTarget, METHOD, pathOfTarget, type Request} from '../../core/routes/request.ts';
import {BY_TIMEOUT, JSON_FORMATS, type JsonFormat, TEXT_FORMATS, UNITS} from './formats.ts';

/** A request, and what the log says of it. */
export interface LoggedRequest extends Request {
  /** Without the port. */
  readonly host?: string;
  /** How long it took. */
  readonly milliseconds?: number;
  /** Of the response. */
  readonly status?: number;
  /** Whether the log says that a timeout ended it. */
  readonly isCut?: true;
}

/**
 * The method, the target and the version in quotes. A method is a token, and a target a path, an address, a host with a port, or
 * `*`. Source: RFC 9112, section 3.
 */
const QUOTED = new RegExp(
  String.raw`"(${METHOD}) (/\S*|[A-Za-z][A-Za-z0-9+.-]*://\S+|[^\s"/]+:\d+|\*)(?: HTTP/\d(?:\.\d)?)?"`,
);

/** A method and a path or an address, as in a list that was written by hand, or the first line of a request. */
const BARE = new RegExp(String.raw`^\s*(${METHOD})\s+(/\S*|https?://\S+)(?:\s+HTTP/\d(?:\.\d)?)?\s*$`);

/** The status after a request, in most formats. */
const STATUS = /^(?: |.* status=)(\d{3})(?=\s|$)/;

/** No server needs less microseconds, and most requests need less seconds; but some answers are quicker, as those of a cache. */
const LEAST_MICROSECONDS = 100;

/** One request in ten does not take so many milliseconds. */
const TOO_LONG = 1_000_000;

/** Reads the lines of one log. */
export class AccessLog {
  /** What numbers without a unit at the end of lines are, as Apache writes them. */
  lastUnit: 's' | 'us' | undefined;

  /** That of `jq` which writes one entry a line, where the log begins like JSON of several lines. */
  readonly filter: string | undefined;

  /** @param firstLines decide over the unit: by the first number, and by those that are too large for seconds */
  constructor(firstLines: readonly string[] = []) {
    const durations = firstLines.flatMap((line) => this.read(line)?.milliseconds ?? []);
    const tooLong = durations.filter((one) => one >= TOO_LONG);
    const [, array, map] = /^\s*(?:(\[)\s*(?:\{|$)|(\{)\s*$)/.exec(firstLines[0] ?? '') ?? [];
    this.filter = array ? "'.[]'" : map && '.';
    if (this.lastUnit === 's' && tooLong.length * 10 >= durations.length) this.lastUnit = 'us';
  }

  /**
   * A request from a line of one of `TEXT_FORMATS`, of the common log format, of a JSON access log of those in `JSON_FORMATS`, or from a
   * line such as `GET /v1/pets`; `undefined` for any other line.
   */
  read(line: string): LoggedRequest | undefined {
    if (/^\s*\{/.test(line)) return readJsonLine(line);
    const quoted = QUOTED.exec(line);
    if (quoted !== null) return this.#readQuoted(line, quoted);
    const [, method, target] = BARE.exec(line) ?? [];
    // What was written by hand is encoded as clients do it; a log has what they sent.
    if (method !== undefined && target !== undefined) return toRequest(method, asSent(target));
    // After the prefix of `kubectl logs --prefix`.
    const start = line.indexOf('{');
    return start === -1 ? undefined : readJsonLine(line.slice(start));
  }

  #readQuoted(line: string, quoted: RegExpExecArray): LoggedRequest | undefined {
    const [text, method, target] = quoted;
    const [before, after] = [line.slice(0, quoted.index), line.slice(quoted.index + text.length)];
    const {ms, s, last, status = STATUS.exec(after)?.[1], reason, host} = fieldsOf(before, after);
    const milliseconds = toMilliseconds(ms, 'ms') ?? toMilliseconds(s, 's') ?? this.#withoutUnit(last);
    return toRequest(method, target, milliseconds, toNumber(status), [reason], host);
  }

  #withoutUnit(last: string | undefined): number | undefined {
    if (last === undefined) return undefined;
    this.lastUnit ??= Number(last) < LEAST_MICROSECONDS ? 's' : 'us';
    return toMilliseconds(last, this.lastUnit);
  }
}

/** The groups of the first format that fits. */
function fieldsOf(textBefore: string, textAfter: string): Readonly<Record<string, string | undefined>> {
  for (const {before = ANY, after = ANY} of TEXT_FORMATS) {
    const first = before.exec(textBefore);
    const second = first && after.exec(textAfter);
    if (second) return {...first.groups, ...second.groups};
  }
  return {};
}

const ANY = /^/;

function readJsonLine(line: string): LoggedRequest | undefined {
  const entry = parseJsonMap(line);
  if (entry === undefined) return undefined;
  const valueAt = (field: string) =>
    field.includes('.') ? field.split('.').reduce<unknown>(ownValue, entry) : entry[field];
  return requestOfFields(valueAt, JSON_FORMATS);
}

/** The request of an entry with fields, by the first format whose method it has. */
export function requestOfFields(
  valueAt: (field: string) => unknown,
  formats: readonly JsonFormat[],
): LoggedRequest | undefined {
  for (const {method, targets, durations, status, reasons = [], hosts = []} of formats) {
    if (valueAt(method) == null) continue;
    const [milliseconds] = Object.entries(durations).flatMap(
      ([field, unit]) => toMilliseconds(valueAt(field), unit) ?? [],
    );
    const [found] = status.flatMap((field) => toNumber(valueAt(field)) ?? []);
    const target = targets.map(valueAt).find(Boolean);
    const host = hosts.map(valueAt).find(Boolean);
    return toRequest(valueAt(method), target, milliseconds, found, reasons.map(valueAt), host);
  }
  return undefined;
}

const DURATION = new RegExp(`^(?:${DURATION_PART})+$`);

/** A duration from a number, several numbers to add, or a text with a unit of its own, as Go and Google write it. */
function toMilliseconds(value: unknown, unit: keyof typeof UNITS): number | undefined {
  if (typeof value === 'string' && DURATION.test(value)) return millisecondsOf(secondsOf(value));
  const numbers = (typeof value === 'string' ? value.split(/[ ,:]+/) : [value]).map(toNumber);
  const sum = numbers.reduce<number>((all, one) => all + (one ?? Number.NaN), 0);
  return Number.isNaN(sum) ? undefined : Number((sum / UNITS[unit]).toFixed(6));
}

/** A number that is a duration or a status: neither negative nor endless. */
function toNumber(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
  const number = isNumber ? Number(value) : -1;
  return number >= 0 && number < Number.POSITIVE_INFINITY ? number : undefined;
}

function toRequest(
  method: unknown,
  target: unknown,
  milliseconds?: number,
  status?: number,
  reasons: readonly unknown[] = [],
  authority?: unknown,
): LoggedRequest | undefined {
  // `-` is what is not known, as of a connection that was not HTTP.
  if (typeof method !== 'string' || typeof target !== 'string' || target === '' || method === '-')
    return undefined;
  // A gateway answers 504 when its timeout is over. Source: RFC 9110, section 15.6.5.
  const isCut =
    status === 504 || reasons.some((reason) => typeof reason === 'string' && BY_TIMEOUT.test(reason));
  const host =
    hostOfTarget(target) ?? (typeof authority === 'string' ? hostOfTarget(`http://${authority}`) : '');
  return {
    method: method.toUpperCase(),
    path: pathOfTarget(target),
    ...(host && host !== '-' && {host}),
    ...(milliseconds !== undefined && {milliseconds}),
    ...(status !== undefined && {status}),
    ...(isCut && {isCut}),
  };
}
