import {childLocation, type Finding, keyLocation, type Location} from '../problem.ts';
import {givenValues, type Level} from '../settings/precedence.ts';
import type {SettingKey} from '../settings/table.ts';
import type {Description} from './description.ts';
import type {EffectiveSettings} from './effective-settings.ts';
import type {Operation} from './operation.ts';

/** Where a value was given: a flag, or a place in a document. */
export type SettingPlace = Pick<Finding, 'flag' | 'location'>;

interface Given {
  readonly description: Pick<Description, 'uri' | 'settings'>;
  readonly settings: EffectiveSettings;
}

/** Where the value that counts for the whole description is given; the root of the document for a default. */
export function settingPlace(key: SettingKey, {description, settings}: Given): SettingPlace {
  return placeAt(key, settings.level(key), description);
}

function placeAt(key: SettingKey, level: Level | undefined, description: Given['description']): SettingPlace {
  if (level === 'flag') return {flag: key};
  const root = {uri: description.uri, pointer: ''};
  // Only `path.base` has a value in the description outside of `x-apigen`.
  if (level === 'document') return {location: childLocation(root, 'basePath')};
  const {extension} = description.settings;
  return {location: level === 'root' && extension ? inExtension(key, extension) : root};
}

/** Where the value that counts for one operation is given. */
export function operationSettingPlace(key: SettingKey, operation: Operation, given: Given): SettingPlace {
  const level = givenValues(key, given.settings.levels(operation))[0]?.level;
  if (level !== 'operation' && level !== 'path') return placeAt(key, level, given.settings.rootOf(operation));
  const {extension} = level === 'operation' ? operation.settings : operation.pathItem.settings;
  // What the extensions of Linkerd set is not in an `x-apigen`.
  return {location: extension ? inExtension(key, extension) : keyLocation(operation.location)};
}

function inExtension(key: SettingKey, extension: Location): Location {
  return key.split('.').reduce(childLocation, extension);
}
