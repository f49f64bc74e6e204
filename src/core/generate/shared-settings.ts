import {isMap, ownValue, pointerTokens} from '../base/json.ts';
import {
  childLocation,
  type Location,
  mergeError,
  nestedLocation,
  type Origin,
  type Problem,
} from '../base/problem.ts';
import {printable, quote} from '../base/quote.ts';
import type {Description} from '../openapi/description.ts';
import {isOfPrefix} from '../openapi/effective-settings.ts';
import {EXTENSION, type FlagValues, SETTINGS, type Setting, type SettingValues} from '../settings/table.ts';

/** One of several descriptions of a Service. */
export interface MergedPart {
  /** Its name in messages. */
  readonly name: string;
  readonly description: Description;
}

/** The settings of the Service and its objects: every one at the root that is not about single paths. */
const SHARED: readonly Setting[] = SETTINGS.filter(
  ({key, scopes}) => scopes.length === 1 && !isOfPrefix(key),
);

type GivenSetting = ReturnType<typeof settingIn>[number];

/**
 * Joins the settings of several descriptions that concern all of them. Each of them may set some; two that set the same to
 * different values are an error, unless a flag decides.
 *
 * @returns the values; as the origin of a root that has all of them, where they were written; and the problems
 */
export function sharedSettings(parts: readonly MergedPart[], flags: FlagValues) {
  const flagValues = new Map<string, unknown>(Object.entries(flags));
  const values = new Map<string, unknown>();
  const problems: Problem[] = [];
  const places: [string, Location][] = [];
  for (const {key, type} of SHARED) {
    const settings = parts.flatMap((part) => settingIn(part, key));
    const [first] = settings;
    if (first === undefined) continue;
    places.push([key, first.location]);
    values.set(key, type.merge?.(settings.map(({value}) => value)) ?? first.value);
    const flag = flagValues.get(key);
    if (type.merge) {
      const names = settings.flatMap(({value}) => (isMap(value) ? Object.keys(value) : []));
      for (const name of new Set(names))
        if (!(isMap(flag) && Object.hasOwn(flag, name)))
          problems.push(...differences(`${key}.${name}`, entries(settings, name)));
    } else if (flag === undefined) problems.push(...differences(key, settings));
  }
  const shared: SettingValues = Object.fromEntries(values);
  return {values: shared, origin: originOf(parts, places), problems};
}

function settingIn({name, description: {settings}}: MergedPart, key: string) {
  const value = ownValue(settings.values, key);
  if ((value ?? null) === null || settings.extension === undefined) return [];
  return [{name, value, location: nestedLocation(settings.extension, key)}];
}

function entries(settings: readonly GivenSetting[], key: string): GivenSetting[] {
  return settings.flatMap(({name, value, location}) =>
    isMap(value) && Object.hasOwn(value, key)
      ? [{name, value: value[key], location: childLocation(location, key)}]
      : [],
  );
}

/** A problem at each of the places, if they differ. */
function differences(key: string, settings: readonly GivenSetting[]): Problem[] {
  const [first] = settings;
  const other = settings.find(({value}) => JSON.stringify(value) !== JSON.stringify(first?.value));
  if (first === undefined || other === undefined) return [];
  return settings.map(({name, value, location}) => {
    const against = JSON.stringify(value) === JSON.stringify(first.value) ? other : first;
    const message = `\`${key}\` ${shown(value)} differs from ${shown(against.value)} in ${against.name}`;
    const toDistinct = 'set it in one of the descriptions, or the same in all of them';
    return mergeError(message, name === against.name ? 'remove one of them' : toDistinct, {location});
  });
}

/** A value in a message, also a short list or map: that of a setting is finite. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return typeof value === 'object' && text.length <= 80 ? printable(text) : quote(value);
}

/** A map of settings is at the place of the first setting in it. */
function originOf(parts: readonly MergedPart[], places: readonly (readonly [string, Location])[]): Origin {
  const extended = parts.find(({description}) => description.settings.extension) ?? parts[0];
  const {uri = '', settings} = extended?.description ?? {};
  return {
    of(pointer) {
      const [first, ...names] = pointerTokens(pointer);
      if (first !== EXTENSION) return {uri: parts[0]?.description.uri ?? '', pointer};
      const key = `${names.join('.')}.`;
      const entry = places.find(([one]) => `${one}.`.startsWith(key) || key.startsWith(`${one}.`));
      if (entry === undefined) return settings?.extension ?? {uri, pointer};
      const [setting, place] = entry;
      return names.slice(setting.split('.').length).reduce(childLocation, place);
    },
  };
}
