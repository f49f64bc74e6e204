import {isMap} from '../base/json.ts';
import {type FoundFault, keyLocation} from '../base/problem.ts';
import {type Reading, readExtension} from '../settings/read.ts';
import {EXTENSION, IGNORE_EXTENSION, type Scope} from '../settings/table.ts';
import {LINKERD_EXTENSIONS, readForeign} from './foreign-settings.ts';
import {ignoredKeys} from './ignored-keys.ts';
import {multiSegmentNames} from './multi-segment.ts';
import type {IgnoredAt, Operation, PathItem, SettingsAt} from './operation.ts';
import type {ResolvedOperation, ResolvedPath} from './paths.ts';
import {entryOf, type Resolved} from './placed.ts';
import {readServers, type Servers} from './servers.ts';
import type {OpenapiVersion} from './version.ts';

/** A walk over a description: what it has found so far. */
export interface Walk {
  readonly version: OpenapiVersion;
  /** The URI of the description. */
  readonly root: string;
  readonly faults: FoundFault[];
  readonly ignored: IgnoredAt[];
  /** What was read of each `x-apigen`: they may be shared too. */
  readonly readings: Readonly<Record<Scope, Map<unknown, Reading>>>;
  /** The same of each `servers`. */
  readonly servers: Map<unknown, Servers | undefined>;
}

/** The operations of a path item with their settings; adds what is wrong with these to what the walk has found. */
export function readPathItem(
  {path, location, item, methods, operations}: ResolvedPath,
  walk: Walk,
): Operation[] {
  const settings = readSettingsAt(item, 'path', walk);
  reportAnyMethod(item, walk);
  const pathItem = {path, settings, methods, location, ...readServersAt(item, walk)};
  return operations.map((operation) => readOperation(operation, pathItem, walk));
}

const ANY_METHOD = 'x-amazon-apigateway-any-method';

/** Reports once that methods have no routes that only a gateway of Amazon reads. */
function reportAnyMethod(item: Resolved, {faults}: Walk): void {
  const found = entryOf(item, ANY_METHOD);
  const message = `the methods of \`${ANY_METHOD}\` have no routes`;
  if (found === undefined || faults.some((fault) => fault.message === message)) return;
  const hint = 'describe each of them, for example `get: {}`';
  faults.push({code: 'path-item-key', message, hint, location: keyLocation(found.location)});
}

function readOperation(
  {method, location, maps, parameters}: ResolvedOperation,
  pathItem: PathItem,
  walk: Walk,
): Operation {
  const linkerd = readForeign(LINKERD_EXTENSIONS, maps);
  const operationId = entryOf(maps, 'operationId')?.value;
  return {
    method,
    pathItem,
    settings: readSettingsAt(maps, 'operation', walk),
    multiSegment: multiSegmentNames(parameters),
    failures: failuresOf(entryOf(maps, 'responses')?.value),
    tags: tagsOf(entryOf(maps, 'tags')?.value),
    location,
    ...(typeof operationId === 'string' && {operationId}),
    ...(linkerd.places.size > 0 && {linkerd}),
    ...readServersAt(maps, walk),
  };
}

function failuresOf(responses: unknown): readonly string[] {
  const codes = isMap(responses) ? Object.keys(responses) : [];
  return codes.filter((code) => /^5([0-9]{2}|XX)$/.test(code));
}

function tagsOf(tags: unknown): readonly string[] {
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

/** Reads the settings at the root, or of a path item or an operation. */
export function readSettingsAt(maps: Resolved, scope: Scope, walk: Walk): SettingsAt {
  for (const map of maps) for (const fault of ignoredKeys(map, scope, walk.version)) walk.faults.push(fault);
  const ignored = entryOf(maps, IGNORE_EXTENSION);
  const {pointer, access = pointer} = maps[0].location;
  if (ignored && ignored.value !== null) walk.ignored.push({...ignored, root: walk.root, place: access});
  const extension = entryOf(maps, EXTENSION);
  if (extension === undefined || extension.value === null) return {values: {}};
  const {value, location} = extension;
  const known = isMap(value) ? walk.readings[scope].get(value) : undefined;
  const reading = known ?? readExtension(value, scope, location);
  walk.readings[scope].set(value, reading);
  if (known === undefined) for (const fault of reading.faults) walk.faults.push(fault);
  return {values: reading.values, extension: location};
}

/** Reads the `servers` of the root, a path item or an operation, if there are any. */
export function readServersAt(maps: Resolved, walk: Walk): {readonly servers?: Servers} {
  const found = walk.version === '2.0' ? undefined : entryOf(maps, 'servers');
  if (found === undefined || found.value === null) return {};
  const {value, location} = found;
  const servers = walk.servers.has(value) ? walk.servers.get(value) : readServers(found);
  walk.servers.set(value, servers);
  return servers ? {servers: {...servers, location}} : {};
}
