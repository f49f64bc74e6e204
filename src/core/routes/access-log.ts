import {type JsonMap, ownValue, parseJsonMap} from '../json.ts';
import {asSent} from '../openapi/routes/path-expression.ts';
import type {Request} from './route-matcher.ts';

/** A request of an access log. */
export interface LoggedRequest extends Request {
  /** How long it took, in milliseconds; absent where the log does not say. */
  readonly milliseconds?: number;
}

/**
 * The method, the target and the version in quotes. A method is a token, and a target a path, an address, a host with a port, or
 * `*`. Source: RFC 9112, section 3.
 */
const QUOTED =
  /"([!#$%&'*+.^`|~\w-]+) (\/\S*|[A-Za-z][A-Za-z0-9+.-]*:\/\/\S+|[^\s"/]+:\d+|\*)(?: HTTP\/\d(?:\.\d)?)?"/;

/** A method and a path or an address, as in a list that was written by hand, or the first line of a request. */
const BARE = /^\s*([!#$%&'*+.^`|~\w-]+)\s+(\/\S*|https?:\/\/\S+)(?:\s+HTTP\/\d(?:\.\d)?)?\s*$/;

/** What precedes the request in the formats of Envoy and Istio; other text, as that of `kubectl logs --prefix`, may be before it. */
const BEFORE_REQUEST = /(?:^|\s)\[\d{4}-\d\d-\d\dT[^\]\s]*\] $/;

/**
 * What follows the request in the format of Envoy, and in that of Istio, which adds the details, the reason why the connection
 * ended and, in quotes, that of the upstream: status, flags, bytes received, bytes sent, milliseconds.
 *
 * Sources: Envoy, access logging, default format; Istio, Envoy access logs, default format.
 */
const AFTER_REQUEST = /^ \d+ \S+(?: \S+ \S+ "[^"]*")? \d+ \d+ (\d+) /;

/**
 * A request from a line of the common log format, of Envoy's or Istio's default format, of a JSON access log of Envoy, Istio,
 * Envoy Gateway or Linkerd, or from a line such as `GET /v1/pets`; `undefined` for any other line.
 */
export function readLogLine(line: string): LoggedRequest | undefined {
  if (/^\s*\{/.test(line)) return readJsonLine(line);
  const quoted = QUOTED.exec(line);
  if (quoted !== null) return readQuoted(line, quoted);
  const [, method, target] = BARE.exec(line) ?? [];
  // What was written by hand is encoded as clients do it; a log has what they sent.
  if (method !== undefined && target !== undefined) return toRequest(method, asSent(target), undefined);
  // After the prefix of `kubectl logs --prefix`.
  const start = line.indexOf('{');
  return start === -1 ? undefined : readJsonLine(line.slice(start));
}

function readQuoted(line: string, quoted: RegExpExecArray): LoggedRequest | undefined {
  const [text, method, target] = quoted;
  const isTimed = BEFORE_REQUEST.test(line.slice(Math.max(0, quoted.index - MAX_TIME), quoted.index));
  const [, milliseconds] = isTimed ? (AFTER_REQUEST.exec(line.slice(quoted.index + text.length)) ?? []) : [];
  return toRequest(method, target, milliseconds);
}

/** A time in brackets is shorter. */
const MAX_TIME = 50;

function readJsonLine(line: string): LoggedRequest | undefined {
  const entry = parseJsonMap(line);
  return entry && fromFields(entry);
}

/** The target of a request in the JSON of Envoy and Istio, of Envoy Gateway, and of Linkerd. */
const TARGET_KEYS = ['path', 'x-envoy-origin-path', 'uri'];

/**
 * Envoy's and Istio's `duration` is in milliseconds; Linkerd's `total_ns`, a string, in nanoseconds.
 *
 * Sources: Istio, Envoy access logs; Envoy Gateway, proxy access logs; Linkerd, HTTP access logging.
 */
function fromFields(entry: JsonMap): LoggedRequest | undefined {
  const target = TARGET_KEYS.map((key) => ownValue(entry, key)).find((value) => value != null);
  const nanoseconds = numberOf(ownValue(entry, 'total_ns'));
  const milliseconds =
    nanoseconds === undefined ? numberOf(ownValue(entry, 'duration')) : nanoseconds / 1_000_000;
  return toRequest(ownValue(entry, 'method'), target, milliseconds);
}

/** A number that is a duration: neither negative nor endless. */
function numberOf(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
  const number = isNumber ? Number(value) : -1;
  return number >= 0 && number < Number.POSITIVE_INFINITY ? number : undefined;
}

function toRequest(method: unknown, target: unknown, duration: unknown): LoggedRequest | undefined {
  // `-` is what is not known, as of a connection that was not HTTP.
  if (typeof method !== 'string' || typeof target !== 'string' || target === '' || method === '-')
    return undefined;
  const milliseconds = numberOf(duration);
  const request = {method: method.toUpperCase(), path: pathOfTarget(target)};
  return milliseconds === undefined ? request : {...request, milliseconds};
}

/** The path of a request's target, which may be an address, as in the log of Linkerd. Source: RFC 9112, section 3.2. */
export function pathOfTarget(target: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const [path = ''] = target.slice(address.length).split(/[?#]/, 1);
  return address !== '' && path === '' ? '/' : path;
}
