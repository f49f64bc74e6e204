import {isMap} from './json-pointer.ts';
import {misspelledMethods} from './misspelled-keys.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS, hasAdditionalOperations, isMethodName} from './openapi.ts';
import {extensionIn, type OfPathItem, readOperation, readValues, type Walk} from './operation.ts';
import {templateFault} from './path-regex.ts';
import {kindOf, type Problem, quote} from './problem.ts';
import {entriesOf, listOf, type Placed, type PlacedEntries} from './reference.ts';

/** Reads the path item at `item`, and adds its operations, and what is wrong with them, to what the walk has found. */
export function readPathItem(path: string, item: Placed, walk: Walk): void {
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

function readAdditionalOperations(at: OfPathItem, entries: PlacedEntries, walk: Walk): void {
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
