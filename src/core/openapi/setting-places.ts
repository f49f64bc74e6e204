import {givenValues} from '../settings/precedence.ts';
import type {SettingKey, SettingValues} from '../settings/table.ts';
import {type EffectiveSettings, placeOfValue, type SettingPlace} from './effective-settings.ts';
import {type Operation, operationName} from './operation.ts';

interface PlaceOfSetting<K extends SettingKey> {
  readonly place: SettingPlace;
  readonly value: NonNullable<SettingValues[K]>;
  readonly operations: readonly Operation[];
}

/**
 * The places that give these operations their values of a setting, so that a value at the root is reported once.
 *
 * @param isOfAll whether places count whose value a stronger level replaces; a default then does not
 */
export function settingPlaces<K extends SettingKey>(
  key: K,
  operations: readonly Operation[],
  settings: EffectiveSettings,
  isOfAll = false,
): PlaceOfSetting<K>[] {
  const places = new Map<string, PlaceOfSetting<K> & {operations: Operation[]}>();
  for (const operation of operations) {
    const values = givenValues(key, settings.levels(operation));
    const counting = isOfAll ? values.filter(({level}) => level !== 'default') : values.slice(0, 1);
    for (const counted of counting) {
      const place = placeOfValue(counted, operation, settings);
      const id = [place.flag, place.location?.uri, place.location?.pointer].join('\n');
      const entry = places.get(id);
      if (entry) entry.operations.push(operation);
      else places.set(id, {place, value: counted.value, operations: [operation]});
    }
  }
  return [...places.values()];
}

/** The operation in quotes, or how many there are: `12 operations`. */
export function namesOf(operations: readonly Operation[]): string {
  return operations.length === 1 ? operations.map(operationName).join('') : `${operations.length} operations`;
}

/** Enough to recognize a set by. */
export const LISTED = 10;

/** The first operations, and how many others there are. */
export function listOf(operations: readonly Operation[]): string {
  const more = operations.length > LISTED ? `, and ${operations.length - LISTED} more` : '';
  return operations.slice(0, LISTED).map(operationName).join(', ') + more;
}
