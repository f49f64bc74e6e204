import {SETTINGS, type Setting, type SettingKey, type SettingValues} from './settings.ts';

/** The levels at which one setting of one route may stand, the one that wins first. */
export const PRECEDENCE = ['operation', 'path', 'flag', 'root', 'document', 'default'] as const;
export type Level = (typeof PRECEDENCE)[number];

/**
 * The values given at each level. `document` is what the description itself says outside of `x-apigen`
 * (`basePath` of Swagger 2.0); `default` is the settings table's, and is not given here.
 */
export type Levels = {readonly [L in Exclude<Level, 'default'>]?: SettingValues | undefined};

const DEFAULTS: SettingValues = Object.fromEntries(
  SETTINGS.map((setting: Setting) => [setting.key, setting.default]),
);

/**
 * The value of `key` that counts, from the nearest level that has one, else its default; `undefined` when there is
 * neither. The one place where precedence is decided.
 *
 * Source: specification, 2.4 rule 7; levels beyond it are a decision of ours (docs/settings.md).
 */
export function resolveSetting<K extends SettingKey>(key: K, levels: Levels): SettingValues[K] | undefined {
  for (const level of PRECEDENCE) {
    const values: SettingValues | undefined = level === 'default' ? DEFAULTS : levels[level];
    const value = values?.[key];
    if (value !== undefined) return value;
  }
  return undefined;
}
