import type {Rule} from '../../../rule.ts';
import {MAX_DURATION} from '../duration.ts';
import {TIMEOUT, timeoutPlaces} from '../timeout-places.ts';

export const routeTimeout = {
  code: 'route-timeout',
  severity: 'error',
  summary: 'Timeouts are not too long for an HTTPRoute',
  check: (input) =>
    timeoutPlaces(input.routes, input)
      .filter(({timeout}) => timeout > MAX_DURATION)
      .map(({place, timeout, names}) => ({
        message: `an HTTPRoute cannot express \`${TIMEOUT}\` ${timeout} of ${names}: expected at most ${MAX_DURATION} (seconds)`,
        hint: 'shorten it, or set 0 for no timeout',
        setting: TIMEOUT,
        ...place,
      })),
} as const satisfies Rule;
