import {secondsOf} from '../base/duration.ts';
import {GATEWAY_API_VERSIONS, MESH_NAMES, TARGET_NAMES, TARGET_OBJECTS} from '../meshes.ts';
import {
  addedMethods,
  annotationMap,
  boolean,
  corsHeaders,
  corsMethods,
  corsOrigins,
  decimal,
  dnsLabel,
  dnsSubdomain,
  duration,
  hostnames,
  integer,
  labelMap,
  oneOf,
  optionalName,
  parameterValues,
  pathPrefix,
  textList,
  timeout,
  type ValueOf,
  type ValueType,
} from './types/index.ts';

/** The key of the settings in a description: at the root, at a path item and at an operation. */
export const EXTENSION = 'x-apigen';

/** The key of the rules whose findings are left out there and below. */
export const IGNORE_EXTENSION = `${EXTENSION}-ignore`;

/** The key of the setting that most commands speak of. */
export const TIMEOUT = 'timeouts.request_timeout';

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
  readonly type: ValueType;
  readonly default?: unknown;
  readonly example: unknown;
  /** One line for help, schema and docs. */
  readonly summary: string;
  /** Heading of the flag in `--help`. */
  readonly group: string;
  /** The letter of the flag. */
  readonly char?: 'A' | 'i' | 'l' | 'n' | 'o' | 'y';
  /** The setting that it is another form of: a level has one of the two, and the nearest level counts. */
  readonly formOf?: {readonly key: string; readonly toValue: (value: string) => unknown};
}

export interface Setting extends Entry {
  /** Set where there is no flag: the setting makes sense at one place only. */
  readonly flag?: false;
  /** Set where it is written into objects, and neither changes routes nor is checked against them. */
  readonly objectOnly?: true;
  /** The places where the key has an effect. */
  readonly scopes: readonly Scope[];
}

const TARGETS_IN_HELP = Object.values(TARGET_OBJECTS)
  .map(({kind, all, of}) => `${all === kind ? 'one ' : ''}${all}${of ? ` of ${of}` : ''}`)
  .join(', or ');

/**
 * Every setting of the generator, one row each: flags, the JSON Schema of `x-apigen`, lint rules, the
 * library's types and the tables in the docs are derived from this table.
 *
 * Source: docs/specification.md, 3.2.
 */
