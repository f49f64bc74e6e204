import {isMap, ownValue} from '../base/json.ts';
import {MAX_OPERATIONS} from '../base/limits.ts';
import {childLocation, type FoundFault, keyLocation, type Location} from '../base/problem.ts';
import {invalid} from '../base/quote.ts';
import type {SettingValues} from '../settings/table.ts';
import {type DocumentSource, lookUpFrom} from './documents.ts';
import {BASE_PATH, readForeign} from './foreign-settings.ts';
import {
  type IgnoredAt,
  type Operation,
  readPathItem,
  readServersAt,
  readSettingsAt,
  type SettingsAt,
  type Walk,
} from './operation.ts';
import {type Placed, placedEntries, type Resolved, resolveMap} from './reference.ts';
import {type Servers, withoutServers} from './servers.ts';
import type {OpenapiDocument, OpenapiVersion} from './version.ts';

/** An OpenAPI description as far as it concerns routes: its operations and settings, and what is wrong with it. */
export interface Description {
  readonly uri: string;
  readonly version: OpenapiVersion;
  readonly settings: SettingsAt;
  /** What the Service sets that serves the description: its annotation, and its own name, namespace and port. */
  readonly service?: SettingsAt;
  /** What the description sets outside of `x-apigen`: `basePath` of Swagger 2.0. */
  readonly implied: SettingValues;
  readonly servers: Servers;
  /** Every operation under `paths`, in the order of the document. */
  readonly operations: readonly Operation[];
  readonly hasWebhooks: boolean;
  /** True when `x-apigen` is at the root, at a path item or at an operation. */
  readonly hasSettings: boolean;
  /** Each `x-apigen-ignore`. */
  readonly ignored: readonly IgnoredAt[];
  /** What is wrong with its structure and its settings. */
  readonly faults: readonly FoundFault[];
  /** Places that references point to in documents that were not given. */
  readonly missing: readonly Location[];
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
    root: uri,
    operations: [],
    ignored: [],
    parameters: new Map(),
    missing: [],
    resolved: new Map(),
    readings: {root: new Map(), path: new Map(), operation: new Map()},
    servers: new Map(),
  };
  const root = {uri, pointer: ''};
  const maps: Resolved = [{value: document, location: root}];
  const settings = readSettingsAt(maps, 'root', walk);
  readPaths({value: ownValue(document, 'paths'), location: childLocation(root, 'paths')}, walk);
  const {operations, ignored, faults, missing, readings} = walk;
  const implied = readForeign(version === '2.0' ? [BASE_PATH] : [], maps);
  faults.push(...implied.faults);
  const webhooks = ownValue(document, 'webhooks');
  const hasWebhooks = isMap(webhooks) && Object.keys(webhooks).length > 0;
  const {servers = withoutServers(root)} = readServersAt(maps, walk);
  const hasSettings = Object.values(readings).some(({size}) => size > 0);
  const found = {servers, operations, hasWebhooks, hasSettings, ignored, faults, missing};
  return {uri, version, settings, implied: implied.values, ...found};
}

function readPaths(paths: Placed, walk: Walk): void {
  const {value: found, location} = paths;
  const isOptional = walk.version === '3.1' || walk.version === '3.2';
  const isMisspelled = walk.faults.some(({code}) => code === 'paths');
  if (found === undefined && (isOptional || isMisspelled)) return;
  const resolved = resolveMap(paths, 'a map of paths', walk);
  if (resolved === undefined) {
    const hint = 'for example `paths: {/pets: {get: {}}}`';
    const fault =
      found === undefined
        ? {message: '`paths` is missing', location: {...location, pointer: ''}}
        : {message: invalid('`paths`', found, 'a map of paths'), location};
    walk.faults.push({code: 'paths', hint, ...fault});
    return;
  }
  for (const [path, item] of placedEntries(resolved)) {
    if (!path.startsWith('x-')) readPathItem(path, item, walk);
    const surplus = walk.operations[MAX_OPERATIONS];
    if (surplus === undefined) continue;
    const message = `more than ${MAX_OPERATIONS} operations`;
    const hint = 'divide the description, or write fewer paths with the same `$ref` or alias';
    walk.faults.push({code: 'operation', message, hint, location: keyLocation(surplus.location)});
    return;
  }
}

/** The same description with the settings of Linkerd's extensions, except where an operation has its own. */
export function withLinkerdExtensions(description: Description): Description {
  const {faults, operations} = description;
  return {
    ...description,
    faults: [...faults, ...operations.flatMap(({linkerd}) => linkerd?.faults ?? [])],
    operations: operations.map((operation) => {
      const {linkerd, settings} = operation;
      if (linkerd === undefined) return operation;
      const values = {...linkerd.values, ...settings.values};
      const places = [...linkerd.places].filter(([key]) => !(key in settings.values));
      return {...operation, settings: {...settings, values, linkerd: new Map(places)}};
    }),
  };
}
