import {entriesOf, isMap, type JsonMap} from '../json.ts';
import {childLocation, keyLocation, type Location} from '../problem.ts';
import {type Entry, EXTENSION, type Scope, SETTINGS, type SettingValues, settingsIn} from './table.ts';
import type {Mismatch} from './types/index.ts';

/** Where a value was given: at a place in a document, or by a flag. */
export type Source = {readonly location: Location} | {readonly flag: string};

/** What is wrong with a key or its value. The rule of the same code has the words for it. */
export type SettingFault = Source &
  (
    | {readonly kind: 'value'; readonly entry: Entry; readonly mismatch: Mismatch}
    | {
        readonly kind: 'group';
        readonly key: string;
        readonly found: unknown;
        readonly entries: readonly Entry[];
      }
    | {readonly kind: 'repeated'; readonly key: string}
    | {readonly kind: 'scope'; readonly key: string; readonly scope: Scope}
    | {
        readonly kind: 'unknown';
        readonly key: string;
        /** The last part of the key, as written: it may contain dots. */
        readonly name: string;
        readonly what: 'setting' | 'option';
        readonly known: readonly Entry[];
        /** False where the keys of `service.name` must be nested. */
        readonly dotted: boolean;
      }
  );

/** The valid values that were read, by dotted key, and what is wrong with the others. */
export interface Reading {
  readonly values: SettingValues;
  readonly faults: readonly SettingFault[];
}

/** The keys that may be set at one place. */
export interface KnownKeys {
  readonly what: 'setting' | 'option';
  readonly entries: readonly Entry[];
  /** Whether `service.name: …` may be written for `service: {name: …}`. */
  readonly dotted: boolean;
  /** At one place of a description: what is a setting, but not here. */
  readonly scope?: Scope;
}

const NOTHING: Reading = {values: {}, faults: []};

/**
 * Reads one `x-apigen`.
 *
 * @param value the value of the key; `null` and `undefined` set nothing
 * @param scope the level it is at
 */
export function readExtension(value: unknown, scope: Scope, location: Location): Reading {
  if (value === undefined || value === null) return NOTHING;
  const entries = settingsIn(scope);
  return isMap(value)
    ? readKeys(value, {what: 'setting', entries, dotted: false, scope}, location)
    : {values: {}, faults: [{kind: 'group', key: EXTENSION, found: value, entries, location}]};
}

/**
 * Reads a map of nested keys: the settings of an `x-apigen`, or the options of a decorator. `null` means "not set", for a
 * key as for a group.
 */
export function readKeys(
  map: JsonMap,
  known: KnownKeys,
  location: Location,
): {values: Readonly<Record<string, unknown>>; faults: readonly SettingFault[]} {
  const values = new Map<string, unknown>();
  const faults: SettingFault[] = [];
  const groups: Group[] = [{map, prefix: '', at: location}];
  const given = new Set<string>();
  // The loop goes on over the groups that it adds.
  for (const {map: group, prefix, at} of groups) {
    for (const [name, value] of entriesOf(group)) {
      const key = prefix + name;
      const place = childLocation(at, name);
      const {entry, within} = lookUp(key, name, known);
      if (entry && value !== null) {
        if (given.has(key)) faults.push({kind: 'repeated', key, location: place});
        given.add(key);
        const wrong = entry.type.check(value).map((mismatch) => valueFault(entry, mismatch, place));
        faults.push(...wrong);
        if (wrong.length === 0) values.set(key, value);
      } else if (within.length > 0 && isMap(value)) groups.push({map: value, prefix: `${key}.`, at: place});
      else if (within.length > 0 && value !== null)
        faults.push({kind: 'group', key, found: value, entries: within, location: place});
      else if (!entry && within.length === 0)
        faults.push(...unknownKey(key, name, value, known, keyLocation(place)));
    }
  }
  return {values: Object.fromEntries(values), faults};
}

interface Group {
  readonly map: JsonMap;
  readonly prefix: string;
  readonly at: Location;
}

/** What a key means: an entry, or the group of the entries within it; neither for an unknown key. */
function lookUp(
  key: string,
  name: string,
  {entries, dotted}: Pick<KnownKeys, 'entries' | 'dotted'>,
): {entry?: Entry | undefined; within: readonly Entry[]} {
  if (name.includes('.') && !dotted) return {within: []};
  return {
    entry: entries.find((candidate) => candidate.key === key),
    within: entries.filter((candidate) => candidate.key.startsWith(`${key}.`)),
  };
}

function valueFault(entry: Entry, mismatch: Mismatch, location: Location): SettingFault {
  const place = mismatch.at.reduce(childLocation, location);
  return {kind: 'value', entry, mismatch, location: mismatch.key ? keyLocation(place) : place};
}

function unknownKey(
  key: string,
  name: string,
  value: unknown,
  {what, entries, dotted, scope}: KnownKeys,
  location: Location,
): SettingFault[] {
  const elsewhere = lookUp(key, name, {entries: SETTINGS, dotted: false});
  if (scope === undefined || !(elsewhere.entry || elsewhere.within.length > 0))
    return [{kind: 'unknown', key, name, what, known: entries, dotted, location}];
  return value === null ? [] : [{kind: 'scope', key, scope, location}];
}

/** Reads values by dotted key that were given at the level of a flag. */
export function readFlagValues(given: {readonly [key: string]: unknown}, entries: readonly Entry[]): Reading {
  const values = new Map<string, unknown>();
  const faults = Object.entries(given).flatMap(([key, value]): SettingFault[] => {
    if (value === undefined || value === null) return [];
    const entry = entries.find((candidate) => candidate.key === key);
    if (!entry)
      return [{kind: 'unknown', key, name: key, what: 'setting', known: entries, dotted: true, flag: key}];
    const mismatches = entry.type.check(value);
    if (mismatches.length === 0) values.set(key, value);
    return mismatches.map((mismatch) => ({kind: 'value', entry, mismatch, flag: key}));
  });
  return {values: Object.fromEntries(values), faults};
}

/** The values that the texts of flags give, by dotted key, unchecked. */
export function parseFlags(
  texts: Readonly<Record<string, readonly string[] | undefined>>,
  entries: readonly Entry[],
): Record<string, unknown> {
  return Object.fromEntries(
    entries.flatMap(({key, type}) => {
      const given = texts[key];
      return given === undefined ? [] : [[key, type.flag.parse(given)]];
    }),
  );
}
