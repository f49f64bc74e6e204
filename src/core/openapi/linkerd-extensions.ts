import {wrongValue} from '../settings/faults.ts';
import type {Reading} from '../settings/read.ts';
import type {Entry, SettingKey} from '../settings/table.ts';
import {boolean, mismatch} from '../settings/types/index.ts';
import {entryOf, type Resolved} from './reference.ts';

/** Seconds, by the unit of a Go duration. Source: Go, `time.ParseDuration`. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};
const PART = /([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h)/g;
const MAX_SECONDS = 4_294_967_295;
const EXPECTED = `a duration in whole seconds from 0s to ${MAX_SECONDS}s, such as "30s" or "1m30s"`;

/** The whole seconds of a Go duration; `undefined` for anything else. */
function secondsOf(value: unknown): number | undefined {
  if (value === '0') return 0;
  if (typeof value !== 'string' || value === '' || value.replaceAll(PART, '') !== '') return undefined;
  const parts = [...value.matchAll(PART)];
  const exact = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0);
  const seconds = Math.round(exact);
  return Math.abs(exact - seconds) < 1e-6 && seconds <= MAX_SECONDS ? seconds : undefined;
}

interface Extension extends Entry {
  /** The setting that it gives. */
  readonly setting: SettingKey;
  toValue?(value: unknown): unknown;
}

const EXTENSIONS: readonly Extension[] = [
  {
    key: 'x-linkerd-timeout',
    type: {
      ...boolean,
      check: (value) => (secondsOf(value) === undefined ? mismatch(value, EXPECTED) : []),
    },
    example: '30s',
    summary: 'Request timeout',
    group: 'route',
    setting: 'timeouts.request_timeout',
    toValue: secondsOf,
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

/**
 * The settings that the extensions of `linkerd profile --open-api` give at an operation; `undefined` without them.
 *
 * Source: linkerd2, pkg/profiles/openapi.go.
 */
export function readLinkerdExtensions(operation: Resolved): Reading | undefined {
  const values = new Map<string, unknown>();
  const faults = EXTENSIONS.flatMap((entry) => {
    const {value = null, location} = entryOf(operation, entry.key) ?? {};
    if (value === null || location === undefined) return [];
    const found = entry.type.check(value);
    if (found.length === 0) values.set(entry.setting, entry.toValue ? entry.toValue(value) : value);
    return found.map((fault) => wrongValue(entry, fault, {location}));
  });
  return values.size + faults.length === 0 ? undefined : {values: Object.fromEntries(values), faults};
}
