import {durationText, millisecondsOf} from '../duration.ts';
import {prefixOf} from '../openapi/effective-settings.ts';
import type {RoutedOperation} from '../openapi/operation.ts';
import {namesOf, settingPlaces} from '../openapi/setting-places.ts';
import {neverMatches} from '../routes/path-expression.ts';
import type {Rule, RuleInput, TargetFacts} from '../rule.ts';
import {TIMEOUT} from '../settings/table.ts';

export const routeTimeout = {
  code: 'route-timeout',
  severity: 'error',
  setting: TIMEOUT,
  summary: 'The output can express all timeouts',
  check(input) {
    const {one, timeouts} = input.target;
    return settingPlaces(TIMEOUT, writtenOperations(input), input)
      .filter(({value = 0}) => !canExpress(value, timeouts))
      .map(({place, value = 0, operations}) => ({
        message: `${one} cannot express \`${place.setting}\` ${durationText(value)} of ${namesOf(operations)}: expected whole ${timeouts.unit}, and at most ${timeouts.longest} seconds`,
        hint: 'round or shorten it, or set 0 for no timeout',
        ...place,
      }));
  },
} satisfies Rule;

function canExpress(seconds: number, {longest, unit}: TargetFacts['timeouts']): boolean {
  // Settings have nothing shorter than nanoseconds.
  return seconds <= longest && (unit === 'nanoseconds' || Number.isInteger(millisecondsOf(seconds)));
}

function writtenOperations({routes, settings, target}: RuleInput): RoutedOperation[] {
  const prefix = prefixOf(settings);
  return routes.filter(
    ({method, expression}) =>
      target.methods?.includes(method) !== false &&
      (target.unmatchable === 'written' || !neverMatches(prefix, expression)),
  );
}
