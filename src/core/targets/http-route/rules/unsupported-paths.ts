import {firstOfEach} from '../../../base/group-by.ts';
import {type Finding, keyLocation} from '../../../base/problem.ts';
import {quote} from '../../../base/quote.ts';
import {chosenReader, readerTitle} from '../../../openapi/chosen-reader.ts';
import {type Operation, operationName} from '../../../openapi/operation.ts';
import {listOf} from '../../../openapi/setting-places.ts';
import {MAX_MATCH_LENGTH, programSize} from '../../../routes/program-size.ts';
import {comparedPath} from '../../../routes/request.ts';
import type {RuleInput} from '../../../rules/rule.ts';
import {matchedRoutesOf} from '../matched-routes.ts';
import {MAX_RULES} from '../rules-of-routes.ts';

const OVERLAP = 'change the paths so that they do not overlap';

/** Operations whose requests are not treated as described, whatever the HTTPRoutes say. */
export function unsupportedPaths(input: RuleInput): Finding[] {
  const {routes, unranked, withSharedRules, unfit, shadowed, catchAll} = matchedRoutesOf(input);
  const {encodedSlash, pathSteps, largestProgram = Number.POSITIVE_INFINITY} = chosenReader(input.settings);
  const title = readerTitle(input.settings);
  const finding = ({location}: Operation, message: string, hint: string): Finding => ({
    message,
    hint,
    location: keyLocation(location),
  });
  const sharing = unfit.length > 0 ? [] : [...withSharedRules];
  return [
    ...unranked.map(({route: {operation}, later}) =>
      finding(
        operation,
        `${title} may use ${operationName(later.operation)} for requests of ${operationName(operation)}: the longer expression wins, and at most ${MAX_MATCH_LENGTH} characters are allowed`,
        'shorten the paths, or give both the same settings',
      ),
    ),
    // Where HTTPRoutes that match the same requests are ranked by their age, they have to be one.
    ...sharing
      .slice(0, 1)
      .map((first) =>
        finding(
          first,
          `${sharing.length} operations match the same requests and need one HTTPRoute, which has at most ${MAX_RULES} rules, so they share rules: ${listOf(sharing)}`,
          `attach no policy to the rule of one of them, or ${OVERLAP}`,
        ),
      ),
    ...shadowed.map(({route: {operation, method}, by, used}) => {
      const requests = `requests of ${operationName({...operation, method})} that the path ${quote(by.path)} matches, too`;
      const without = catchAll ? 'ignores the settings for' : 'answers 404 to';
      const message = used
        ? `${title} uses ${operationName(used.operation)} for ${requests}`
        : `${title} ${without} ${requests}, which has no ${method}`;
      return finding(operation, message, OVERLAP);
    }),
    ...routes.flatMap(({operation, path}) => {
      const slash = path.match(/%(?:2f|5c)/gi)?.find((one) => comparedPath(one, pathSteps) === '/');
      if (slash === undefined) return [];
      const message = `${title} may not match ${operationName(operation)}: requests have \`${slash.toUpperCase()}\` in their path, and it ${encodedSlash}`;
      return finding(operation, message, 'use another character in the path');
    }),
    ...firstOfEach(routes, ({match}) => match.value).flatMap(({operation, match: {type, value}}) => {
      const size = type === 'Exact' ? 0 : programSize(value);
      if (size <= largestProgram) return [];
      const message = `${title} refuses all routes because of ${operationName(operation)}: the program of its expression has a size of ${size}, and at most ${largestProgram} is allowed`;
      const hint = 'shorten it, or raise `re2.max_program_size.error_level` in the bootstrap of its Envoy';
      return finding(operation, message, hint);
    }),
  ];
}
