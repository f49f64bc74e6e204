import {EXTENSION, readExtension} from './extension.ts';
import {isMap} from './json-pointer.ts';
import {isMisspelledExtension, misspelledExtension} from './misspelled-keys.ts';
import type {OpenapiVersion} from './openapi.ts';
import {kindOf, type Location, quote} from './problem.ts';
import {entriesOf, type Placed, type PlacedEntries, type ReferenceContext} from './reference.ts';
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

/** A walk over a description: what it has found so far. */
export interface Walk extends ReferenceContext {
  readonly version: OpenapiVersion;
  readonly operations: Operation[];
}

/** What the operations of one path item share. */
export type OfPathItem = Pick<Operation, 'path' | 'pathValues' | 'pathExtension' | 'pathLocation'>;

/** Reads the operation at `placed`, and adds it, or what is wrong with it, to what the walk has found. */
export function readOperation(at: OfPathItem & {readonly method: string}, placed: Placed, walk: Walk): void {
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
export function extensionIn(entries: PlacedEntries): Location | undefined {
  const extension = entries.get(EXTENSION);
  return extension?.value === null ? undefined : extension?.location;
}

/** Reads the settings of a path item or an operation. */
export function readValues(entries: PlacedEntries, scope: 'path' | 'operation', walk: Walk): SettingValues {
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
