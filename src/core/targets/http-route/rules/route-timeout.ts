import type {Rule} from '../../../rule.ts';
import {MAX_DURATION} from '../described-route.ts';
import {plannedOperations} from '../plan.ts';
import {namesOf, settingPlaces, TIMEOUT} from '../setting-places.ts';

export const routeTimeout = {
  code: 'route-timeout',
  severity: 'error',
  summary: 'Timeouts are not too long for an HTTPRoute',
  check: (input) =>
    settingPlaces(TIMEOUT, plannedOperations(input), input)
      .filter(({value = 0}) => value > MAX_DURATION)
      .map(({place, value, operations}) => ({
        message: `an HTTPRoute cannot express \`${TIMEOUT}\` ${value} of ${namesOf(operations)}: expected at most ${MAX_DURATION} (seconds)`,
        hint: 'shorten it, or set 0 for no timeout',
        setting: TIMEOUT,
        ...place,
      })),
} satisfies Rule;
