import {givenValues, type Level, type Levels, resolveSetting} from '../settings/precedence.ts';
import type {FlagValues, SettingKey, SettingValues} from '../settings/table.ts';
import type {Description} from './description.ts';
import type {Operation} from './operation.ts';

/** The settings of a description after all levels were taken into account. */
export interface EffectiveSettings {
  /** The value that counts for the whole description. */
  get<K extends SettingKey>(key: K): SettingValues[K] | undefined;
  /** The strongest level that gives a value for the whole description; `default` when the default applies. */
  level(key: SettingKey): Level | undefined;
  /** The value that counts for one operation. */
  at<K extends SettingKey>(operation: Operation, key: K): SettingValues[K] | undefined;
  /** What each level gives for one operation. */
  levels(operation: Operation): Levels;
  /** The description whose root applies to one operation. */
  rootOf(operation: Operation): Rooted;
}

/** A description as far as its root is concerned. */
export type Rooted = Pick<Description, 'uri' | 'settings' | 'implied'>;

/** Joins what a description sets with `flags`, the values at the level of a flag. */
export function effectiveSettings(description: Rooted, flags: FlagValues): EffectiveSettings {
  const common: Levels = {flag: flags, root: description.settings.values, document: description.implied};
  const known = new Map<SettingKey, SettingValues>();
  const get = <K extends SettingKey>(key: K): SettingValues[K] | undefined => {
    const values: SettingValues = known.get(key) ?? Object.fromEntries([[key, resolveSetting(key, common)]]);
    known.set(key, values);
    return values[key];
  };
  const levels = ({settings, pathItem}: Operation): Levels => ({
    ...common,
    operation: settings.values,
    path: pathItem.settings.values,
  });
  return {
    get,
    level: (key) => givenValues(key, common)[0]?.level,
    levels,
    rootOf: () => description,
    // Few operations have settings of their own.
    at: (operation, key) =>
      key in operation.settings.values || key in operation.pathItem.settings.values
        ? resolveSetting(key, levels(operation))
        : get(key),
  };
}
