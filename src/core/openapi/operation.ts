import {isMap} from '../base/json.ts';
import {keyLocation, type Location} from '../base/problem.ts';
import {invalid, quote} from '../base/quote.ts';
import {templateFault} from '../routes/path-template.ts';
import {type Reading, readExtension} from '../settings/read.ts';
import {EXTENSION, IGNORE_EXTENSION, type Scope, type SettingValues} from '../settings/table.ts';
import {type ForeignReading, LINKERD_EXTENSIONS, readForeign} from './foreign-settings.ts';
import {ignoredKeys} from './ignored-keys.ts';
import {multiSegmentParameters, type PathParameter} from './multi-segment.ts';
import {
  entryOf,
  type Placed,
  placedEntries,
  type ReferenceContext,
  type Resolved,
  resolveMap,
} from './reference.ts';
import {readServers, type Servers} from './servers.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS, type OpenapiVersion} from './version.ts';

/** What an `x-apigen` sets, and where it is; the location is absent when there is none. */
export interface SettingsAt {
  readonly values: SettingValues;
  readonly extension?: Location;
  /** Where the extensions of Linkerd are, by the key that they set and `x-apigen` does not. */
  readonly linkerd?: ReadonlyMap<string, Location>;
}

export interface PathItem {
  /** The path template as written, with `{parameters}`. */
  readonly path: string;
  /** The same as written, where `path` begins with a prefix of its own. */
  readonly template?: string;
  readonly settings: SettingsAt;
  /** The methods that it describes, in upper case, those of disabled operations too. */
  readonly methods: ReadonlySet<string>;
  readonly servers?: Servers;
  /** The names of its path parameters that span segments, by their declaration. */
  readonly multiSegment: readonly string[];
  /** Where the path item is in `paths`. */
  readonly location: Location;
}

export interface Operation {
  /** In upper case. */
  readonly method: string;
  readonly pathItem: PathItem;
  readonly settings: SettingsAt;
  readonly servers?: Servers;
  /** The names of its path parameters that span segments, by their declaration here or at the path item. */
  readonly multiSegment: readonly string[];
  /** The keys of its `responses` that are server errors, such as `503` and `5XX`, in order. */
  readonly failures: readonly string[];
  /** Its `operationId`, if that is a string. */
  readonly operationId?: string;
  /** Its `tags`; without those that are not strings. */
  readonly tags: readonly string[];
  /** The settings in Linkerd's own extensions, which count on request; absent when there are none. */
  readonly linkerd?: ForeignReading;
  /** Where the operation is, maybe in another document. */
  readonly location: Location;
}

/** An `x-apigen-ignore`, as written. */
export interface IgnoredAt extends Placed {
  /** The URI of the description, and the pointer in it from which on it applies, as if each `$ref` were replaced. */
  readonly root: string;
  readonly place: string;
}

export interface RoutedOperation extends Operation {
  /** What its path matches, as `pathExpression` gives it. */
  readonly expression: string;
}

/** A walk over a description: what it has found so far. */
export interface Walk extends ReferenceContext {
  readonly version: OpenapiVersion;
  /** The URI of the description. */
  readonly root: string;
  readonly operations: Operation[];
  readonly ignored: IgnoredAt[];
  readonly parameters: Map<string, PathParameter>;
  /** What was read of each `x-apigen`: they may be shared too. */
  readonly readings: Readonly<Record<Scope, Map<unknown, Reading>>>;
  /** The same of each `servers`. */
  readonly servers: Map<unknown, Servers | undefined>;
}