export const SETTINGS = [
  {
    key: 'mesh',
    type: oneOf(MESH_NAMES),
    scopes: ['root'],
    group: 'mesh',
    summary:
      'Mesh or gateway that the resources are for; without one, ServiceProfiles are of mesh.io, and HTTPRoutes for Linkerd',
    example: 'istio',
  },
  {
    key: 'target',
    type: oneOf(TARGET_NAMES),
    scopes: ['root'],
    group: 'mesh',
    summary: `Kind of the generated resources, by default what the mesh reads: ${TARGETS_IN_HELP}`,
    example: 'httproute',
  },
  {
    key: 'gateway_api',
    type: oneOf(GATEWAY_API_VERSIONS),
    default: '1.2',
    scopes: ['root'],
    group: 'mesh',
    summary:
      'Oldest version of the Gateway API that the HTTPRoutes are for; names of rules need 1.4, CORS 1.5, retries 1.7',
    example: '1.2',
  },
  {
    key: 'gateway.name',
    type: optionalName,
    scopes: ['root'],
    group: 'gateway',
    summary: 'Gateway that the HTTPRoutes are for; empty for those of the mesh',
    example: 'public',
  },
  {
    key: 'gateway.namespace',
    type: dnsLabel,
    scopes: ['root'],
    group: 'gateway',
    summary: 'Namespace of the Gateway, by default that of the HTTPRoutes',
    example: 'infra',
  },
  {
    key: 'gateway.section',
    type: dnsSubdomain,
    scopes: ['root'],
    group: 'gateway',
    summary: 'Listener of the Gateway, by default all',
    example: 'https',
  },
  {
    key: 'gateway.hostnames',
    type: hostnames,
    scopes: ['root'],
    group: 'gateway',
    summary: 'Hostnames of the requests, by default those of the listeners',
    example: ['api.example.com'],
  },
  {
    key: 'gateway.methods',
    type: addedMethods,
    scopes: ['root'],
    group: 'gateway',
    summary: 'Methods that are matched too: HEAD by the rule of GET, OPTIONS by that of the path',
    example: ['HEAD', 'OPTIONS'],
  },
  {
    key: 'namespace',
    char: 'n',
    type: dnsLabel,
    default: 'default',
    scopes: ['root'],
    group: 'resource',
    summary: 'Namespace of the generated resources',
    example: 'shop',
  },
  {
    key: 'labels',
    type: labelMap,
    scopes: ['root'],
    group: 'resource',
    summary: 'Labels of the generated resources',
    example: {team: 'shop'},
  },
  {
    key: 'annotations',
    type: annotationMap,
    objectOnly: true,
    scopes: ['root'],
    group: 'resource',
    summary: 'Annotations of the generated resources',
    example: {'example.com/owner': 'shop-team'},
  },
  {
    key: 'service.name',
    type: dnsLabel,
    scopes: ['root'],
    group: 'service',
    summary: 'Name of the target Service',
    example: 'petstore',
  },
  {
    key: 'service.namespace',
    type: dnsLabel,
    default: 'default',
    scopes: ['root'],
    group: 'service',
    summary: 'Namespace of the target Service',
    example: 'shop',
  },
  {
    key: 'service.port',
    type: integer({name: 'int32', minimum: 1, maximum: 65_535}),
    default: 80,
    scopes: ['root'],
    group: 'service',
    summary: 'Port of the target Service; a ServiceProfile has no field for it',
    example: 8080,
  },
  {
    key: 'cluster.cluster_domain',
    type: dnsSubdomain,
    default: 'cluster.local',
    objectOnly: true,
    scopes: ['root'],
    group: 'resource',
    summary: 'DNS domain of the cluster, the end of the ServiceProfile’s name',
    example: 'cluster.example.com',
  },
  {
    key: 'path.base',
    type: pathPrefix,
    default: '/',
    scopes: ['root'],
    group: 'route',
    summary: 'Prefix of every path; "/" and an empty string add none',
    example: '/api/v1',
  },
  {
    key: 'path.from_servers',
    type: boolean,
    default: false,
    scopes: ['root'],
    group: 'route',
    summary: 'Begin each route with the path of its own `servers`: one route for each that differs',
    example: true,
  },
  {
    key: TIMEOUT,
    type: integer({name: 'uint32', minimum: 0, maximum: 4_294_967_295, unit: 'seconds'}),
    scopes: SCOPES,
    group: 'route',
    summary: 'Request timeout; 0 means no timeout',
    example: 10,
  },
  {
    key: 'timeouts.request',
    type: timeout,
    formOf: {key: TIMEOUT, toValue: secondsOf},
    scopes: SCOPES,
    group: 'route',
    summary: 'Request timeout as a duration, instead of `timeouts.request_timeout`; 0s means no timeout',
    example: '500ms',
  },
  {
    key: 'path.multi_segment',
    type: textList('parameter'),
    scopes: SCOPES,
    group: 'route',
    summary: 'Path parameters that span segments',
    example: ['path'],
  },
  {
    key: 'group',
    type: oneOf(['policy', 'operation']),
    default: 'policy',
    scopes: ['root'],
    group: 'route',
    summary:
      'What a rule of an HTTPRoute is for: operations with the same policy, or one operation, by whose name policies are attached',
    example: 'operation',
  },
  {
    key: 'route_names',
    type: oneOf(['path', 'operation-id']),
    default: 'path',
    objectOnly: true,
    scopes: ['root'],
    group: 'route',
    summary: 'What the routes of a ServiceProfile are named after; without an operationId the path',
    example: 'operation-id',
  },
  {
    key: 'retryable',
    type: boolean,
    default: false,
    scopes: SCOPES,
    group: 'retry',
    summary: 'Failed requests may be sent again',
    example: true,
  },
  {
    key: 'retry_budget.ratio',
    // The bounds of the three are those of linkerd2-proxy, `convert_retry_budget`; the defaults are Linkerd’s.
    type: decimal({minimum: 0, maximum: 1000}),
    default: 0.2,
    objectOnly: true,
    scopes: ['root'],
    group: 'retry',
    summary: 'Most retries as a share of the original requests; of a ServiceProfile',
    example: 0.25,
  },
  {
    key: 'retry_budget.min_retries_per_second',
    type: integer({name: 'int32', minimum: 0, maximum: 2_147_483_647}),
    default: 10,
    objectOnly: true,
    scopes: ['root'],
    group: 'retry',
    summary: 'Retries a second that are allowed in any case; of a ServiceProfile',
    example: 5,
  },
  {
    key: 'retry_budget.ttl',
    type: duration,
    default: '10s',
    objectOnly: true,
    scopes: ['root'],
    group: 'retry',
    summary: 'For how long requests count for the ratio; of a ServiceProfile',
    example: '30s',
  },
  {
    key: 'response_classes',
    type: boolean,
    default: false,
    objectOnly: true,
    scopes: ['root'],
    group: 'retry',
    summary: 'Write the declared 5xx responses of each operation as failures; of a ServiceProfile',
    example: true,
  },
  {
    key: 'cors.allow_origins',
    type: corsOrigins,
    scopes: ['root', 'path'],
    group: 'gateway',
    summary: 'CORS: origins of web pages that may send requests; without one there is no filter',
    example: ['https://app.example.com'],
  },
  {
    key: 'cors.allow_methods',
    type: corsMethods,
    scopes: ['root', 'path'],
    group: 'gateway',
    summary: 'CORS: methods that they may use, by default those that are described',
    example: ['GET', 'POST'],
  },
  {
    key: 'cors.allow_headers',
    type: corsHeaders,
    scopes: ['root', 'path'],
    group: 'gateway',
    summary: 'CORS: headers that they may send',
    example: ['Authorization'],
  },
  {
    key: 'cors.expose_headers',
    type: corsHeaders,
    scopes: ['root', 'path'],
    group: 'gateway',
    summary: 'CORS: headers of responses that they may read',
    example: ['X-Request-Id'],
  },
  {
    key: 'cors.max_age',
    type: integer({name: 'int32', minimum: 1, maximum: 2_147_483_647, unit: 'seconds'}),
    default: 5,
    scopes: ['root', 'path'],
    group: 'gateway',
    summary: 'CORS: for how long browsers keep what is allowed',
    example: 600,
  },
  {
    key: 'cors.allow_credentials',
    type: boolean,
    default: false,
    scopes: ['root', 'path'],
    group: 'gateway',
    summary: 'CORS: they may send cookies and other credentials',
    example: true,
  },
  {
    key: 'disabled',
    type: boolean,
    default: false,
    scopes: SCOPES,
    flag: false,
    group: 'route',
    summary: 'Leaves the routes out; the nearest level wins',
    example: true,
  },
  {
    key: 'test.disabled',
    type: boolean,
    default: false,
    objectOnly: true,
    scopes: SCOPES,
    flag: false,
    group: 'test',
    summary: 'Leaves the tests out; the nearest level wins',
    example: true,
  },
  {
    key: 'test.values',
    type: parameterValues,
    objectOnly: true,
    scopes: SCOPES,
    flag: false,
    group: 'test',
    summary: 'Values of parameters in tests, by name; the nearest level wins',
    example: {petId: 42},
  },
] as const satisfies readonly Setting[];

