import {type Entry, SCOPES, type Scope, type Setting, TARGET_NAMES} from './entry.ts';
import {
  annotationMap,
  boolean,
  decimal,
  dnsLabel,
  dnsSubdomain,
  duration,
  integer,
  labelMap,
  oneOf,
  pathPrefix,
  type ValueOf,
} from './types/index.ts';

export {
  type Entry,
  EXTENSION,
  SCOPE_NAMES,
  SCOPES,
  type Scope,
  type Setting,
  type TargetName,
} from './entry.ts';

/**
 * Every setting of the generator, one row each: flags, the JSON Schema of `x-apigen`, lint rules, the
 * library's types and the tables in the docs are derived from this table.
 *
 * Source: docs/specification.md, 3.2.
 */
export const SETTINGS = [
  {
    key: 'target',
    type: oneOf(TARGET_NAMES),
    default: 'service-profile',
    scopes: ['root'],
    flag: true,
    group: 'mesh',
    summary: 'Kind of the generated resources: one ServiceProfile, or HTTPRoutes of the Gateway API',
    example: 'httproute',
  },
  {
    key: 'mesh',
    type: oneOf(['linkerd', 'istio', 'cilium']),
    default: 'linkerd',
    scopes: ['root'],
    flag: true,
    group: 'mesh',
    target: 'httproute',
    summary: 'Mesh that reads the HTTPRoutes; it decides which of several matching rules is used',
    example: 'istio',
  },
  {
    key: 'gateway_api',
    type: oneOf(['1.2', '1.7']),
    default: '1.2',
    scopes: ['root'],
    flag: true,
    group: 'mesh',
    target: 'httproute',
    summary: 'Oldest version of the Gateway API that the HTTPRoutes are for; retries need 1.7',
    example: '1.7',
  },
  {
    key: 'namespace',
    type: dnsLabel,
    default: 'default',
    scopes: ['root'],
    flag: true,
    group: 'resource',
    summary: 'Namespace of the generated resources',
    example: 'shop',
  },
  {
    key: 'labels',
    type: labelMap,
    scopes: ['root'],
    flag: true,
    group: 'resource',
    summary: 'Labels of the generated resources',
    example: {team: 'shop'},
  },
  {
    key: 'annotations',
    type: annotationMap,
    scopes: ['root'],
    flag: true,
    group: 'resource',
    summary: 'Annotations of the generated resources',
    example: {'example.com/owner': 'shop-team'},
  },
  {
    key: 'service.name',
    type: dnsLabel,
    scopes: ['root'],
    flag: true,
    group: 'service',
    summary: 'Name of the target Service',
    example: 'petstore',
  },
  {
    key: 'service.namespace',
    type: dnsLabel,
    default: 'default',
    scopes: ['root'],
    flag: true,
    group: 'service',
    summary: 'Namespace of the target Service',
    example: 'shop',
  },
  {
    key: 'service.port',
    type: integer({name: 'int32', minimum: 1, maximum: 65_535}),
    default: 80,
    scopes: ['root'],
    flag: true,
    group: 'service',
    target: 'httproute',
    summary: 'Port of the target Service; a ServiceProfile has no field for it',
    example: 8080,
  },
  {
    key: 'cluster.cluster_domain',
    type: dnsSubdomain,
    default: 'cluster.local',
    scopes: ['root'],
    flag: true,
    group: 'resource',
    target: 'service-profile',
    summary: 'DNS domain of the cluster, the end of the ServiceProfile’s name',
    example: 'cluster.example.com',
  },
  {
    key: 'path.base',
    type: pathPrefix,
    default: '/',
    scopes: ['root'],
    flag: true,
    group: 'route',
    summary: 'Prefix of every path; "/" and an empty string add none',
    example: '/api/v1',
  },
  {
    key: 'timeouts.request_timeout',
    type: integer({name: 'uint32', minimum: 0, maximum: 4_294_967_295, unit: 'seconds'}),
    scopes: SCOPES,
    flag: true,
    group: 'route',
    summary: 'Request timeout; 0 means no timeout',
    example: 10,
  },
  {
    key: 'retryable',
    type: boolean,
    default: false,
    scopes: SCOPES,
    flag: true,
    group: 'retry',
    summary: 'Failed requests may be sent again',
    example: true,
  },
  {
    key: 'retry_budget.ratio',
    // The bounds of the three are those of linkerd2-proxy, `convert_retry_budget`; the defaults are Linkerd’s.
    type: decimal({minimum: 0, maximum: 1000}),
    default: 0.2,
    scopes: ['root'],
    flag: true,
    group: 'retry',
    target: 'service-profile',
    summary: 'Most retries as a share of the original requests; of a ServiceProfile',
    example: 0.25,
  },
  {
    key: 'retry_budget.min_retries_per_second',
    type: integer({name: 'int32', minimum: 0, maximum: 2_147_483_647}),
    default: 10,
    scopes: ['root'],
    flag: true,
    group: 'retry',
    target: 'service-profile',
    summary: 'Retries a second that are allowed in any case; of a ServiceProfile',
    example: 5,
  },
  {
    key: 'retry_budget.ttl',
    type: duration,
    default: '10s',
    scopes: ['root'],
    flag: true,
    group: 'retry',
    target: 'service-profile',
    summary: 'For how long requests count for the ratio; of a ServiceProfile',
    example: '30s',
  },
  {
    key: 'response_classes',
    type: boolean,
    default: false,
    scopes: ['root'],
    flag: true,
    group: 'retry',
    target: 'service-profile',
    summary: 'Write the declared 5xx responses of each operation as failures; of a ServiceProfile',
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
] as const satisfies readonly Setting[];

export type SettingKey = (typeof SETTINGS)[number]['key'];

type Row<K extends SettingKey> = Extract<(typeof SETTINGS)[number], {readonly key: K}>;

/** Values of settings under their dotted names, each of its row's type. */
export type SettingValues = {readonly [K in SettingKey]?: ValueOf<Row<K>['type']>};

/** The keys that may be given by a flag. */
export type FlagKey = Extract<(typeof SETTINGS)[number], {readonly flag: true}>['key'];

/** Values at the level of a flag: those of the settings that have one. */
export type FlagValues = Pick<SettingValues, FlagKey>;

/** The settings that have a flag, in the table's order. */
export const FLAG_SETTINGS: readonly Setting[] = SETTINGS.filter(({flag}) => flag);

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
