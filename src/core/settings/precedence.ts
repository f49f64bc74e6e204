import {ownValue} from '../base/json.ts';
import {SETTINGS, type SettingKey, type SettingValues} from './table.ts';

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

const DEFAULTS: SettingValues = Object.fromEntries(SETTINGS.map(({key, default: value}) => [key, value]));

/** The other form of a setting, by the key of the setting. */
const FORMS: ReadonlyMap<string, {key: string; toValue: (written: string) => unknown}> = new Map(
  SETTINGS.flatMap(({key, formOf}) =>
    formOf ? [[formOf.key, {key, toValue: formOf.toValue}] as const] : [],
  ),
);

/** Whether a level gives a setting, in either form. */
export function isGiven(key: SettingKey, values: SettingValues): boolean {
  const form = FORMS.get(key);
  return key in values || (form !== undefined && form.key in values);
}

/** A value of a setting, and the level that gives it. */
export interface GivenValue<K extends SettingKey> {
  /** The key that was set: maybe another form. */
  readonly key: string;
  readonly written: unknown;
  readonly level: Level;
  readonly where: string;
  readonly value: NonNullable<SettingValues[K]>;
}

/** Every value that is given for `key`, in either form, the strongest first. */
export function givenValues<K extends SettingKey>(key: K, levels: Levels): GivenValue<K>[] {
  const form = FORMS.get(key);
  return PRECEDENCE.flatMap(({level, where}): GivenValue<K>[] => {
    const values: SettingValues | undefined = level === 'default' ? DEFAULTS : levels[level];
    const value = values?.[key];
    // Before the other form, which may come from the extensions of Linkerd: they are weaker than `x-apigen`.
    if (value !== undefined && value !== null) return [{key, written: value, level, where, value}];
    const written = form && ownValue(values, form.key);
    if (form === undefined || typeof written !== 'string') return [];
    const {[key]: other}: SettingValues = Object.fromEntries([[key, form.toValue(written)]]);
    if (other === undefined || other === null) return [];
    return [{key: form.key, written, level, where, value: other}];
  });
}

/**
 * The value of `key` that counts: the strongest one given, or, for a type that merges, all of them joined.
 * `undefined` when there is none, not even a default.
 *
 * Source: docs/specification.md, 3.3.
 */
export function resolveSetting<K extends SettingKey>(key: K, levels: Levels): SettingValues[K] | undefined {
  const values = givenValues(key, levels).map(({value}) => value);
  const setting = SETTINGS.find((candidate) => candidate.key === key);
  const merged = values.length > 0 ? setting?.type.merge?.(values.toReversed()) : undefined;
  const joined: SettingValues = Object.fromEntries([[key, merged ?? values[0]]]);
  return joined[key];
}
