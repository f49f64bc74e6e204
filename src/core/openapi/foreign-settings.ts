import type {FoundFault, Location} from '../base/problem.ts';
import {type TypedKey, wrongValue} from '../settings/faults.ts';
import type {Reading} from '../settings/read.ts';
import type {SettingKey} from '../settings/table.ts';
import {boolean, pathPrefix, timeout} from '../settings/types/index.ts';
import {entryOf, type Resolved} from './placed.ts';

/** A key outside of `x-apigen` that gives a setting. */
interface ForeignKey extends TypedKey {
  readonly setting: SettingKey;
}

/** Of Swagger 2.0, where neither a flag nor `x-apigen` sets the prefix. Source: docs/specification.md, 3.3. */
export const BASE_PATH: ForeignKey = {
  key: 'basePath',
  type: pathPrefix,
  example: '/api/v1',
  setting: 'path.base',
};

/** The extensions that `linkerd profile --open-api` reads at operations. Source: linkerd2, pkg/profiles/openapi.go. */
export const LINKERD_EXTENSIONS: readonly ForeignKey[] = [
  {key: 'x-linkerd-timeout', type: timeout, example: '30s', setting: 'timeouts.request'},
  {key: 'x-linkerd-retryable', type: boolean, example: true, setting: 'retryable'},
];

export type ForeignReading = ReturnType<typeof readForeign>;

/** The settings of foreign keys, and where they are, by the key of the setting. */
export function readForeign(keys: readonly ForeignKey[], maps: Resolved) {
  const values = new Map<string, unknown>();
  const places = new Map<string, Location>();
  const faults: FoundFault[] = [];
  for (const entry of keys) {
    const {value = null, location} = entryOf(maps, entry.key) ?? {};
    if (value === null || location === undefined) continue;
    places.set(entry.setting, location);
    const wrong = entry.type.check(value);
    if (wrong.length === 0) values.set(entry.setting, value);
    for (const mismatch of wrong) faults.push(wrongValue(entry, mismatch, {location}));
  }
  const reading: Reading = {values: Object.fromEntries(values), faults};
  return {...reading, places};
}
