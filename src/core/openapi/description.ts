import {isMap, type JsonMap, ownValue} from '../json.ts';
import {MAX_SEGMENTS} from '../limits.ts';
import {childLocation, keyLocation, type Location} from '../problem.ts';
import {readExtension, type SettingFault} from '../settings/read.ts';
import {EXTENSION, type SettingValues} from '../settings/table.ts';
import {readBasePath} from './base-path.ts';
import {type DocumentSource, lookUpFrom} from './documents.ts';
import type {StructureFault} from './fault.ts';
import {misplacedExtensions, withoutTargets} from './misplaced-extension.ts';
import {isMisspelledExtension} from './misspelled-keys.ts';
import type {Operation, SettingsAt, Walk} from './operation.ts';
import {readPathItem} from './path-item.ts';
import {entriesOf, type Placed, type PlacedMap, resolveMap, targetsIn} from './reference.ts';
import {sharedServerPath} from './servers.ts';
import {type OpenapiVersion, requiresPaths} from './version.ts';

/** An OpenAPI description as far as it concerns routes: its operations and settings, and what is wrong with it. */
export interface Description {
  readonly uri: string;
  readonly version: OpenapiVersion;
  /** The settings at the root. */
  readonly settings: SettingsAt;
  /** What the description sets outside of `x-apigen`: `basePath` of Swagger 2.0. */
  readonly implied: SettingValues;
  /** The path that the URLs of all `servers` share, if they do. */
  readonly serverPath: string | undefined;
  /** Every operation under `paths`, in the order of the document. */
  readonly operations: readonly Operation[];
  /** True when there is an entry in `webhooks`. */
  readonly hasWebhooks: boolean;
  /** True when `x-apigen` is at the root, at a path item or at an operation. */
  readonly hasSettings: boolean;
  readonly faults: readonly StructureFault[];
  readonly settingFaults: readonly SettingFault[];
  /** Places that references point to in documents that were not given. */
  readonly missing: readonly Location[];
}

/** A document that declares a version that is read. */
export interface OpenapiDocument {
  readonly document: JsonMap;
  readonly version: OpenapiVersion;
}

/**
 * Reads a description: its settings, and its operations with theirs. `$ref` is followed at `paths`, path items, operations
 * and `additionalOperations`. Webhooks and callbacks give no operations.
 *
 * Source: docs/specification.md, 2.4 to 2.6; OpenAPI 3.2, Paths Object and Path Item Object.
 */
export function readOpenapi(
  {document, version}: OpenapiDocument,
  uri: string,
  documents: DocumentSource,
): Description {
  const walk: Walk = {
    lookUp: lookUpFrom(document, uri, documents),
    version,
    faults: [],
    settingFaults: [],
    operations: [],
    missing: [],
    resolved: new Map(),
    readings: {path: new Map(), operation: new Map()},
    checked: {path: new Set(), operation: new Set()},
    failures: new Map(),
    tags: new Map(),
    tooMany: new Set(),
    additional: {operations: 0},
    segments: {left: MAX_SEGMENTS},
    repeated: {maps: new Set(), operations: 0},
    extensions: [],
    misplaced: [],
    searched: new Set(),
  };
  const root = {uri, pointer: ''};
  const settings = readRootSettings(document, root, walk);
  readPaths({value: ownValue(document, 'paths'), location: childLocation(root, 'paths')}, walk);
  findMisplaced({value: document, location: root}, walk);
  const {operations, faults, settingFaults, missing, extensions} = walk;
  const implied = readBasePath(document, root, version);
  settingFaults.push(...implied.faults);
  const webhooks = ownValue(document, 'webhooks');
  const hasWebhooks = isMap(webhooks) && Object.keys(webhooks).length > 0;
  const serverPath = sharedServerPath(document, version);
  const hasSettings = settings.extension !== undefined || extensions.length > 0;
  const found = {serverPath, operations, hasWebhooks, hasSettings, faults, settingFaults, missing};
  return {uri, version, settings, implied: implied.values, ...found};
}

function readRootSettings(document: JsonMap, root: Location, walk: Walk): SettingsAt {
  for (const name of Object.keys(document).filter(isMisspelledExtension))
    walk.faults.push({code: 'misspelled-extension', name, location: keyLocation(childLocation(root, name))});
  const value = ownValue(document, EXTENSION);
  const location = childLocation(root, EXTENSION);
  const {values, faults} = readExtension(value, 'root', location);
  for (const fault of faults) walk.settingFaults.push(fault);
  return value === undefined || value === null ? {values} : {values, extension: location};
}

/** Adds each `x-apigen` that is not read to the faults. */
function findMisplaced(root: PlacedMap, walk: Walk): void {
  const {value, location} = root;
  const paths = childLocation(location, 'paths');
  const inPaths = ownValue(value, 'paths');
  if (isMap(inPaths) && (ownValue(inPaths, EXTENSION) ?? null) !== null) {
    const at = keyLocation(childLocation(paths, EXTENSION));
    walk.faults.push({code: 'misplaced-extension', field: 'paths', location: at});
  }
  const fields = Object.keys(value).filter((name) => name !== 'paths' && !name.startsWith('x-'));
  for (const found of misplacedExtensions(root, fields, walk.searched)) walk.misplaced.push(found);
  if (walk.misplaced.length === 0) return;
  for (const fault of withoutTargets(walk.misplaced, targetsIn(walk))) walk.faults.push(fault);
}

function readPaths(paths: Placed, walk: Walk): void {
  const {value, location} = paths;
  if (value === undefined && !requiresPaths(walk.version)) return;
  if (value === undefined || (value !== null && !isMap(value))) {
    const at = value === undefined ? {...location, pointer: ''} : location;
    walk.faults.push({code: 'paths', found: value, location: at});
    return;
  }
  const resolved = resolveMap(paths, 'a map of paths', walk);
  if (resolved === undefined) return;
  for (const [path, item] of entriesOf(resolved)) if (!path.startsWith('x-')) readPathItem(path, item, walk);
}
