import {keyLocation} from '../../../base/problem.ts';
import {quote} from '../../../base/quote.ts';
import {operationName} from '../../../openapi/operation.ts';
import {MAX_MATCH_LENGTH} from '../../../routes/program-size.ts';
import type {Rule} from '../../../rules/rule.ts';
import {EXTENSION} from '../../../settings/table.ts';
import {matchedRoutesOf} from '../matched-routes.ts';

export const routePath = {
  code: 'route-path',
  severity: 'error',
  summary: 'Paths are not too long for an HTTPRoute',
  check(input) {
    const {routes, unranked} = matchedRoutesOf(input);
    const tooLong = routes
      .filter(({match}) => match.value.length > MAX_MATCH_LENGTH)
      .map(({operation: {pathItem}, match: {type, value}}) => ({
        message: `path ${quote(pathItem.template ?? pathItem.path)} is too long for an HTTPRoute: expected at most ${MAX_MATCH_LENGTH} characters, found ${value.length}${type === 'Exact' ? '' : ' in its expression'}`,
        hint: `shorten it or \`path.base\`, or exclude it with \`${EXTENSION}: {disabled: true}\``,
        location: keyLocation(pathItem.location),
      }));
    const open = unranked
      .filter(({route, later}) => route.access?.key !== later.access?.key)
      .map(({route: {operation, access}, later}) => ({
        message: `${operationName(operation)} (${access?.who}) cannot win over ${operationName(later.operation)} (${later.access?.who}), whose expression is longer`,
        hint: 'shorten the path of the latter, or ask for the same callers',
        location: keyLocation(operation.location),
      }));
    return [...tooLong, ...open];
  },
} satisfies Rule;
