import {durationText, millisecondsOf} from '../base/duration.ts';
import {namesOf, settingPlaces} from '../openapi/setting-places.ts';
import {TIMEOUT} from '../settings/table.ts';
import {isRoute} from './no-routes.ts';
import type {Rule} from './rule.ts';

export const routeTimeout = {
  code: 'route-timeout',
  severity: 'error',
  summary: 'The output can express all timeouts',
  check(input) {
    const {longest, unit} = input.target.timeouts;
    // Settings have nothing shorter than nanoseconds.
    const isWhole = (value: number) => unit === 'nanoseconds' || Number.isInteger(millisecondsOf(value));
    const routes = input.routes.filter((route) => !route.addedTo && isRoute(input, route));
    return settingPlaces(TIMEOUT, routes, input.settings)
      .filter(({value}) => value > longest || !isWhole(value))
      .map(({place, value, operations}) => ({
        message: `${input.target.one} cannot express \`${place.setting}\` ${durationText(value)} of ${namesOf(operations)}: expected whole ${unit}, and at most ${longest} seconds`,
        hint: 'round or shorten it, or set 0 for no timeout',
        ...place,
      }));
  },
} satisfies Rule;
