import {isMap, type JsonMap} from '../base/json.ts';
import {childLocation, type FoundFault, keyLocation, type Location} from '../base/problem.ts';
import {
  type KnownKeys,
  misplacedKey,
  repeatedKey,
  type Source,
  unknownKey,
  wrongGroup,
  wrongValue,
} from './faults.ts';
import {
  type Entry,
  EXTENSION,
  IGNORE_EXTENSION,
  lookUp,
  type Scope,
  SETTINGS,
  type SettingValues,
  settingsIn,
} from './table.ts';

/** The valid values that were read, by dotted key, and what is wrong with the others. */
export interface Reading {
  readonly values: SettingValues;
  readonly faults: readonly FoundFault[];
}

/** Where an extension of ours has an effect. */
export const HOSTS = 'move it to the root, to a path item or to an operation';

const NOT_SET: Reading = {values: {}, faults: []};

/** Reads the value of an `x-apigen`; `null` and `undefined` set nothing. */
export function readExtension(value: unknown, scope: Scope, location: Location): Reading {
  if (value === undefined || value === null) return NOT_SET;
  const entries = settingsIn(scope);
  return isMap(value)
    ? readKeys(value, {what: 'setting', entries, dotted: false, scope}, location)
    : {values: {}, faults: [wrongGroup(EXTENSION, value, entries, location)]};
}

/**
 * Reads a map of nested keys: the settings of an `x-apigen`, or the options of a decorator. `null` means "not set", for a
 * key as for a group. Keys that begin with `x-` are somebody else's.
 */
export function readKeys(
  map: JsonMap,
  known: KnownKeys,
  location: Location,
): {values: Readonly<Record<string, unknown>>; faults: readonly FoundFault[]} {
  const {values, faults, take} = collector();
  const groups: {map: JsonMap; prefix: string; at: Location}[] = [{map, prefix: '', at: location}];
  // The loop goes on over the groups that it adds.
  for (const {map: group, prefix, at} of groups) {
    for (const [name, value] of Object.entries(group)) {
      const key = prefix + name;
      const place = childLocation(at, name);
      if ([EXTENSION, IGNORE_EXTENSION].includes(name)) {
        const message = `\`${name}\` has no effect in settings`;
        faults.push({code: 'setting-scope', message, hint: HOSTS, location: keyLocation(place)});
      }
      if (name.startsWith('x-')) continue;
      const isNested = known.dotted || !name.includes('.');
      const {entry, within} = lookUp(isNested ? known.entries : [], key);
      if (entry && value !== null) take(entry, value, {location: place});
      else if (within.length > 0 && isMap(value)) groups.push({map: value, prefix: `${key}.`, at: place});
      else if (within.length > 0 && value !== null) faults.push(wrongGroup(key, value, within, place));
      else if (!entry && within.length === 0) {
        const elsewhere = lookUp(name.includes('.') ? [] : SETTINGS, key);
        if (known.scope === undefined || !(elsewhere.entry || elsewhere.within.length > 0))
          faults.push(unknownKey(key, name, known, {location: keyLocation(place)}));
        else if (value !== null) faults.push(misplacedKey(key, known.scope, keyLocation(place)));
      }
    }
  }
  return {values: Object.fromEntries(values), faults};
}

function collector() {
  const values = new Map<string, unknown>();
  const faults: FoundFault[] = [];
  /** The keys that were set, by the setting that they are a form of. */
  const keys = new Map<string, string>();
  const take = (entry: Entry, value: unknown, source: Source) => {
    const {key, type, formOf} = entry;
    const other = keys.get(formOf?.key ?? key);
    if (other !== undefined) faults.push(repeatedKey(key, other, source));
    keys.set(formOf?.key ?? key, key);
    const wrong = type.check(value);
    for (const mismatch of wrong) faults.push(wrongValue(entry, mismatch, source));
    if (wrong.length === 0) values.set(key, value);
  };
  return {values, faults, take};
}

/** Those of some values whose keys are of entries, under the keys after `prefix`. */
export function valuesOf(
  entries: readonly Pick<Entry, 'key'>[],
  values: Readonly<Record<string, unknown>>,
  prefix = '',
) {
  const keys = entries.map(({key}) => key).filter((key) => prefix + key in values);
  return Object.fromEntries(keys.map((key) => [key, values[prefix + key]]));
}

/** Reads values by dotted key that were given at the level of a flag. */
export function readFlagValues(flags: {readonly [key: string]: unknown}, entries: readonly Entry[]): Reading {
  const {values, faults, take} = collector();
  for (const [key, value] of Object.entries(flags)) {
    if (value === undefined || value === null) continue;
    const entry = entries.find((candidate) => candidate.key === key);
    if (entry) take(entry, value, {flag: key});
    else faults.push(unknownKey(key, key, {what: 'setting', entries, dotted: true}, {flag: key}));
  }
  return {values: Object.fromEntries(values), faults};
}

/** The values that the texts of flags give, by dotted key, unchecked. */
export function parseFlags(
  texts: Readonly<Record<string, readonly string[] | undefined>>,
  entries: readonly Entry[],
): Record<string, unknown> {
  return Object.fromEntries(
    entries.flatMap(({key, type}) => {
      const {[key]: ofFlag} = texts;
      return ofFlag === undefined ? [] : [[key, type.flag.parse(ofFlag)]];
    }),
  );
}
