import type {Location} from '../problem.ts';
import {wrongValue} from '../settings/faults.ts';
import type {Reading} from '../settings/read.ts';
import type {Entry, SettingKey} from '../settings/table.ts';
import {boolean, timeout} from '../settings/types/index.ts';
import {entryOf, type Resolved} from './reference.ts';

interface Extension extends Entry {
  /** The setting that it gives. */
  readonly setting: SettingKey;
}

const EXTENSIONS: readonly Extension[] = [
  {
    key: 'x-linkerd-timeout',
    type: timeout,
    example: '30s',
    summary: 'Request timeout',
    group: 'route',
    setting: 'timeouts.request',
  },
  {
    key: 'x-linkerd-retryable',
    type: boolean,
    example: true,
    summary: 'Retries',
    group: 'route',
    setting: 'retryable',
  },
];

/** What the extensions of an operation set, and where they are, by the key of the setting. */
export interface LinkerdReading extends Reading {
  readonly places: ReadonlyMap<string, Location>;
}

/**
 * The settings that the extensions of `linkerd profile --open-api` give at an operation; `undefined` without them.
 *
 * Source: linkerd2, pkg/profiles/openapi.go.
 */
export function readLinkerdExtensions(operation: Resolved): LinkerdReading | undefined {
  const values = new Map<string, unknown>();
  const places = new Map<string, Location>();
  const faults = EXTENSIONS.flatMap((entry) => {
    const {value = null, location} = entryOf(operation, entry.key) ?? {};
    if (value === null || location === undefined) return [];
    places.set(entry.setting, location);
    const found = entry.type.check(value);
    if (found.length === 0) values.set(entry.setting, value);
    return found.map((fault) => wrongValue(entry, fault, {location}));
  });
  return places.size === 0 ? undefined : {values: Object.fromEntries(values), faults, places};
}
