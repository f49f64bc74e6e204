import {secondsOf} from '../base/duration.ts';
import {GATEWAY_API_VERSIONS, MESH_NAMES, TARGET_NAMES, TARGET_OBJECTS} from '../meshes.ts';
import * as types from './types/index.ts';

/** The key of the settings in a description: at the root, at a path item and at an operation. */
export const EXTENSION = 'x-apigen';

/** The key of the rules whose findings are left out there and below. */
export const IGNORE_EXTENSION = `${EXTENSION}-ignore`;

/** The key of the setting that most commands speak of. */
export const TIMEOUT = 'timeouts.request_timeout';

/** The key of the setting that gives an operation a rate limit. */
export const RATE_LIMIT = 'rate_limit.requests';

/** Where an `x-apigen` has an effect, and what messages call the place. */
export const SCOPES = ['root', 'path', 'operation'] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  root: 'the root',
  path: 'a path item',
  operation: 'an operation',
};

/** One key that may be set, and what it takes. */
export interface Entry {
  /** Dotted name: the flag `--service.name` and the nested key `service: {name: …}`. */
  readonly key: string;
  readonly type: types.ValueType;
  readonly default?: unknown;
  readonly example: unknown;
  /** One line for help, schema and docs. */
  readonly summary: string;
  /** Heading of the flag in `--help`. */
  readonly heading: string;
  /** The letter of the flag. */
  readonly char?: 'A' | 'i' | 'l' | 'n' | 'o' | 'y';
  /** The setting that it is another form of: a level has one of the two, and the nearest level counts. */
  readonly formOf?: {readonly key: string; readonly toValue: (value: string) => unknown};
}

export interface Setting extends Entry {
  readonly key: SettingKey;
  /** Set where there is no flag: the setting makes sense at one place only. */
  readonly flag?: false;
  /** Set where it is written into objects, and neither changes routes nor is checked against them. */
  readonly objectOnly?: true;
  /** The places where the key has an effect. */
  readonly scopes: readonly Scope[];
}

/** A setting as the table has it, under its key; most are set at the root alone. */
type Row = Omit<Setting, 'key' | 'scopes' | 'heading'> & {readonly scopes?: Setting['scopes']};

/** The headings of flags, and with what the keys below each begin. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  mesh: ['mesh', 'target', 'gateway_api'],
  gateway: ['gateway', 'cors'],
  resource: ['namespace', 'labels', 'annotations', 'cluster'],
  service: ['service'],
  route: ['path', 'extra_methods', 'timeouts', 'rate_limit', 'group', 'route_names', 'disabled'],
  security: ['security', 'clients'],
  retry: ['retryable', 'retry', 'retry_budget', 'response_classes'],
  test: ['test'],
};

/** A value that is `true` or `false`, and `false` where it is not set. */
export const SWITCH = {type: types.boolean, default: false, example: true} as const;

const TARGETS_IN_HELP = Object.values(TARGET_OBJECTS)
  .map(({kind, all, of}) => `${all === kind ? 'one ' : ''}${all}${of ? ` of ${of}` : ''}`)
  .join(', or ');

/**
 * Every setting of the generator, one row each: flags, the JSON Schema of `x-apigen`, lint rules, the
 * library's types and the tables in the docs are derived from this table.
 *
 * Source: docs/specification.md, 3.2.
 */