export type SettingKey = (typeof SETTINGS)[number]['key'];

type SettingRow<K extends SettingKey> = Extract<(typeof SETTINGS)[number], {readonly key: K}>;

/** Values of settings under their dotted names, each of its row's type. */
export type SettingValues = {readonly [K in SettingKey]?: ValueOf<SettingRow<K>['type']>};

export type FlagKey = Exclude<SettingKey, Extract<(typeof SETTINGS)[number], {readonly flag: false}>['key']>;

/** Values at the level of a flag: those of the settings that have one. */
export type FlagValues = Pick<SettingValues, FlagKey>;

export const FLAG_SETTINGS: readonly Setting[] = SETTINGS.filter(({flag}: Setting) => flag !== false);

/** What turns on the filter `CORS`. */
export const ORIGINS = 'cors.allow_origins';

/** The settings that concern HTTPRoutes of a Gateway only. */
export const GATEWAY_SETTINGS: readonly SettingKey[] = SETTINGS.filter(({group}) => group === 'gateway').map(
  ({key}) => key,
);

/** The settings that have an effect at `scope`, in the table's order. */
export function settingsIn(scope: Scope): readonly Setting[] {
  return SETTINGS.filter((setting: Setting) => setting.scopes.includes(scope));
}

/** The names one level below `prefix`, each with its entry or with the entries in its group. */
export function childrenOf(
  entries: readonly Entry[],
  prefix: string,
): {name: string; entry: Entry | undefined; within: readonly Entry[]}[] {
  const below = entries.filter(({key}) => key.startsWith(prefix));
  const names = new Set(below.map(({key}) => key.slice(prefix.length).split('.', 1)[0] ?? ''));
  return [...names].map((name) => ({
    name,
    entry: entries.find(({key}) => key === `${prefix}${name}`),
    within: entries.filter(({key}) => key.startsWith(`${prefix}${name}.`)),
  }));
}
