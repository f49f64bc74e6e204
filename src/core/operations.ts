import {EXTENSION, type ExtensionReading, readExtension} from './extension.ts';
import {isMap, type JsonMap, ownValue} from './json-pointer.ts';
import {isMisspelledExtension, misspelledExtension, misspelledMethods} from './misspelled-keys.ts';
import {
  ADDITIONAL_OPERATIONS,
  HTTP_METHODS,
  hasAdditionalOperations,
  isMethodName,
  type OpenapiVersion,
  requiresPaths,
} from './openapi.ts';
import {templateFault} from './path-regex.ts';
import {childLocation, kindOf, type Location, type Problem, quote} from './problem.ts';
import {
  type DocumentSource,
  entriesOf,
  lookUpFrom,
  type Placed,
  type PlacedEntries,
  type ReferenceContext,
} from './reference.ts';
import type {SettingValues} from './settings.ts';

/** One operation of a description, with the settings that stand at it and at its path item. */
export interface Operation {
  /** The path template as written, with `{parameters}`. */
  readonly path: string;
  /** In upper case. */
  readonly method: string;
  readonly pathValues: SettingValues;
  readonly operationValues: SettingValues;
  /** Where the path item's `x-apigen` stands, maybe in another document; absent when there is none. */
  readonly pathExtension?: Location;
  /** Where the operation's `x-apigen` stands, likewise. */
  readonly extension?: Location;
  /** Where the key of the path stands. */
  readonly pathLocation: Location;
  /** Where the key of the method stands, maybe in another document. */
  readonly location: Location;
}

/** Every operation under `paths`, in the order of the document, and what is wrong with it. */
export interface OperationsReading {
  readonly operations: readonly Operation[];
  readonly problems: readonly Problem[];
  /** URIs of documents that references lead to and that were not given. */
  readonly missing: ReadonlySet<string>;
}

interface Walk extends ReferenceContext {
  readonly version: OpenapiVersion;
  readonly operations: Operation[];
}

/**
 * Walks `paths` of an OpenAPI document, following `$ref` where a path item, an operation, `paths` or
 * `additionalOperations` stands. Webhooks and callbacks give no operations.
 *
 * Source: specification, 2.1 and 2.4 rule 1; OpenAPI 3.2, Paths Object and Path Item Object.
 */
export function readOperations(
  document: JsonMap,
  uri: string,
  version: OpenapiVersion,
  documents: DocumentSource,
): OperationsReading {
  const lookUp = lookUpFrom(document, uri, documents);
  const walk: Walk = {lookUp, problems: [], missing: new Set(), version, operations: []};
  const paths: Placed = {value: ownValue(document, 'paths'), location: {uri, pointer: '/paths'}};
  if (paths.value === undefined) {
    if (requiresPaths(version)) walk.problems.push(pathsFault('`paths` is missing', {uri, pointer: ''}));
  } else if (paths.value !== null && !isMap(paths.value)) {
    walk.problems.push(
      pathsFault(`\`paths\` must be a map, but it is ${kindOf(paths.value)}`, paths.location),
    );
  } else {
    for (const [path, item] of listOf(entriesOf(paths, 'a map of paths', walk))) {
      if (!path.startsWith('x-')) readPathItem(path, item, walk);
    }
  }
  return {operations: walk.operations, problems: walk.problems, missing: walk.missing};
}

function pathsFault(message: string, location: Location): Problem {
  return {
    code: 'paths',
    severity: 'error',
    message,
    hint: 'write for example `paths: {/pets: {get: {}}}`',
    location,
  };
}

function readPathItem(path: string, item: Placed, walk: Walk): void {
  const fault = templateFault(path);
  if (fault) {
    const message = `${fault.message}, but this one is ${quote(path)}`;
    walk.problems.push({
      code: 'path-template',
      severity: 'error',
      message,
      hint: fault.hint,
      location: {...item.location, at: 'key'},
    });
    return;
  }
  if (item.value !== null && !isMap(item.value)) {
    const message = `a path item must be a map, but ${quote(path)} is ${kindOf(item.value)}`;
    walk.problems.push({
      code: 'path-item',
      severity: 'error',
      message,
      hint: 'write methods under it, for example `get: {}`',
      location: item.location,
    });
    return;
  }
  const entries = entriesOf(item, 'a path item', walk);
  const pathValues = readValues(entries, 'path', walk);
  const pathExtension = extensionIn(entries);
  const at = {
    path,
    pathValues,
    pathLocation: item.location,
    ...(pathExtension === undefined ? {} : {pathExtension}),
  };
  walk.problems.push(...misspelledMethods(entries, walk.version));
  for (const method of HTTP_METHODS[walk.version]) {
    const operation = entries.get(method);
    if (operation) readOperation({...at, method}, operation, walk);
  }
  readAdditionalOperations(at, entries, walk);
}

