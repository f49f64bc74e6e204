import {
  annotationMap,
  boolean,
  dnsLabel,
  dnsSubdomain,
  integer,
  labelMap,
  pathPrefix,
  type ValueOf,
  type ValueType,
} from './types/index.ts';

/** The key of the settings in a description: at the root, at a path item and at an operation. */
export const EXTENSION = 'x-apigen';

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
}

export interface Setting extends Entry {
  /** Whether there is a flag; a setting that makes sense at one place only has none. */
  readonly flag: boolean;
  /** The places where the key has an effect. */
  readonly scopes: readonly Scope[];
}

/**
 * Every setting of the generator, one row each: flags, the JSON Schema of `x-apigen`, lint rules, the
 * library's types and the tables in the docs are derived from this table.
 *
 * Source: docs/specification.md, 3.2.
 */
export const SETTINGS = [
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
    summary: 'Port of the target Service; checked, but a ServiceProfile has no field for it',
    example: 8080,
  },
  {
    key: 'cluster.cluster_domain',
    type: dnsSubdomain,
    default: 'cluster.local',
    scopes: ['root'],
    flag: true,
    group: 'resource',
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
