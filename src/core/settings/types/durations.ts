import {DURATION_PART, durationText, secondsOf} from '../../base/duration.ts';
import {text} from './text.ts';
import type {ValueType} from './value-type.ts';

/** The longest Go duration, in whole seconds: an int64 of nanoseconds. */
export const MAX_SECONDS = 9_223_372_036;

const goDuration = text({
  name: 'duration',
  expected: `a duration such as "500ms" or "1m30s", of at most ${MAX_SECONDS}s`,
  pattern: `^\\+?(0|(${DURATION_PART})+)$`,
  isValid: (value) => secondsOf(value) <= MAX_SECONDS,
});

/**
 * How long a request may take, as Go writes it: numbers with units. A number means seconds.
 *
 * Source: Go, `time.ParseDuration`, by which Linkerd reads the `timeout` of a ServiceProfile; negative ones make no sense.
 */
export const timeout: ValueType<string> = {
  ...goDuration,
  meant(found) {
    if (typeof found !== 'number' && typeof found !== 'string') return undefined;
    const isDuration = (written: string) => goDuration.check(written).length === 0;
    if (isDuration(String(found))) return String(found);
    return isDuration(`${found}s`) ? durationText(secondsOf(`${found}s`)) : undefined;
  },
};

/**
 * How long to wait, as the Gateway API writes it.
 *
 * Source: GEP-2257; Envoy, `RetryBackOff`, which refuses a `base_interval` of 0.
 */
export const backoff = text({
  name: 'duration',
  expected: 'a duration above 0, of at most five digits a unit, such as "25ms" or "1m30s"',
  pattern: '^(?=.*[1-9])([0-9]{1,5}(h|m|s|ms)){1,4}$',
});

/**
 * A time from 1 second to 1 minute, with one unit.
 *
 * Source: Go, `time.ParseDuration`; linkerd2-proxy, service-profiles `convert_retry_budget`, which ignores a budget whose
 * `ttl` is outside of these limits.
 */
export const duration = text({
  name: 'duration',
  expected: 'a duration from 1s to 60s, such as "10s" or "1500ms"',
  pattern: '^((([1-9]|[1-5][0-9])(\\.[0-9]+)?|60)s|([1-9][0-9]{3}|[1-5][0-9]{4}|60000)ms|1m)$',
});
