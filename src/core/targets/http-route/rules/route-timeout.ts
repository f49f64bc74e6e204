import {durationText} from '../../../duration.ts';
import type {Rule} from '../../../rule.ts';
import {MAX_DURATION, toDuration} from '../described-route.ts';
import {plannedOperations} from '../plan.ts';
import {namesOf, settingPlaces, TIMEOUT} from '../setting-places.ts';

export const routeTimeout = {
  code: 'route-timeout',
  severity: 'error',
  summary: 'An HTTPRoute can express all timeouts',
  check: (input) =>
    settingPlaces(TIMEOUT, plannedOperations(input), input)
      .filter(({value = 0}) => toDuration(value) === undefined)
      .map(({place, value = 0, operations}) => ({
        message: `an HTTPRoute cannot express \`${place.setting}\` ${durationText(value)} of ${namesOf(operations)}: expected whole milliseconds, and at most ${MAX_DURATION} seconds`,
        hint: 'round or shorten it, or set 0 for no timeout',
        ...place,
      })),
} satisfies Rule;
