/** Where an `x-apigen` object may stand. */
export const SCOPES = ['root', 'path', 'operation'] as const;
export type Scope = (typeof SCOPES)[number];

/** How a setting's text is checked beyond being a string. */
export type StringFormat = 'dns-label' | 'dns-subdomain' | 'path-prefix';

interface SettingCommon {
  /** Dotted name: the flag `--service.name` and the nested key `service: {name: …}` of `x-apigen`. */
  readonly key: string;
  /** Whether there is a flag; a setting that makes sense at one place only has none. */
  readonly flag: boolean;
  /** The places where the key has an effect. */
  readonly scopes: readonly Scope[];
  /** One line for help, schema and docs. */
  readonly summary: string;
  /** Heading of the flag in `--help`. */
  readonly group: string;
  /** The unit of a number, for people. */
  readonly unit?: string;
}

interface IntegerSetting extends SettingCommon {
  readonly type: 'int32' | 'uint32';
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
  readonly example: number;
}

interface StringSetting extends SettingCommon {
  readonly type: 'string';
  readonly format: StringFormat;
  readonly default?: string;
  readonly example: string;
}

interface BooleanSetting extends SettingCommon {
  readonly type: 'boolean';
  readonly default?: boolean;
  readonly example: boolean;
}

export type Setting = IntegerSetting | StringSetting | BooleanSetting;

const EVERYWHERE = SCOPES;

/**
 * Every setting of the generator, one row each: flags, the JSON Schema of `x-apigen`, lint rules, the Redocly
 * type extension and the tables in the docs are made from this table.
 *
 * Source: route-profile-generator specification, table 2.2. `disabled` is an addition of ours.
 */
export const SETTINGS = [
  {
    key: 'namespace',
    type: 'string',
    format: 'dns-label',
    default: 'default',
    scopes: ['root'],
    flag: true,
    group: 'resource',
    summary: 'Namespace of the generated ServiceProfile',
    example: 'shop',
  },
  {
    key: 'service.name',
    type: 'string',
    format: 'dns-label',
    scopes: ['root'],
    flag: true,
    group: 'service',
    summary: 'Name of the target Service',
    example: 'petstore',
  },
  {
    key: 'service.namespace',
    type: 'string',
    format: 'dns-label',
    default: 'default',
    scopes: ['root'],
    flag: true,
    group: 'service',
    summary: 'Namespace of the target Service',
    example: 'shop',
  },
  {
    key: 'service.port',
    type: 'int32',
    minimum: 1,
    maximum: 65535,
    default: 80,
    scopes: ['root'],
    flag: true,
    group: 'service',
    summary: 'Port of the target Service; checked, but a ServiceProfile has no place for it',
    example: 8080,
  },
  {
    key: 'cluster.cluster_domain',
    type: 'string',
    format: 'dns-subdomain',
    default: 'cluster.local',
    scopes: ['root'],
    flag: true,
    group: 'resource',
    summary: 'DNS domain of the cluster, the end of the ServiceProfile’s name',
    example: 'cluster.example.com',
  },
  {
    key: 'path.base',
    type: 'string',
    format: 'path-prefix',
    default: '/',
    scopes: ['root'],
    flag: true,
    group: 'route',
    summary: 'Prefix of every path; "/" or empty means none',
    example: '/api/v1',
  },
  {
    key: 'timeouts.request_timeout',
    type: 'uint32',
    minimum: 0,
    maximum: 4294967295,
    scopes: EVERYWHERE,
    flag: true,
    group: 'route',
    unit: 'seconds',
    summary: 'Request timeout; 0 means no timeout here',
    example: 10,
  },
  {
    key: 'disabled',
    type: 'boolean',
    default: false,
    scopes: EVERYWHERE,
    flag: false,
    group: 'route',
    summary: 'Leaves the routes out; the nearest level wins',
    example: true,
  },
] as const satisfies readonly Setting[];

export type SettingKey = (typeof SETTINGS)[number]['key'];

interface TypeOfSetting {
  string: string;
  int32: number;
  uint32: number;
  boolean: boolean;
}

type Row<K extends SettingKey> = Extract<(typeof SETTINGS)[number], {readonly key: K}>;

/** Values of settings under their dotted names, each of its row's type. */
export type SettingValues = {readonly [K in SettingKey]?: TypeOfSetting[Row<K>['type']]};

/** The keys that may be given by a flag. */
export type FlagKey = Extract<(typeof SETTINGS)[number], {readonly flag: true}>['key'];

/** Values at the level of a flag: those settings that have one. */
export type FlagValues = Pick<SettingValues, FlagKey>;

const byKey: ReadonlyMap<string, Setting> = new Map(SETTINGS.map((setting) => [setting.key, setting]));

/** The row of a dotted name, or `undefined` when there is no such setting. */
export function findSetting(key: string): Setting | undefined {
  return byKey.get(key);
}

/** The settings that have an effect at `scope`, in the table's order. */
export function settingsIn(scope: Scope): readonly Setting[] {
  return SETTINGS.filter((setting: Setting) => setting.scopes.includes(scope));
}
