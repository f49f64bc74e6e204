/** A text in quotes, with `\` before a quote in it. */
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;

/** Status and bytes, then texts such as the referrer and the agent. Source: Apache HTTP Server, log files, combined log format. */
const COMBINED = String.raw`^ \d{3} \S+(?: ${QUOTED})*`;

/**
 * Formats of text around the method, path and version in quotes; groups are named after what they have: a unit, `status`, `reason`, `host`.
 * The first that fits counts. A duration of several numbers is their sum.
 *
 * Sources: Envoy, access logging, default format; Istio, Envoy access logs; Elastic Load Balancing, access logs for your Application Load
 * Balancer; HAProxy, configuration manual, HTTP log format; Traefik, access logs; ingress-nginx, log format; nginx, using nginx logging for
 * application performance monitoring; Apache, mod_log_config.
 */
export const TEXT_FORMATS: readonly {readonly before?: RegExp; readonly after?: RegExp}[] = [
  // Envoy and Istio; other text, as that of `kubectl logs --prefix`, may be before it.
  {
    before: /(?:^|\s)\[\d{4}-\d\d-\d\dT[^\]\s]*\] $/,
    after:
      /^ \d+ (?<reason>\S+(?: \S+(?= \S+ "))?)(?: \S+ "[^"]*")? \d+ \d+ (?<ms>\d+) (?:\S+ (?:"[^"]*" ){3}"(?<host>[^"]*)")?/,
  },
  // The load balancer of AWS; -1 is a time that it does not know.
  {
    before:
      /(?: (?<s>\d+\.\d+ \d+\.\d+ \d+\.\d+)| -?[\d.]+ -?[\d.]+ -1) (?:(?<status>\d{3})|-) (?:\d+|-) \d+ \d+ $/,
  },
  // HAProxy, `option httplog`.
  {
    before: / (?:-?\d+\/){4}\+?(?<ms>\d+) (?:(?<status>\d{3})|-1) \+?\d+ \S+ \S+ (?<reason>\S{4}) /,
  },
  // Traefik.
  {after: new RegExp(String.raw`${COMBINED} \d+ ${QUOTED} ${QUOTED} (?<ms>\d+)ms`)},
  // ingress-nginx.
  {after: new RegExp(String.raw`${COMBINED} \d+ (?<s>\d+\.\d{3}) \[`)},
  // nginx with names.
  {after: /^.*\b(?:rt|request_time)="?(?<s>\d+\.\d+)/},
  {after: /^.*\b(?:urt|upstream_response_time)="?(?<s>\d+\.\d+(?:[ ,:]+\d+\.\d+)*)/},
  // nginx with `$request_time` at the end.
  {after: new RegExp(String.raw`${COMBINED} "?(?<s>\d+\.\d{3})\b`)},
  // Apache with `%D`, `%T` or `%T/%D` at the end.
  {after: new RegExp(String.raw`${COMBINED} (?:\d+/)?(?<last>\d+)\s*$`)},
];

/** Where JSON has what is known of a request: names of fields, with `.` between those of maps. The first that is there counts. */
export interface JsonFormat {
  readonly methods: readonly string[];
  /** A path, an address, or the first line of a request with its method. */
  readonly targets: readonly string[];
  /** The units by fields; none where several are in use. */
  readonly durations: Readonly<Record<string, string | undefined>>;
  /** Fields that only logs with durations in milliseconds have. */
  readonly inMilliseconds?: readonly string[];
  readonly status: readonly string[];
  readonly reasons?: readonly string[];
  readonly hosts?: readonly string[];
}

/**
 * Sources: Istio, Envoy access logs; Envoy Gateway, proxy access logs; Linkerd, HTTP access logging; nginx, ngx_http_log_module, whose
 * variables are fields; ingress-nginx, log format; Traefik, access logs; Caddy, how logging works; Google Cloud, external Application Load
 * Balancer logging.
 */
export const JSON_FORMATS: readonly JsonFormat[] = [
  // Envoy, Istio, Envoy Gateway, Linkerd, ingress-nginx as its pages have it, and variables of nginx.
  {
    methods: ['method', 'request_method'],
    // `$request_uri` is what was sent, `$uri` is decoded.
    targets: ['request_uri', 'path', 'x-envoy-origin-path', 'uri', 'request'],
    durations: {request_time: 's', upstream_response_time: 's', total_ns: 'ns', duration: undefined},
    inMilliseconds: ['response_code', 'response_flags', 'authority', ':authority'],
    status: ['response_code', 'status'],
    reasons: ['response_flags', 'response_code_details'],
    hosts: ['authority', ':authority', 'host', 'http_host', 'vhost'],
  },
  {
    methods: ['RequestMethod'],
    targets: ['RequestPath'],
    durations: {Duration: 'ns'},
    status: ['DownstreamStatus'],
    hosts: ['RequestHost'],
  },
  {
    methods: ['request.method'],
    targets: ['request.uri'],
    durations: {duration: 's'},
    status: ['status'],
    hosts: ['request.host'],
  },
  {
    methods: ['httpRequest.requestMethod'],
    targets: ['httpRequest.requestUrl'],
    durations: {'httpRequest.latency': 's'},
    status: ['httpRequest.status'],
    reasons: ['jsonPayload.statusDetails'],
  },
];

/** Names of the attributes of a server span; `milliseconds` is its duration. Source: OpenTelemetry, HTTP spans, now and before 1.23. */
export const SPAN_FORMATS: readonly JsonFormat[] = [
  {
    methods: ['http.request.method'],
    targets: ['url.path', 'url.full'],
    durations: {milliseconds: 'ms'},
    status: ['http.response.status_code'],
  },
  // Envoy's spans have flags too.
  {
    methods: ['http.method'],
    targets: ['http.target', 'http.url'],
    durations: {milliseconds: 'ms'},
    status: ['http.status_code'],
    reasons: ['response_flags'],
  },
];

/**
 * Where collectors put a line that they read: its text, or the fields of its JSON. Sources: Docker, JSON File logging driver; Fluent Bit, CRI
 * parser, Kubernetes filter; systemd, journal fields; Loki, LogCLI; Google Cloud, LogEntry; OpenShift Logging, exported fields; logrus, zap and Pino, the message of an entry.
 */
export const WRAPPERS = [
  ...['log', 'message', 'msg', 'MESSAGE', 'line', 'textPayload', 'jsonPayload.message', 'jsonPayload.log'],
  ...['log_processed', 'structured', 'jsonPayload'],
];

export const NEEDED_FIELDS =
  'JSON needs `method` and `path`, the fields of Linkerd, nginx, Traefik, Caddy or Google Cloud, or `--log-fields`';

/** A hint for logging durations. */
export const DURATION_FIELDS =
  'log `$request_time` in nginx, `%D` in Apache, `%DURATION%` in Envoy, `Duration` in Traefik, and JSON in Linkerd and Caddy, or name a field of JSON with `--log-fields`';

/**
 * Why a proxy ended a request itself, after a time: the flags of Envoy (`UT`, `SI`, `UMSDR`) and its details, the state of HAProxy (`sH--`), and
 * the details of Google Cloud.
 *
 * Sources: Envoy, access logging, response flags, and response code details; HAProxy, configuration manual, session state at disconnection;
 * Google Cloud, external Application Load Balancer logging.
 */
export const BY_TIMEOUT =
  /(?:^|[ ,])(?:UT|SI|UMSDR)(?:[ ,]|$)|^s[HD]..$|(?:response|try|idle|overall|max_duration|backend)_timeout|max_stream_duration_reached/;