/** Reads the operation at `placed`, and adds it, or what is wrong with it, to what the walk has found. */
function readOperation(name: string, pathItem: PathItem, placed: Placed, walk: Walk): void {
  const {value: found, location} = placed;
  const operation = resolveMap(placed, 'an operation', walk);
  if (operation === undefined) {
    const message = `invalid operation \`${name}\` of ${quote(pathItem.path)}: expected a map, found ${quote(found)}`;
    walk.faults.push({
      code: 'operation',
      message,
      hint: `leave it empty (\`${name}:\`) or write a map`,
      location,
    });
    return;
  }
  const linkerd = readForeign(LINKERD_EXTENSIONS, operation);
  const operationId = entryOf(operation, 'operationId')?.value;
  const {path, multiSegment} = pathItem;
  walk.operations.push({
    method: name.toUpperCase(),
    pathItem,
    settings: readSettingsAt(operation, 'operation', walk),
    multiSegment: path.includes('{') ? multiSegmentParameters(operation, multiSegment, walk) : [],
    failures: failuresOf(entryOf(operation, 'responses')?.value),
    tags: tagsOf(entryOf(operation, 'tags')?.value),
    location,
    ...(typeof operationId === 'string' && {operationId}),
    ...(linkerd.places.size > 0 && {linkerd}),
    ...readServersAt(operation, walk),
  });
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
  const known = walk.readings[scope].get(value);
  const reading = known ?? readExtension(value, scope, location);
  walk.readings[scope].set(value, reading);
  if (known === undefined || !isMap(value)) for (const fault of reading.faults) walk.faults.push(fault);
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

/** A method name that HTTP allows, a token of RFC 9110, section 5.6.2. */
const METHOD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Reads the path item at `item`, and adds its operations, and what is wrong with them, to what the walk has found. */
export function readPathItem(path: string, item: Placed, given: Walk): void {
  const {value: found, location} = item;
  const fault = templateFault(path);
  // What is wrong below an invalid path is found too, but it has no routes.
  const walk = fault ? {...given, operations: []} : given;
  if (fault) {
    const message = `invalid path ${quote(path)}: expected ${fault.expected}`;
    walk.faults.push({code: 'path-template', message, hint: fault.hint, location: keyLocation(location)});
  }
  const resolved = resolveMap(item, 'a path item', walk);
  if (resolved === undefined) {
    const message = `invalid path item of ${quote(path)}: expected a map, found ${quote(found)}`;
    const hint = 'add methods under the path, for example `get: {}`';
    walk.faults.push({code: 'path-item', message, hint, location});
    return;
  }
  const settings = readSettingsAt(resolved, 'path', walk);
  reportAnyMethod(resolved, walk);
  const multiSegment = path.includes('{') ? multiSegmentParameters(resolved, [], walk) : [];
  const taken = new Set<string>();
  const pathItem = {path, settings, methods: taken, multiSegment, location, ...readServersAt(resolved, walk)};
  for (const method of HTTP_METHODS[walk.version]) {
    const operation = entryOf(resolved, method);
    if (operation === undefined) continue;
    readOperation(method, pathItem, operation, walk);
    taken.add(method.toUpperCase());
  }
  if (walk.version === '3.2') readAdditionalOperations(pathItem, resolved, taken, walk);
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

function readAdditionalOperations(pathItem: PathItem, item: Resolved, taken: Set<string>, walk: Walk): void {
  const additional = entryOf(item, ADDITIONAL_OPERATIONS);
  if (additional === undefined) return;
  const {value: found, location} = additional;
  const operations = resolveMap(additional, 'a map of operations', walk);
  const report = (message: string, hint: string, at: Location) => {
    walk.faults.push({code: 'operation', message, hint, location: at});
  };
  if (operations === undefined)
    report(
      invalid(`\`${ADDITIONAL_OPERATIONS}\``, found, 'a map of operations'),
      'add methods under it, for example `LINK: {}`',
      location,
    );
  for (const [name, operation] of operations ? placedEntries(operations) : []) {
    const at = keyLocation(operation.location);
    const method = name.toUpperCase();
    if (!METHOD_NAME.test(name))
      report(
        `invalid HTTP method ${quote(name)}: expected letters, digits and "-"`,
        'for example `LINK`',
        at,
      );
    else if (taken.has(method))
      report(`duplicate method ${quote(name)} at this path`, 'keep one of the two operations', at);
    else readOperation(name, pathItem, operation, walk);
    taken.add(method);
  }
}

/** An operation whose path begins with a prefix of its own. */
export function withPrefix(operation: Operation, prefix: string): Operation {
  const {pathItem} = operation;
  const {path, template = path} = pathItem;
  return {...operation, pathItem: {...pathItem, path: prefix + path, template}};
}

/** An operation in quotes: `"GET /pets"`. */
export function operationName({method, pathItem: {path, template = path}}: Operation): string {
  return quote(`${method} ${template}`);
}
