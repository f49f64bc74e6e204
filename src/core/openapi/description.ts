import {isMap, ownValue} from '../base/json.ts';
import {MAX_OPERATIONS} from '../base/limits.ts';
import {childLocation, type FoundFault, keyLocation, type Location} from '../base/problem.ts';
import type {SettingValues} from '../settings/table.ts';
import {type DocumentSource, lookUpFrom} from './documents.ts';
import {BASE_PATH, readForeign} from './foreign-settings.ts';
import type {IgnoredAt, Operation, SettingsAt} from './operation.ts';
import {readPathItem, readServersAt, readSettingsAt, type Walk} from './path-item.ts';
import {resolvedPaths} from './paths.ts';
import type {Resolved} from './placed.ts';
import {type Servers, withoutServers} from './servers.ts';
import type {OpenapiDocument} from './version.ts';

/** An OpenAPI description as far as it concerns routes: its operations and settings, and what is wrong with it. */
export interface Description {
  readonly uri: string;
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

/** Reads a description: its settings, and its operations with theirs. Webhooks and callbacks give no operations. */
export function readOpenapi(
  {document, version}: OpenapiDocument,
  uri: string,
  documents: DocumentSource,
): Description {
  const root = {uri, pointer: ''};
  const maps: Resolved = [{value: document, location: root}];
  const faults: FoundFault[] = [];
  const ignored: IgnoredAt[] = [];
  const readings = {root: new Map(), path: new Map(), operation: new Map()};
  const walk: Walk = {version, root: uri, faults, ignored, readings, servers: new Map()};
  const settings = readSettingsAt(maps, 'root', walk);
  const missing: Location[] = [];
  const context = {lookUp: lookUpFrom(document, uri, documents), faults, missing, resolved: new Map()};
  const paths = {value: ownValue(document, 'paths'), location: childLocation(root, 'paths')};
  const operations: Operation[] = [];
  for (const path of resolvedPaths(paths, {...context, version, parameters: new Map()})) {
    const found = readPathItem(path, walk);
    if (path.hasRoutes) for (const operation of found) operations.push(operation);
    const surplus = operations[MAX_OPERATIONS];
    if (surplus === undefined) continue;
    const message = `more than ${MAX_OPERATIONS} operations`;
    const hint = 'divide the description, or write fewer paths with the same `$ref` or alias';
    faults.push({code: 'operation', message, hint, location: keyLocation(surplus.location)});
    break;
  }
  const implied = readForeign(version === '2.0' ? [BASE_PATH] : [], maps);
  faults.push(...implied.faults);
  const webhooks = ownValue(document, 'webhooks');
  return {
    uri,
    settings,
    implied: implied.values,
    servers: withoutServers(root),
    ...readServersAt(maps, walk),
    operations,
    hasWebhooks: isMap(webhooks) && Object.keys(webhooks).length > 0,
    hasSettings: Object.values(readings).some(({size}) => size > 0),
    ignored,
    faults,
    missing,
  };
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