const ROWS = {
  mesh: {
    type: types.oneOf(MESH_NAMES),
    summary:
      'Mesh or gateway that the resources are for; without one, ServiceProfiles are of mesh.io, and HTTPRoutes for Linkerd',
    example: 'istio',
  },
  target: {
    type: types.oneOf(TARGET_NAMES),
    summary: `Kind of the generated resources, by default what the mesh reads: ${TARGETS_IN_HELP}`,
    example: 'httproute',
  },
  gateway_api: {
    type: types.oneOf(GATEWAY_API_VERSIONS),
    default: '1.2',
    summary:
      'Oldest version of the Gateway API that the HTTPRoutes are for; names of rules need 1.4, CORS 1.5, retries 1.7',
    example: '1.2',
  },
  'gateway.name': {
    type: types.optionalName,
    summary: 'Gateway that the HTTPRoutes are for; empty for those of the mesh',
    example: 'public',
  },
  'gateway.namespace': {
    type: types.dnsLabel,
    summary: 'Namespace of the Gateway, by default that of the HTTPRoutes',
    example: 'infra',
  },
  'gateway.section': {
    type: types.dnsSubdomain,
    summary: 'Listener of the Gateway, by default all',
    example: 'https',
  },
  'gateway.hostnames': {
    type: types.hostnames,
    summary: 'Hostnames of the requests, by default those of the listeners',
    example: ['api.example.com'],
  },
  namespace: {
    char: 'n',
    type: types.dnsLabel,
    default: 'default',
    summary: 'Namespace of the generated resources',
    example: 'shop',
  },
  labels: {
    type: types.labelMap,
    summary: 'Labels of the generated resources',
    example: {team: 'shop'},
  },
  annotations: {
    type: types.annotationMap,
    objectOnly: true,
    summary: 'Annotations of the generated resources',
    example: {'example.com/owner': 'shop-team'},
  },
  'service.name': {
    type: types.dnsLabel,
    summary: 'Name of the target Service',
    example: 'petstore',
  },
  'service.namespace': {
    type: types.dnsLabel,
    default: 'default',
    summary: 'Namespace of the target Service',
    example: 'shop',
  },
  'service.port': {
    type: types.number({name: 'int32', minimum: 1, maximum: 65_535}),
    default: 80,
    summary: 'Port of the target Service; a ServiceProfile has no field for it',
    example: 8080,
  },
  'cluster.cluster_domain': {
    type: types.dnsSubdomain,
    default: 'cluster.local',
    objectOnly: true,
    summary: 'DNS domain of the cluster, the end of the ServiceProfile’s name',
    example: 'cluster.example.com',
  },
  'path.base': {
    type: types.pathPrefix,
    default: '/',
    summary: 'Prefix of every path; "/" and an empty string add none',
    example: '/api/v1',
  },
  'path.from_servers': {
    ...SWITCH,
    summary: 'Begin each route with the path of its own `servers`: one route for each that differs',
  },
  'path.ignore_case': {
    ...SWITCH,
    summary: 'Match paths in every case of ASCII letters, as a Service of ASP.NET serves them',
  },
  [TIMEOUT]: {
    type: types.number({name: 'uint32', minimum: 0, maximum: 4_294_967_295, unit: 'seconds'}),
    scopes: SCOPES,
    summary: 'Request timeout; 0 means no timeout',
    example: 10,
  },
  'timeouts.request': {
    type: types.timeout,
    formOf: {key: TIMEOUT, toValue: secondsOf},
    scopes: SCOPES,
    summary: 'Request timeout as a duration, instead of `timeouts.request_timeout`; 0s means no timeout',
    example: '500ms',
  },
  'path.parameters': {
    type: types.oneOf(['any', 'schema']),
    default: 'any',
    scopes: SCOPES,
    summary:
      'What a path parameter matches: any text of a segment, or what its schema says as far as that is known',
    example: 'schema',
  },
  'path.multi_segment': {
    type: types.textList('parameter'),
    scopes: SCOPES,
    summary: 'Path parameters that span segments; `*` or `**` is that at the end of a path',
    example: ['path'],
  },
  'path.trailing_slash': {
    type: types.oneOf(['exact', 'either']),
    default: 'exact',
    scopes: ['root', 'path'],
    summary: 'Whether paths are matched as they are written, or with a `/` at the end and without',
    example: 'either',
  },
  extra_methods: {
    type: types.addedMethods,
    summary:
      'Methods that are matched too: HEAD as GET, OPTIONS as the first operation of the path by method',
    example: ['HEAD', 'OPTIONS'],
  },
  group: {
    type: types.oneOf(['policy', 'operation']),
    default: 'policy',
    summary:
      'What a rule of an HTTPRoute is for: operations with the same settings, or one operation, by whose name policies are attached',
    example: 'operation',
  },
  route_names: {
    type: types.oneOf(['path', 'operation-id']),
    default: 'path',
    objectOnly: true,
    summary: 'What the routes of a ServiceProfile are named after; without an operationId the path',
    example: 'operation-id',
  },
  retryable: {
    ...SWITCH,
    scopes: SCOPES,
    summary: 'Failed requests may be sent again',
  },
  'retry.attempts': {
    type: types.number({name: 'int32', minimum: 0, maximum: 2_147_483_647}),
    default: 1,
    scopes: SCOPES,
    summary: 'How often a failed request is sent again at most, with `retryable`; of HTTPRoutes',
    example: 2,
  },
  'retry.backoff': {
    type: types.backoff,
    scopes: SCOPES,
    summary: 'How long to wait before it is sent again, by default as the mesh does; of HTTPRoutes',
    example: '25ms',
  },
  [RATE_LIMIT]: {
    type: types.number({name: 'uint32', minimum: 0, maximum: 4_294_967_295}),
    scopes: SCOPES,
    summary:
      'Rate limit: most requests of an operation in each period, at each proxy of Envoy Gateway; 0 means no limit',
    example: 100,
  },
  'rate_limit.per': {
    type: types.oneOf(['second', 'minute', 'hour']),
    default: 'second',
    scopes: SCOPES,
    summary: 'Period of a rate limit',
    example: 'minute',
  },
  'rate_limit.by': {
    type: types.oneOf(['all', 'client']),
    default: 'all',
    scopes: SCOPES,
    summary:
      'Whether a rate limit is for all requests together, or for each address, of the last 20 addresses',
    example: 'client',
  },
  'retry_budget.ratio': {
    // The bounds of the three are those of linkerd2-proxy, `convert_retry_budget`; the defaults are Linkerd’s.
    type: types.number({name: 'number', minimum: 0, maximum: 1000}),
    default: 0.2,
    objectOnly: true,
    summary: 'Most retries as a share of the original requests; of a ServiceProfile',
    example: 0.25,
  },
  'retry_budget.min_retries_per_second': {
    type: types.number({name: 'int32', minimum: 0, maximum: 2_147_483_647}),
    default: 10,
    objectOnly: true,
    summary: 'Retries a second that are allowed in any case; of a ServiceProfile',
    example: 5,
  },
  'retry_budget.ttl': {
    type: types.duration,
    default: '10s',
    objectOnly: true,
    summary: 'For how long requests count for the ratio; of a ServiceProfile',
    example: '30s',
  },
  response_classes: {
    ...SWITCH,
    objectOnly: true,
    summary: 'Write the declared 5xx responses of each operation as failures; of a ServiceProfile',
  },
  'cors.allow_origins': {
    type: types.corsOrigins,
    scopes: ['root', 'path'],
    summary: 'CORS: origins of web pages that may send requests; without one there is no filter',
    example: ['https://app.example.com'],
  },
  'cors.allow_methods': {
    type: types.corsMethods,
    scopes: ['root', 'path'],
    summary: 'CORS: methods that they may use, by default those that are described',
    example: ['GET', 'POST'],
  },
  'cors.allow_headers': {
    type: types.corsHeaders,
    scopes: ['root', 'path'],
    summary: 'CORS: headers that they may send',
    example: ['Authorization'],
  },
  'cors.expose_headers': {
    type: types.corsHeaders,
    scopes: ['root', 'path'],
    summary: 'CORS: headers of responses that they may read',
    example: ['X-Request-Id'],
  },
  'cors.max_age': {
    type: types.number({name: 'int32', minimum: 1, maximum: 2_147_483_647, unit: 'seconds'}),
    default: 5,
    scopes: ['root', 'path'],
    summary: 'CORS: for how long browsers keep what is allowed',
    example: 600,
  },
  'cors.allow_credentials': {
    ...SWITCH,
    scopes: ['root', 'path'],
    summary: 'CORS: they may send cookies and other credentials',
  },
  'security.enforce': {
    ...SWITCH,
    summary: 'Let the gateway or mesh enforce who may call, as `security` says; an error where it cannot',
  },
  'security.undeclared': {
    type: types.oneOf(['deny', 'public']),
    summary: 'Who may call operations without a `security` of their own or of the root: nobody, or everybody',
    example: 'deny',
  },
  'security.schemes': {
    type: types.securitySchemes,
    flag: false,
    summary:
      'How each security scheme is enforced: by tokens of an issuer for an audience, or by the service',
    example: {
      login: {
        issuer: 'https://id.example.com/',
        jwks_uri: 'https://id.example.com/jwks',
        audiences: ['shop'],
      },
    },
  },
  'security.selector': {
    type: types.labelMap,
    flag: false,
    summary:
      'Labels of the pods of Istio or Linkerd whose proxies enforce who may call; without them the waypoint of the Service does in Istio',
    example: {app: 'articles'},
  },
  'security.ports': {
    type: types.ports,
    flag: false,
    summary: 'Ports of these pods that serve the API; the others stay as they are',
    example: [8080],
  },
  'security.probes': {
    type: types.probePaths,
    flag: false,
    summary:
      'Paths that everybody may ask for with GET at these ports in Linkerd: those of the probes of the kubelet',
    example: ['/healthz'],
  },
  clients: {
    type: types.clients,
    scopes: SCOPES,
    flag: false,
    summary:
      'Workloads that may call, by their identity in the mesh; where `security` is too, both have to hold',
    example: [{namespace: 'shop', service_account: 'web'}],
  },
  disabled: {
    ...SWITCH,
    scopes: SCOPES,
    flag: false,
    summary: 'Leaves the routes out; the nearest level wins',
  },
  'test.disabled': {
    ...SWITCH,
    objectOnly: true,
    scopes: SCOPES,
    flag: false,
    summary: 'Leaves the tests out; the nearest level wins',
  },
  'test.values': {
    type: types.parameterValues,
    objectOnly: true,
    scopes: SCOPES,
    flag: false,
    summary: 'Values of parameters in tests, by name; the nearest level wins',
    example: {petId: 42},
  },
} as const satisfies Readonly<Record<string, Row>>;

