import type {Operation} from '../../openapi/operation.ts';
import {operationSettingPlace, type SettingPlace} from '../../openapi/setting-place.ts';
import {quote} from '../../quote.ts';
import type {RuleInput} from '../../rule.ts';

/** The setting that the places are of. */
export const TIMEOUT = 'timeouts.request_timeout';

/** A place that gives operations their timeout. */
export interface TimeoutPlace {
  readonly place: SettingPlace;
  /** In seconds. */
  readonly timeout: number;
  /** The operation in quotes, or how many there are: `12 operations`. */
  readonly names: string;
}

/** The places that give these operations their timeouts, so that a timeout at the root is reported once. */
export function timeoutPlaces(operations: readonly Operation[], input: RuleInput): TimeoutPlace[] {
  const places = new Map<string, {place: SettingPlace; timeout: number; operations: Operation[]}>();
  for (const operation of operations) {
    const timeout = input.settings.at(operation, TIMEOUT) ?? 0;
    const place = operationSettingPlace(TIMEOUT, operation, input);
    const id = [place.flag, place.location?.uri, place.location?.pointer].join('\n');
    const found = places.get(id);
    if (found) found.operations.push(operation);
    else places.set(id, {place, timeout, operations: [operation]});
  }
  return [...places.values()].map(({place, timeout, operations: own}) => ({
    place,
    timeout,
    names: own.length === 1 ? own.map(nameOf).join('') : `${own.length} operations`,
  }));
}

function nameOf({method, pathItem: {path}}: Operation): string {
  return quote(`${method} ${path}`);
}
