import {keyLocation} from '../../../base/problem.ts';
import {quote} from '../../../base/quote.ts';
import {MAX_MATCH_LENGTH} from '../../../routes/program-size.ts';
import type {Rule} from '../../../rules/rule.ts';
import {EXTENSION} from '../../../settings/table.ts';
import {matchedRoutesOf} from '../matched-routes.ts';

export const routePath = {
  code: 'route-path',
  severity: 'error',
  summary: 'Paths are not too long for an HTTPRoute',
  check: (input) =>
    matchedRoutesOf(input)
      .routes.filter(({match}) => match.value.length > MAX_MATCH_LENGTH)
      .map(({operation: {pathItem}, match: {type, value}}) => ({
        message: `path ${quote(pathItem.template ?? pathItem.path)} is too long for an HTTPRoute: expected at most ${MAX_MATCH_LENGTH} characters, found ${value.length}${type === 'Exact' ? '' : ' in its expression'}`,
        hint: `shorten it or \`path.base\`, or exclude it with \`${EXTENSION}: {disabled: true}\``,
        location: keyLocation(pathItem.location),
      })),
} satisfies Rule;
