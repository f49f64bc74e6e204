import {isMap} from '../json.ts';
import {
  MAX_ADDITIONAL_OPERATIONS,
  MAX_ALL_ADDITIONAL_OPERATIONS,
  MAX_REPEATED_OPERATIONS,
  SEGMENTS_PER_PATH,
} from '../limits.ts';
import {keyLocation, type Location} from '../problem.ts';
import {type PathItem, readOperation, readSettingsAt, type Walk} from './operation.ts';
import {segmentsIn, templateFault} from './path-template.ts';
import {entriesOf, entryOf, mapsOf, type Placed, type Resolved, resolveMap} from './reference.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS, hasAdditionalOperations, isMethodName} from './version.ts';

/** Reads the path item at `item`, and adds its operations, and what is wrong with them, to what the walk has found. */
export function readPathItem(path: string, item: Placed, walk: Walk): void {
  const {value, location} = item;
  if (walk.segments.left < 0) return;
  const fault = templateFault(path) ?? countSegments(path, walk);
  if (fault) {
    walk.faults.push({code: 'path-template', path, fault, location: keyLocation(location)});
    return;
  }
  if (value !== null && !isMap(value)) {
    walk.faults.push({code: 'path-item', path, found: value, location});
    return;
  }
  const resolved = resolveMap(item, 'a path item', walk);
  if (resolved === undefined) return;
  if (walk.repeated.operations > MAX_REPEATED_OPERATIONS) return;
  const before = walk.operations.length;
  const pathItem = {path, settings: readSettingsAt(resolved, 'path', walk), location};
  for (const method of HTTP_METHODS[walk.version]) {
    const operation = entryOf(resolved, method);
    if (operation) readOperation(method, pathItem, operation, walk);
  }
  countRepeated(resolved, before, walk);
  if (hasAdditionalOperations(walk.version)) readAdditionalOperations(pathItem, resolved, walk);
  if (walk.repeated.operations > MAX_REPEATED_OPERATIONS)
    walk.faults.push({code: 'operation', kind: 'repeated', location: keyLocation(location)});
}

/** Each path may have `SEGMENTS_PER_PATH`, and all of them together `MAX_SEGMENTS` more. */
function countSegments(path: string, {segments}: Walk): 'segments' | undefined {
  segments.left -= Math.max(0, segmentsIn(path) - SEGMENTS_PER_PATH);
  return segments.left < 0 ? 'segments' : undefined;
}

/**
 * Counts the operations from the one with index `first` on, if a map that they were read from was read before.
 *
 * @returns how many others they are
 */
function countRepeated(resolved: Resolved, first: number, {operations, repeated}: Walk): number {
  const maps = mapsOf(resolved).map(({value}) => value);
  const isRepeated = maps.some((map) => repeated.maps.has(map));
  for (const map of maps) repeated.maps.add(map);
  const count = operations.length - first;
  if (isRepeated) repeated.operations += count;
  return isRepeated ? 0 : count;
}

function readAdditionalOperations(pathItem: PathItem, item: Resolved, walk: Walk): void {
  const additional = entryOf(item, ADDITIONAL_OPERATIONS);
  if (additional === undefined || additional.value === null) return;
  if (walk.additional.operations > MAX_ALL_ADDITIONAL_OPERATIONS) return;
  const {value: found, location} = additional;
  if (!isMap(found)) {
    walk.faults.push({code: 'operation', kind: 'additional-operations', found, location});
    return;
  }
  const operations = resolveMap(additional, 'a map of operations', walk);
  if (operations === undefined || hasTooMany(operations, location, walk)) return;
  const before = walk.operations.length;
  const fixed = HTTP_METHODS[walk.version].filter((method) => entryOf(item, method) !== undefined);
  const taken = new Set(fixed.map((method) => method.toUpperCase()));
  for (const [name, operation] of entriesOf(operations)) {
    const at = keyLocation(operation.location);
    const method = name.toUpperCase();
    if (!isMethodName(name)) walk.faults.push({code: 'operation', kind: 'method-name', name, location: at});
    else if (taken.has(method))
      walk.faults.push({code: 'operation', kind: 'repeated-method', name, location: at});
    else readOperation(name, pathItem, operation, walk);
    taken.add(method);
  }
  walk.additional.operations += countRepeated(operations, before, walk);
  if (walk.additional.operations > MAX_ALL_ADDITIONAL_OPERATIONS)
    walk.faults.push({code: 'operation', kind: 'too-many-in-all', location: keyLocation(location)});
}

/** Many paths may share one map of operations, and each of them has all of these. */
function hasTooMany(operations: Resolved, location: Location, {faults, tooMany}: Walk): boolean {
  if (tooMany.has(operations.own.value)) return true;
  const count = mapsOf(operations).reduce((total, {value}) => total + Object.keys(value).length, 0);
  if (count <= MAX_ADDITIONAL_OPERATIONS) return false;
  tooMany.add(operations.own.value);
  faults.push({code: 'operation', kind: 'too-many', count, location: keyLocation(location)});
  return true;
}
