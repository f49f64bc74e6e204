import {isMap, type JsonMap, ownValue, parseJsonMap} from '../../core/json.ts';
import {asSent} from '../../core/routes/path-expression.ts';
import {METHOD, pathOfTarget, type Request} from '../../core/routes/request.ts';

export interface LoggedRequest extends Request {
  /** How long it took, in milliseconds; absent where the log does not say. */
  readonly milliseconds?: number;
  /** The status of the response; absent where the log does not say. */
  readonly status?: number;
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

/** What precedes the request in the formats of Envoy and Istio; other text, as that of `kubectl logs --prefix`, may be before it. */
const BEFORE_REQUEST = /(?:^|\s)\[\d{4}-\d\d-\d\dT[^\]\s]*\] $/;

/** What follows the request in each of these formats. */
const STATUS = /^ (\d{3}) /;

/**
 * What follows the request in the format of Envoy, and in that of Istio, which adds the details, the reason why the connection
 * ended and, in quotes, that of the upstream: status, flags, bytes received, bytes sent, milliseconds.
 *
 * Sources: Envoy, access logging, default format; Istio, Envoy access logs, default format.
 */
const AFTER_REQUEST = /^ \d+ \S+(?: \S+ \S+ "[^"]*")? \d+ \d+ (\d+) /;

/**
 * A request from a line of the common log format, of Envoy's or Istio's default format, of a JSON access log of those in `JSON_FORMATS`,
 * or from a line such as `GET /v1/pets`; `undefined` for any other line.
 */
export function readLogLine(line: string): LoggedRequest | undefined {
  if (/^\s*\{/.test(line)) return readJsonLine(line);
  const quoted = QUOTED.exec(line);
  if (quoted !== null) return readQuoted(line, quoted);
  const [, method, target] = BARE.exec(line) ?? [];
  // What was written by hand is encoded as clients do it; a log has what they sent.
  if (method !== undefined && target !== undefined) return toRequest(method, asSent(target));
  // After the prefix of `kubectl logs --prefix`.
  const start = line.indexOf('{');
  return start === -1 ? undefined : readJsonLine(line.slice(start));
}

function readQuoted(line: string, quoted: RegExpExecArray): LoggedRequest | undefined {
  const [text, method, target] = quoted;
  const isTimed = BEFORE_REQUEST.test(line.slice(Math.max(0, quoted.index - MAX_TIME), quoted.index));
  const after = line.slice(quoted.index + text.length);
  const [, milliseconds] = isTimed ? (AFTER_REQUEST.exec(after) ?? []) : [];
  return toRequest(method, target, toNumber(milliseconds), toNumber(STATUS.exec(after)?.[1]));
}

/** A time in brackets is shorter. */
const MAX_TIME = 50;

function readJsonLine(line: string): LoggedRequest | undefined {
  const entry = parseJsonMap(line);
  return entry && fromFields(entry);
}

/** The fields of a request in JSON; the first of `targets` and of `durations` that is there counts. */
interface JsonFormat {
  readonly method: string;
  readonly targets: readonly string[];
  /** With how many of its unit are a millisecond. */
  readonly durations: readonly (readonly [field: string, unit: number])[];
  readonly status: string;
  /** The field whose map has method and target. */
  readonly within?: string;
}

const NANOSECONDS = 1_000_000;
const SECONDS = 0.001;

/**
 * The JSON access logs that are read: Envoy, Istio and Envoy Gateway; Linkerd; nginx, whose fields `log_format` names as its variables;
 * Traefik; Caddy.
 *
 * Sources: Istio, Envoy access logs; Envoy Gateway, proxy access logs; Linkerd, HTTP access logging; nginx, ngx_http_log_module; Traefik,
 * access logs; Caddy, how logging works.
 */
const JSON_FORMATS: readonly JsonFormat[] = [
  {
    method: 'method',
    targets: ['path', 'x-envoy-origin-path'],
    durations: [['duration', 1]],
    status: 'response_code',
  },
  {
    method: 'method',
    targets: ['uri'],
    durations: [
      ['total_ns', NANOSECONDS],
      ['duration', 1],
    ],
    status: 'status',
  },
  {
    method: 'request_method',
    targets: ['request_uri'],
    durations: [['request_time', SECONDS]],
    status: 'status',
  },
  {
    method: 'RequestMethod',
    targets: ['RequestPath'],
    durations: [['Duration', NANOSECONDS]],
    status: 'DownstreamStatus',
  },
  {
    within: 'request',
    method: 'method',
    targets: ['uri'],
    durations: [['duration', SECONDS]],
    status: 'status',
  },
];

export const NEEDED_FIELDS =
  'JSON needs `method` and `path`, or the fields of Linkerd, nginx, Traefik or Caddy';

function fromFields(entry: JsonMap): LoggedRequest | undefined {
  for (const {method, targets, durations, status, within} of JSON_FORMATS) {
    const request = within === undefined ? entry : ownValue(entry, within);
    if (!isMap(request)) continue;
    const target = targets.map((key) => ownValue(request, key)).find((value) => value != null);
    const [milliseconds] = durations.flatMap(([field, unit]) => {
      const value = toNumber(ownValue(entry, field));
      return value === undefined ? [] : [value / unit];
    });
    const found = toRequest(
      ownValue(request, method),
      target,
      milliseconds,
      toNumber(ownValue(entry, status)),
    );
    if (found) return found;
  }
  return undefined;
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
): LoggedRequest | undefined {
  // `-` is what is not known, as of a connection that was not HTTP.
  if (typeof method !== 'string' || typeof target !== 'string' || target === '' || method === '-')
    return undefined;
  return {
    method: method.toUpperCase(),
    path: pathOfTarget(target),
    ...(milliseconds !== undefined && {milliseconds}),
    ...(status !== undefined && {status}),
  };
}
