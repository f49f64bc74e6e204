import {isMap} from '../json.ts';
import type {Location} from '../problem.ts';
import {type Reading, readExtension, type SettingFault} from '../settings/read.ts';
import {EXTENSION, type SettingValues} from '../settings/table.ts';
import {readLinkerdExtensions} from './linkerd-extensions.ts';
import {type FoundExtension, misplacedExtensions} from './misplaced-extension.ts';
import {misspelledKeys, type PlaceScope, uncheckedMaps} from './misspelled-keys.ts';
import {
  entryOf,
  type Placed,
  type PlacedMap,
  type ReferenceContext,
  type Resolved,
  resolveMap,
} from './reference.ts';
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
  /** The keys of its `responses` that are server errors, such as `503` and `5XX`, in order. */
  readonly failures: readonly string[];
  /** Its `tags`; without those that are not strings. */
  readonly tags: readonly string[];
  /** The settings in Linkerd's own extensions, which count on request; absent when there are none. */
  readonly linkerd?: Reading;
  /** Where the operation is, maybe in another document. */
  readonly location: Location;
}

/** A walk over a description: what it has found so far. */
export interface Walk extends ReferenceContext {
  readonly version: OpenapiVersion;
  readonly operations: Operation[];
  readonly settingFaults: SettingFault[];
  /** What was read of each `x-apigen`: many paths may share one, by `$ref` or by YAML's aliases. */
  readonly readings: Readonly<Record<PlaceScope, Map<unknown, Reading>>>;
  /** Maps and chains whose keys were checked, for the same reason. */
  readonly checked: Readonly<Record<PlaceScope, Set<object>>>;
  /** What was read of each map of responses and each list of tags, for the same reason. */
  readonly failures: Map<unknown, readonly string[]>;
  readonly tags: Map<unknown, readonly string[]>;
  /** Maps of additional operations that are too large. */
  readonly tooMany: Set<object>;
  /** How many operations came from these maps, without those of maps that were read before. */
  readonly additional: {operations: number};
  /** How many segments the paths may still have, beyond those that each may have. */
  readonly segments: {left: number};
  /** Maps that operations were read from, and how many operations came from maps that were read before. */
  readonly repeated: {readonly maps: Set<object>; operations: number};
  /** Where `x-apigen` is at path items and operations. */
  readonly extensions: Location[];
  /** Where else it is, and the maps and lists that were searched for it. */
  readonly misplaced: FoundExtension[];
  readonly searched: Set<object>;
}

/** Reads the operation at `placed`, and adds it, or what is wrong with it, to what the walk has found. */
export function readOperation(name: string, pathItem: PathItem, placed: Placed, walk: Walk): void {
  const {value, location} = placed;
  if (value !== null && !isMap(value)) {
    const {path} = pathItem;
    walk.faults.push({code: 'operation', kind: 'operation', path, method: name, found: value, location});
    return;
  }
  const operation = resolveMap(placed, 'an operation', walk);
  const settings = operation === undefined ? NO_SETTINGS : readSettingsAt(operation, 'operation', walk);
  const failures = failuresOf(operation && entryOf(operation, RESPONSES)?.value, walk);
  const tags = tagsOf(operation && entryOf(operation, TAGS)?.value, walk);
  const linkerd = operation && readLinkerdExtensions(operation);
  const method = name.toUpperCase();
  walk.operations.push({method, pathItem, settings, failures, tags, location, ...(linkerd && {linkerd})});
}

/** The map of an operation's responses by status code. */
export const RESPONSES = 'responses';

const NO_FAILURES: readonly string[] = [];

function failuresOf(responses: unknown, walk: Walk): readonly string[] {
  if (!isMap(responses)) return NO_FAILURES;
  const known = walk.failures.get(responses);
  if (known) return known;
  const codes = Object.keys(responses).filter((code) => /^5([0-9]{2}|XX)$/.test(code));
  const failures = codes.length === 0 ? NO_FAILURES : codes.sort();
  walk.failures.set(responses, failures);
  return failures;
}

/** The names that an operation is grouped by. */
export const TAGS = 'tags';

const NO_TAGS: readonly string[] = [];

function tagsOf(tags: unknown, walk: Walk): readonly string[] {
  if (!Array.isArray(tags)) return NO_TAGS;
  const names = walk.tags.get(tags) ?? tags.filter((tag) => typeof tag === 'string');
  walk.tags.set(tags, names);
  return names;
}

export const NO_SETTINGS: SettingsAt = {values: {}};

/** Reads the settings of a path item or an operation. */
export function readSettingsAt(map: Resolved, scope: PlaceScope, walk: Walk): SettingsAt {
  for (const part of uncheckedMaps(map, walk.checked[scope])) {
    for (const fault of misspelledKeys(part, scope, walk.version)) walk.faults.push(fault);
    findMisplaced(part, scope, walk);
  }
  const extension = entryOf(map, EXTENSION);
  if (extension === undefined || extension.value === null) return NO_SETTINGS;
  const {value, location} = extension;
  walk.extensions.push(location);
  const known = walk.readings[scope].get(value);
  if (known) return {values: known.values, extension: location};
  const reading = readExtension(value, scope, location);
  if (isMap(value)) walk.readings[scope].set(value, reading);
  for (const fault of reading.faults) walk.settingFaults.push(fault);
  return {values: reading.values, extension: location};
}

/** The fields of a path item that hold neither operations nor texts. */
const PATH_FIELDS = ['parameters', 'servers'];

function findMisplaced(map: PlacedMap, scope: PlaceScope, {misplaced, searched}: Walk): void {
  const fields =
    scope === 'path' ? PATH_FIELDS : Object.keys(map.value).filter((name) => !name.startsWith('x-'));
  for (const found of misplacedExtensions(map, fields, searched)) misplaced.push(found);
}
