import {type DocumentSource, lookUpFrom} from './documents.ts';
import {EXTENSION, type ExtensionReading, readExtension} from './extension.ts';
import {isMap, type JsonMap, ownValue} from './json-pointer.ts';
import {misplacedExtensions} from './misplaced-extension.ts';
import {isMisspelledExtension, misspelledExtension} from './misspelled-keys.ts';
import {type OpenapiVersion, requiresPaths} from './openapi.ts';
import type {Operation, Walk} from './operation.ts';
import {readPathItem} from './path-item.ts';
import {childLocation, kindOf, type Location, type Problem} from './problem.ts';
import {entriesOf, listOf, type Placed} from './reference.ts';

/** Every operation under `paths`, in the order of the document, and what is wrong with it. */
export interface OperationsReading {
  readonly operations: readonly Operation[];
  readonly problems: readonly Problem[];
  /** URIs of documents that references lead to and that were not given. */
  readonly missing: ReadonlySet<string>;
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
  return {values, problems: [...misspelled, ...problems, ...misplacedExtensions(document, root)]};
}
