import {SETTINGS, type Setting, type SettingKey, type SettingValues} from './table.ts';

/** The levels at which one setting of one route may be set, the strongest first, and how messages name each. */
export const PRECEDENCE = [
  {level: 'operation', where: 'at the operation'},
  {level: 'path', where: 'at the path item'},
  {level: 'service', where: 'in the annotation of the Service'},
  {level: 'flag', where: 'in the flags or options'},
  {level: 'root', where: 'at the root'},
  {level: 'document', where: 'in the description'},
  {level: 'default', where: 'by default'},
] as const;

export type Level = (typeof PRECEDENCE)[number]['level'];

/**
 * The values given at each level. `document` is what the description itself says outside of `x-apigen`
 * (`basePath` of Swagger 2.0); `default` is the settings table's, and is not given here.
 */
export type Levels = {readonly [L in Exclude<Level, 'default'>]?: SettingValues | undefined};

const DEFAULTS: SettingValues = Object.fromEntries(
  SETTINGS.map((setting: Setting) => [setting.key, setting.default]),
);

/** A value of a setting, and the level that gives it. */
export interface GivenValue<K extends SettingKey> {
  readonly level: Level;
  readonly where: string;
  readonly value: NonNullable<SettingValues[K]>;
}

/** Every value that is given for `key`, the strongest first. */
export function givenValues<K extends SettingKey>(key: K, levels: Levels): GivenValue<K>[] {
  return PRECEDENCE.flatMap(({level, where}) => {
    const values: SettingValues | undefined = level === 'default' ? DEFAULTS : levels[level];
    const value = values?.[key];
    return value === undefined || value === null ? [] : [{level, where, value}];
  });
}

/**
 * The value of `key` that counts: the strongest one given, or, for a type that merges, all of them joined.
 * `undefined` when there is none, not even a default.
 *
 * Source: docs/specification.md, 3.3; merging: 3.5.
 */
export function resolveSetting<K extends SettingKey>(key: K, levels: Levels): SettingValues[K] | undefined {
  const given = givenValues(key, levels);
  if (given.length === 0) return undefined;
  const setting: Setting | undefined = SETTINGS.find((candidate) => candidate.key === key);
  const merged = setting?.type.merge?.(given.map(({value}) => value).reverse());
  const values: SettingValues = merged === undefined ? {} : Object.fromEntries([[key, merged]]);
  return values[key] ?? given[0]?.value;
}