export type SettingKey = keyof typeof ROWS;

/** Values of settings under their dotted names, each of its row's type. */
export type SettingValues = {readonly [K in SettingKey]?: types.ValueOf<(typeof ROWS)[K]['type']>};

export type FlagKey = {
  [K in SettingKey]: (typeof ROWS)[K] extends {readonly flag: false} ? never : K;
}[SettingKey];

/** Values at the level of a flag: those of the settings that have one. */
export type FlagValues = Pick<SettingValues, FlagKey>;

const isKey = (key: string): key is SettingKey => Object.hasOwn(ROWS, key);

function headingOf(key: string): string {
  const [start = ''] = key.split('.', 1);
  return Object.keys(HEADINGS).find((heading) => HEADINGS[heading]?.includes(start)) ?? '';
}

export const SETTINGS: readonly Setting[] = Object.keys(ROWS)
  .filter(isKey)
  .map((key) => ({scopes: ['root'], heading: headingOf(key), ...ROWS[key], key}));

export const FLAG_SETTINGS = SETTINGS.filter(({flag}) => flag !== false);

/** What to do instead of giving a setting that only descriptions have, or a part of its value, as a flag or an option. */
export function withoutFlag(key: string): string | undefined {
  const setting = SETTINGS.find((one) => one.flag === false && `${key}.`.startsWith(`${one.key}.`));
  return setting && `set \`${setting.key}\` in \`${EXTENSION}\` of the description`;
}

/** The key that turns on the filter `CORS`. */
export const ORIGINS = 'cors.allow_origins';

/** The settings that concern HTTPRoutes of a Gateway only. */
export const GATEWAY_SETTINGS: readonly SettingKey[] = SETTINGS.map(({key}) => key).filter((key) =>
  /^(gateway|cors)\./.test(key),
);

/** The settings that have an effect at `scope`, in the table's order. */
export function settingsIn(scope: Scope): readonly Setting[] {
  return SETTINGS.filter((setting) => setting.scopes.includes(scope));
}

/** The meaning of a key: an entry, or the group of the entries within it; neither for an unknown key. */
export function lookUp(entries: readonly Entry[], wanted: string) {
  return {
    entry: entries.find(({key}) => key === wanted),
    within: entries.filter(({key}) => key.startsWith(`${wanted}.`)),
  };
}

/** The names one level below `prefix`, each with what it means. */
export function childrenOf(entries: readonly Entry[], prefix: string) {
  const below = entries.filter(({key}) => key.startsWith(prefix));
  const names = new Set(below.map(({key}) => key.slice(prefix.length).split('.', 1)[0] ?? ''));
  return [...names].map((name) => ({name, ...lookUp(entries, prefix + name)}));
}
