import {keyLocation} from '../../../problem.ts';
import {quote} from '../../../quote.ts';
import type {Rule} from '../../../rule.ts';
import {MAX_DURATION, toDuration} from '../duration.ts';

const KEY = 'timeouts.request_timeout';

export const routeTimeout = {
  code: 'route-timeout',
  severity: 'error',
  summary: 'Timeouts are not too long for an HTTPRoute',
  check: ({routes, settings}) =>
    routes.flatMap((operation) => {
      const seconds = settings.at(operation, KEY) ?? 0;
      if (toDuration(seconds) !== undefined) return [];
      const name = quote(`${operation.method} ${operation.pathItem.path}`);
      return [
        {
          message: `an HTTPRoute cannot express \`${KEY}\` ${seconds} of ${name}: expected at most ${MAX_DURATION} (seconds)`,
          hint: 'shorten it, or set 0 for no timeout',
          setting: KEY,
          location: keyLocation(operation.location),
        },
      ];
    }),
} as const satisfies Rule;