type At = Pick<Operation, 'path' | 'pathValues' | 'pathExtension' | 'pathLocation'>;

function readAdditionalOperations(at: At, entries: PlacedEntries, walk: Walk): void {
  const additional = entries.get(ADDITIONAL_OPERATIONS);
  if (additional === undefined || additional.value === null || !hasAdditionalOperations(walk.version)) return;
  if (!isMap(additional.value)) {
    const message = `\`${ADDITIONAL_OPERATIONS}\` must be a map, but it is ${kindOf(additional.value)}`;
    walk.problems.push({
      code: 'operation',
      severity: 'error',
      message,
      hint: 'write methods under it, for example `LINK: {}`',
      location: additional.location,
    });
    return;
  }
  const taken = new Set(
    HTTP_METHODS[walk.version]
      .filter((method) => entries.get(method) !== undefined)
      .map((method) => method.toUpperCase()),
  );
  for (const [name, operation] of listOf(entriesOf(additional, 'a map of operations', walk))) {
    const method = name.toUpperCase();
    const fault = additionalFault(name, taken.has(method));
    taken.add(method);
    if (fault)
      walk.problems.push({
        code: 'operation',
        severity: 'error',
        ...fault,
        location: {...operation.location, at: 'key'},
      });
    else readOperation({...at, method: name}, operation, walk);
  }
}

function additionalFault(name: string, taken: boolean): Pick<Problem, 'message' | 'hint'> | undefined {
  if (!isMethodName(name))
    return {
      message: `${quote(name)} is no HTTP method`,
      hint: 'a method has letters, digits and "-", for example `LINK`',
    };
  if (taken)
    return {
      message: `method ${quote(name)} stands twice at this path`,
      hint: 'keep one of the two operations',
    };
  return undefined;
}

function readOperation(at: At & {readonly method: string}, placed: Placed, walk: Walk): void {
  if (placed.value !== null && !isMap(placed.value)) {
    const message = `an operation must be a map, but \`${at.method}\` of ${quote(at.path)} is ${kindOf(placed.value)}`;
    walk.problems.push({
      code: 'operation',
      severity: 'error',
      message,
      hint: `leave it empty (\`${at.method}:\`) or write a map`,
      location: placed.location,
    });
    return;
  }
  const entries = entriesOf(placed, 'an operation', walk);
  const operationValues = readValues(entries, 'operation', walk);
  const extension = extensionIn(entries);
  walk.operations.push({
    ...at,
    method: at.method.toUpperCase(),
    operationValues,
    ...(extension === undefined ? {} : {extension}),
    location: placed.location,
  });
}

/** Where an `x-apigen` that sets something stands. */
function extensionIn(entries: PlacedEntries): Location | undefined {
  const extension = entries.get(EXTENSION);
  return extension?.value === null ? undefined : extension?.location;
}

function readValues(entries: PlacedEntries, scope: 'path' | 'operation', walk: Walk): SettingValues {
  for (const key of entries.keys) {
    const location = isMisspelledExtension(key) ? entries.get(key)?.location : undefined;
    if (location) walk.problems.push(misspelledExtension(key, location));
  }
  const extension = entries.get(EXTENSION);
  if (extension === undefined) return {};
  const {values, problems} = readExtension(extension.value, scope, extension.location);
  walk.problems.push(...problems);
  return values;
}

/** Reads the settings at the root of a document. */
export function readRootExtension(document: JsonMap, uri: string): ExtensionReading {
  const root = {uri, pointer: ''};
  const misspelled = Object.keys(document)
    .filter(isMisspelledExtension)
    .map((key) => misspelledExtension(key, childLocation(root, key)));
  const {values, problems} = readExtension(
    ownValue(document, EXTENSION),
    'root',
    childLocation(root, EXTENSION),
  );
  return {values, problems: [...misspelled, ...problems]};
}

function listOf({keys, get}: PlacedEntries): [string, Placed][] {
  return keys.flatMap((key): [string, Placed][] => {
    const placed = get(key);
    return placed === undefined ? [] : [[key, placed]];
  });
}
