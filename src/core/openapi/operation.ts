import {isMap} from '../json.ts';
import {keyLocation, type Location} from '../problem.ts';
import {readExtension, type SettingFault} from '../settings/read.ts';
import {EXTENSION, type SettingValues} from '../settings/table.ts';
import {isMisspelledExtension} from './misspelled-keys.ts';
import {entriesOf, type Placed, type PlacedEntries, type ReferenceContext} from './reference.ts';
import type {OpenapiVersion} from './version.ts';

/** What an `x-apigen` sets, and where it is; the location is absent when there is none. */
export interface SettingsAt {
  readonly values: SettingValues;
  readonly extension?: Location;
}

/** A path of a description. */
export interface PathItem {
  /** The path template as written, with `{parameters}`. */
  readonly path: string;
  readonly settings: SettingsAt;
  /** Where the path item is in `paths`. */
  readonly location: Location;
}

/** One operation of a description. */
export interface Operation {
  /** In upper case. */
  readonly method: string;
  readonly pathItem: PathItem;
  readonly settings: SettingsAt;
  /** Where the operation is, maybe in another document. */
  readonly location: Location;
}

/** A walk over a description: what it has found so far. */
export interface Walk extends ReferenceContext {
  readonly version: OpenapiVersion;
  readonly operations: Operation[];
  readonly settingFaults: SettingFault[];
}

/** Reads the operation at `placed`, and adds it, or what is wrong with it, to what the walk has found. */
export function readOperation(name: string, pathItem: PathItem, placed: Placed, walk: Walk): void {
  const {value, location} = placed;
  if (value !== null && !isMap(value)) {
    const {path} = pathItem;
    walk.faults.push({code: 'operation', kind: 'operation', path, method: name, found: value, location});
    return;
  }
  const settings = readSettingsAt(entriesOf(placed, 'an operation', walk), 'operation', walk);
  walk.operations.push({method: name.toUpperCase(), pathItem, settings, location});
}

const NO_SETTINGS: SettingsAt = {values: {}};

/** Reads the settings of a path item or an operation. */
export function readSettingsAt(entries: PlacedEntries, scope: 'path' | 'operation', walk: Walk): SettingsAt {
  for (const key of entries.keys) {
    const location = isMisspelledExtension(key) ? entries.get(key)?.location : undefined;
    if (location)
      walk.faults.push({code: 'misspelled-extension', name: key, location: keyLocation(location)});
  }
  const extension = entries.get(EXTENSION);
  if (extension === undefined || extension.value === null) return NO_SETTINGS;
  const {values, faults} = readExtension(extension.value, scope, extension.location);
  walk.settingFaults.push(...faults);
  return {values, extension: extension.location};
}
