import {keyLocation} from '../../../base/problem.ts';
import {quote} from '../../../base/quote.ts';
import {listOf} from '../../../openapi/setting-places.ts';
import type {Rule} from '../../../rules/rule.ts';
import {matchedRoutesOf} from '../matched-routes.ts';
import {withSameName} from '../rule-names.ts';

/** A policy names the rule that it is for. */
export const ruleNameHash = {
  code: 'rule-name-hash',
  severity: 'note',
  summary: 'Rules of HTTPRoutes have the `operationId` as their name, without a hash',
  check: (input) =>
    [...withSameName(matchedRoutesOf(input).names.keys())].flatMap(([name, operations]) => {
      // An operation may have several routes.
      const second = operations.find(({location}) => location !== operations[0]?.location);
      if (second === undefined) return [];
      return {
        message: `the names of the rules of ${listOf(operations)} have a hash: each would be ${quote(name)}`,
        hint: 'give them an `operationId` that differs in more than case and punctuation',
        location: keyLocation(second.location),
      };
    }),
} satisfies Rule;
