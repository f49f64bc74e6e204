import {isMap} from '../base/json.ts';
import {type Reading, readExtension} from '../settings/read.ts';
import {EXTENSION, IGNORE_EXTENSION, type Scope} from '../settings/table.ts';
import {ignoredKeys} from './ignored-keys.ts';
import type {DescribedParameter, IgnoredAt, SettingsAt} from './operation.ts';
import {entryOf, type Placed, type Resolved} from './placed.ts';
import type {ReferenceContext} from './reference.ts';
import {readServers, type Servers} from './servers.ts';
import type {OpenapiVersion} from './version.ts';

/** A walk over a description: how its `$ref`s are followed, and what it has found so far. */
export interface Walk extends ReferenceContext {
  readonly version: OpenapiVersion;
  /** The URI of the description. */
  readonly rootUri: string;
  readonly ignored: IgnoredAt[];
  /** Who may call the operations that do not say it. */
  readonly security: Placed | undefined;
  /** The settings read of each `x-apigen`: they may be shared too. */
  readonly readings: Readonly<Record<Scope, Map<unknown, Reading>>>;
  /** The same of each `servers`. */
  readonly servers: Map<unknown, Servers | undefined>;
  /** The same of parameters, by the URI of their document and their `$ref`: many operations have the same. */
  readonly parameters: Map<string, readonly DescribedParameter[]>;
}

export function readSettingsAt(maps: Resolved, scope: Scope, walk: Walk): SettingsAt {
  for (const map of maps) for (const fault of ignoredKeys(map, scope, walk.version)) walk.faults.push(fault);
  const ignored = entryOf(maps, IGNORE_EXTENSION);
  const {pointer, access = pointer} = maps[0].location;
  if (ignored && ignored.value !== null)
    walk.ignored.push({...ignored, rootUri: walk.rootUri, place: access});
  const extension = entryOf(maps, EXTENSION);
  if (extension === undefined || extension.value === null) return {values: {}};
  const {value, location} = extension;
  const earlier = isMap(value) ? walk.readings[scope].get(value) : undefined;
  const reading = earlier ?? readExtension(value, scope, location);
  walk.readings[scope].set(value, reading);
  if (earlier === undefined) for (const fault of reading.faults) walk.faults.push(fault);
  return {values: reading.values, extension: location};
}

export function readServersAt(maps: Resolved, walk: Walk): {readonly servers?: Servers} {
  const entry = walk.version === '2.0' ? undefined : entryOf(maps, 'servers');
  if (entry === undefined || entry.value === null) return {};
  const {value, location} = entry;
  const servers = walk.servers.has(value) ? walk.servers.get(value) : readServers(entry);
  walk.servers.set(value, servers);
  return servers ? {servers: {...servers, location}} : {};
}
