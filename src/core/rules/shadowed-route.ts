import {coveredRoutes} from '../openapi/route-cover.ts';
import {keyLocation} from '../problem.ts';
import {quote} from '../quote.ts';
import type {Rule} from '../rule.ts';
import {EXTENSION} from '../settings/table.ts';

/** The mesh uses the first route that matches. */
export const shadowedRoute = {
  code: 'shadowed-route',
  severity: 'warning',
  summary: 'No route is hidden by an earlier one',
  check: ({routes}) =>
    coveredRoutes(routes.map(({method, pathItem: {path}, location}) => ({method, path, location}))).map(
      ({route, earlier}) => ({
        message: `route ${quote(`${route.method} ${route.path}`)} is never used: ${quote(`${earlier.method} ${earlier.path}`)} comes first and matches all of its requests`,
        hint: `change one of the two paths, or exclude one with \`${EXTENSION}: {disabled: true}\``,
        location: keyLocation(route.location),
      }),
    ),
} as const satisfies Rule;
