import {isMap, ownValue} from '../base/json.ts';
import {childLocation, type FoundFault, keyLocation, type Location} from '../base/problem.ts';
import {invalid, quote} from '../base/quote.ts';
import {templateFault} from '../routes/path-template.ts';
import {METHOD} from '../routes/request.ts';
import {type PathParameter, readParameter} from './multi-segment.ts';
import {entryOf, type Placed, placedEntries, REFERENCE, type Resolved} from './placed.ts';
import {type ReferenceContext, resolveMap} from './reference.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS, type OpenapiVersion} from './version.ts';

/** A path with its path item, as far as `$ref`s lead. */
export interface ResolvedPath {
  readonly path: string;
  /** False when the path is invalid. What is wrong below it is reported nevertheless. */
  readonly hasRoutes: boolean;
  /** Where the path item is in `paths`. */
  readonly location: Location;
  readonly item: Resolved;
  /** In upper case. */
  readonly methods: ReadonlySet<string>;
  readonly operations: readonly ResolvedOperation[];
}

export interface ResolvedOperation {
  /** In upper case. */
  readonly method: string;
  readonly location: Location;
  readonly maps: Resolved;
  /** Those of the path item, and then its own, which may declare them otherwise. */
  readonly parameters: readonly PathParameter[];
}

/** How the `$ref`s of a description are followed, and what is wrong with its paths. */
export interface PathContext extends ReferenceContext {
  readonly version: OpenapiVersion;
  /** What `$ref`s lead to, by the URI of their document and their text: many operations have the same parameters. */
  readonly parameters: Map<string, PathParameter>;
}

/**
 * The paths of a description, one after another. `$ref` is followed at `paths`, path items, operations, `additionalOperations` and
 * the parameters of paths that have any.
 *
 * Source: docs/specification.md, 2.4 to 2.6; OpenAPI 3.2, Paths Object and Path Item Object.
 */
export function* resolvedPaths(paths: Placed, context: PathContext): Generator<ResolvedPath> {
  const {value: found, location} = paths;
  const isOptional = context.version === '3.1' || context.version === '3.2';
  const isMisspelled = context.faults.some(({code}) => code === 'paths');
  if (found === undefined && (isOptional || isMisspelled)) return;
  const resolved = resolveMap(paths, 'a map of paths', context);
  if (resolved === undefined) {
    const hint = 'for example `paths: {/pets: {get: {}}}`';
    const fault =
      found === undefined
        ? {message: '`paths` is missing', location: {...location, pointer: ''}}
        : {message: invalid('`paths`', found, 'a map of paths'), location};
    context.faults.push({code: 'paths', hint, ...fault});
    return;
  }
  for (const [path, item] of placedEntries(resolved)) {
    const one = path.startsWith('x-') ? undefined : resolvedPath(path, item, context);
    if (one) yield one;
  }
}

function resolvedPath(path: string, placed: Placed, context: PathContext): ResolvedPath | undefined {
  const {value: found, location} = placed;
  const fault = templateFault(path);
  if (fault) {
    const message = `invalid path ${quote(path)}: expected ${fault.expected}`;
    context.faults.push({code: 'path-template', message, hint: fault.hint, location: keyLocation(location)});
  }
  const item = resolveMap(placed, 'a path item', context);
  if (item === undefined) {
    const message = `invalid path item of ${quote(path)}: expected a map, found ${quote(found)}`;
    const hint = 'add methods under the path, for example `get: {}`';
    context.faults.push({code: 'path-item', message, hint, location});
    return undefined;
  }
  const methods = new Set<string>();
  const parameters = resolvedParameters(path, item, context);
  const operations: ResolvedOperation[] = [];
  for (const [name, operation] of operationsOf(item, methods, context)) {
    const maps = resolveMap(operation, 'an operation', context);
    if (maps) {
      const own = resolvedParameters(path, maps, context);
      const method = name.toUpperCase();
      operations.push({method, location: operation.location, maps, parameters: [...parameters, ...own]});
      continue;
    }
    const message = `invalid operation \`${name}\` of ${quote(path)}: expected a map, found ${quote(operation.value)}`;
    const hint = `leave it empty (\`${name}:\`) or write a map`;
    context.faults.push({code: 'operation', message, hint, location: operation.location});
  }
  return {path, hasRoutes: !fault, location, item, methods, operations};
}

/** The operations of a path item by their names, as its keys or in `additionalOperations`; adds to `methods` those that are taken. */
function* operationsOf(
  item: Resolved,
  methods: Set<string>,
  context: PathContext,
): Generator<readonly [string, Placed]> {
  for (const name of HTTP_METHODS[context.version]) {
    const operation = entryOf(item, name);
    if (operation === undefined) continue;
    methods.add(name.toUpperCase());
    yield [name, operation];
  }
  const additional = context.version === '3.2' ? entryOf(item, ADDITIONAL_OPERATIONS) : undefined;
  if (additional === undefined) return;
  const report = (message: string, hint: string, location: Location) => {
    context.faults.push({code: 'operation', message, hint, location});
  };
  const operations = resolveMap(additional, 'a map of operations', context);
  if (operations === undefined)
    report(
      invalid(`\`${ADDITIONAL_OPERATIONS}\``, additional.value, 'a map of operations'),
      'add methods under it, for example `LINK: {}`',
      additional.location,
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
    else if (methods.has(method))
      report(`duplicate method ${quote(name)} at this path`, 'keep one of the two operations', at);
    else yield [name, operation];
    methods.add(method);
  }
}

const METHOD_NAME = new RegExp(`^${METHOD}$`);

/** The parameters of a path item or an operation whose path has some. */
function resolvedParameters(path: string, maps: Resolved, context: PathContext): readonly PathParameter[] {
  const found = path.includes('{') ? entryOf(maps, 'parameters') : undefined;
  const {value: list, location} = found ?? {};
  if (!Array.isArray(list) || location === undefined) return [];
  return list.map((value, index) => {
    const id = ownReference(value, location.uri);
    const placed = () => ({value, location: childLocation(location, String(index))});
    const parameter = context.parameters.get(id) ?? resolvedParameter(placed(), context);
    if (id !== '') context.parameters.set(id, parameter);
    return parameter;
  });
}

/** The `$ref` of a parameter in a document if it has no other key, since those next to it win; else an empty text. */
function ownReference(parameter: unknown, uri: string): string {
  const reference = ownValue(parameter, REFERENCE);
  const isAlone = isMap(parameter) && Object.keys(parameter).length === 1;
  return isAlone && typeof reference === 'string' ? `${uri} ${reference}` : '';
}

function resolvedParameter(placed: Placed, context: PathContext): PathParameter {
  const faults: FoundFault[] = [];
  const maps = resolveMap(placed, 'a parameter', {...context, faults});
  // The routes are right in most cases.
  for (const fault of faults) {
    const message = `${fault.message}; if it is a path parameter, it matches one segment`;
    context.faults.push({...fault, code: 'unresolved-parameter', message});
  }
  return maps ? readParameter(maps, context.version) : {};
}
