import {isMap} from '../json.ts';
import {keyLocation} from '../problem.ts';
import {misspelledMethods} from './misspelled-keys.ts';
import {type PathItem, readOperation, readSettingsAt, type Walk} from './operation.ts';
import {templateFault} from './path-template.ts';
import {entriesOf, listOf, type Placed, type PlacedEntries} from './reference.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS, hasAdditionalOperations, isMethodName} from './version.ts';

/** Reads the path item at `item`, and adds its operations, and what is wrong with them, to what the walk has found. */
export function readPathItem(path: string, item: Placed, walk: Walk): void {
  const {value, location} = item;
  const fault = templateFault(path);
  if (fault) {
    walk.faults.push({code: 'path-template', path, fault, location: keyLocation(location)});
    return;
  }
  if (value !== null && !isMap(value)) {
    walk.faults.push({code: 'path-item', path, found: value, location});
    return;
  }
  const entries = entriesOf(item, 'a path item', walk);
  const pathItem = {path, settings: readSettingsAt(entries, 'path', walk), location};
  walk.faults.push(...misspelledMethods(entries, walk.version));
  for (const method of HTTP_METHODS[walk.version]) {
    const operation = entries.get(method);
    if (operation) readOperation(method, pathItem, operation, walk);
  }
  if (hasAdditionalOperations(walk.version)) readAdditionalOperations(pathItem, entries, walk);
}

function readAdditionalOperations(pathItem: PathItem, entries: PlacedEntries, walk: Walk): void {
  const additional = entries.get(ADDITIONAL_OPERATIONS);
  if (additional === undefined || additional.value === null) return;
  const {value: found, location} = additional;
  if (!isMap(found)) {
    walk.faults.push({code: 'operation', kind: 'additional-operations', found, location});
    return;
  }
  const fixed = HTTP_METHODS[walk.version].filter((method) => entries.get(method) !== undefined);
  const taken = new Set(fixed.map((method) => method.toUpperCase()));
  for (const [name, operation] of listOf(entriesOf(additional, 'a map of operations', walk))) {
    const at = keyLocation(operation.location);
    const method = name.toUpperCase();
    if (!isMethodName(name)) walk.faults.push({code: 'operation', kind: 'method-name', name, location: at});
    else if (taken.has(method))
      walk.faults.push({code: 'operation', kind: 'repeated-method', name, location: at});
    else readOperation(name, pathItem, operation, walk);
    taken.add(method);
  }
}
