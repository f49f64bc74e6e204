import {isMap, type JsonMap, ownValue} from '../base/json.ts';
import {MAX_OPERATIONS} from '../base/limits.ts';
import {type FoundFault, keyLocation, type Location} from '../base/problem.ts';
import {invalid, quote} from '../base/quote.ts';
import type {SettingValues} from '../settings/table.ts';
import {type DocumentSource, lookUpFrom, selfAddress} from './documents.ts';
import {BASE_PATH, readForeign} from './foreign-settings.ts';
import type {IgnoredAt, Operation, SettingsAt} from './operation.ts';
import {readPathItem} from './path-item.ts';
import {entryOf, type Placed, placedEntries, type Resolved} from './placed.ts';
import {resolveMap, targetLocation} from './reference.ts';
import {readSecuritySchemes, type SecuritySchemes} from './security.ts';
import {type Servers, withoutServers} from './servers.ts';
import type {OpenapiDocument} from './version.ts';
import {readServersAt, readSettingsAt, type Walk} from './walk.ts';

/** An OpenAPI description as far as it concerns routes: its operations and settings, and what is wrong with it. */
export interface Description {
  readonly uri: string;
  readonly settings: SettingsAt;
  /** The settings of the Service that serves the description: its annotation, and its own name, namespace and port. */
  readonly service?: SettingsAt;
  /** The settings outside of `x-apigen`: `basePath` of Swagger 2.0. */
  readonly implied: SettingValues;
  readonly servers: Servers;
  /** Every operation under `paths`, in the order of the document. */
  readonly operations: readonly Operation[];
  readonly hasWebhooks: boolean;
  readonly securitySchemes: () => SecuritySchemes;
  /** True when `x-apigen` is at the root, at a path item or at an operation. */
  readonly hasSettings: boolean;
  readonly ignored: readonly IgnoredAt[];
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
  const location = {uri, pointer: ''};
  const maps: Resolved = [{value: document, location}];
  const lookUp = lookUpFrom(document, uri, documents);
  const walk: Walk = {
    lookUp,
    version,
    rootUri: uri,
    security: entryOf(maps, 'security'),
    readings: {root: new Map(), path: new Map(), operation: new Map()},
    servers: new Map(),
    parameters: new Map(),
    resolved: new Map(),
    faults: [],
    ignored: [],
    missing: [],
  };
  const {faults, ignored, missing, readings} = walk;
  const root = {settings: readSettingsAt(maps, 'root', walk)};
  const operations: Operation[] = [];
  for (const [path, item] of pathsOf(document, walk)) {
    for (const operation of readPathItem(path, item, walk)) operations.push(operation);
    const surplus = operations[MAX_OPERATIONS];
    if (surplus === undefined) continue;
    const message = `more than ${MAX_OPERATIONS} operations`;
    const hint = 'divide the description, or write fewer paths with the same `$ref` or alias';
    faults.push({code: 'operation', message, hint, location: keyLocation(surplus.location)});
    break;
  }
  // What schemas refer to is among what is missing.
  for (const operation of operations)
    if ([root, operation.pathItem, operation].some(hasSchemas))
      for (const {schema} of operation.parameters) schema(missing);
  let schemes: SecuritySchemes | undefined;
  const securitySchemes = () => {
    schemes ??= readSecuritySchemes(maps, walk, missing);
    return schemes;
  };
  // What they refer to is among what is missing.
  if (root.settings.values['security.enforce']) securitySchemes();
  const implied = readForeign(version === '2.0' ? [BASE_PATH] : [], maps);
  faults.push(...implied.faults, ...selfAddressFaults(document, walk));
  const webhooks = ownValue(document, 'webhooks');
  return {
    uri,
    ...root,
    implied: implied.values,
    servers: withoutServers(location),
    ...readServersAt(maps, walk),
    operations,
    hasWebhooks: isMap(webhooks) && Object.keys(webhooks).length > 0,
    securitySchemes,
    hasSettings: Object.values(readings).some(({size}) => size > 0),
    ignored,
    faults,
    missing,
  };
}

function hasSchemas({settings: {values}}: {readonly settings: SettingsAt}): boolean {
  return values['path.parameters'] === 'schema';
}

/** The paths of a description with their path items. Source: OpenAPI 3.2, Paths Object. */
function pathsOf(document: JsonMap, walk: Walk): [string, Placed][] {
  const value = ownValue(document, 'paths');
  const location = {uri: walk.rootUri, pointer: '/paths'};
  const isOptional = walk.version === '3.1' || walk.version === '3.2';
  const isMisspelled = walk.faults.some(({code}) => code === 'paths');
  if (value === undefined && (isOptional || isMisspelled)) return [];
  const maps = resolveMap({value, location}, 'a map of paths', walk);
  if (maps) return placedEntries(maps).filter(([path]) => !path.startsWith('x-'));
  const hint = 'for example `paths: {/pets: {get: {}}}`';
  const fault =
    value === undefined
      ? {message: '`paths` is missing', location: {...location, pointer: ''}}
      : {message: invalid('`paths`', value, 'a map of paths'), location};
  walk.faults.push({code: 'paths', hint, ...fault});
  return [];
}

/** Relative `$ref`s of the root document lead from the folder of its file, as in Redocly; by the specification from its `$self`. */
function selfAddressFaults(document: JsonMap, {rootUri, resolved}: Walk): FoundFault[] {
  const self = selfAddress(document, rootUri) ?? rootUri;
  const other = [...resolved.keys()]
    .map((key) => key.split(` ${rootUri} `)[1] ?? '#')
    .find((reference) => {
      const [uri, meant] = [rootUri, self].map((base) => targetLocation(reference, base)?.uri);
      return !reference.startsWith('#') && uri !== meant && !(uri === rootUri && meant === self);
    });
  if (other === undefined) return [];
  const message = `\`$ref\` ${quote(other)} is relative to the file, not to \`$self\``;
  const hint = 'write the whole address if that is meant';
  return [{code: 'self-address', message, hint, location: {uri: rootUri, pointer: '/$self'}}];
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
