import {prefixOf} from '../openapi/effective-settings.ts';
import type {RoutedOperation} from '../openapi/operation.ts';
import {neverMatches} from '../routes/path-expression.ts';
import {SETTING_RULES} from './fault-rules.ts';
import type {Rule, RuleInput} from './rule.ts';

/** Faults that leave the number of routes as it is. */
const ADVISORY = [...SETTING_RULES.map(({code}) => code), 'path-item-key', 'unresolved-parameter'];

/** Why there are no routes, how to fix that, and the key at the root that it is about. */
function causeOf(input: RuleInput): readonly [reason: string, fix: string, key: string] {
  const {routes, target, description} = input;
  const {operations, hasWebhooks} = description;
  if (routes.some((route) => canMatch(input, route)))
    return [`none has a method of ${target.methods?.join(', ')}`, 'add such a method', 'paths'];
  if (routes.length > 0)
    return ['no path can match a request', 'end paths and `path.base` before `?` and `#`', 'paths'];
  if (operations.length > 0) return ['every operation is disabled', 'remove a `disabled`', 'paths'];
  const fix = 'add a method under a path';
  if (!hasWebhooks) return ['no path has a method', fix, 'paths'];
  return ['requests of `webhooks` go to other services', fix, 'webhooks'];
}

export function canMatch({settings}: RuleInput, {expression}: RoutedOperation): boolean {
  return !neverMatches(prefixOf(settings), expression);
}

/** Whether an operation has a route of the output that can match a request. */
export function isRoute(input: RuleInput, route: RoutedOperation): boolean {
  return canMatch(input, route) && input.target.methods?.includes(route.method) !== false;
}

export const noRoutes = {
  code: 'no-routes',
  severity: 'error',
  lintSeverity: 'warning',
  summary: 'At least one operation gives a route',
  check(input) {
    const {choices, description} = input;
    // Where a path could not be read, it is unknown whether it has routes.
    const isUncertain = description.faults.some(({code}) => !ADVISORY.includes(code));
    const hasRoutes = input.routes.some((route) => isRoute(input, route));
    if (hasRoutes || choices.allowEmpty || isUncertain) return [];
    const [reason, fix, key] = causeOf(input);
    const hint = `${fix}, or allow an empty result: \`--allow-empty\``;
    const location = {uri: description.uri, pointer: `/${key}`, at: 'key'} as const;
    return [{message: `no routes: ${reason}`, hint, location}];
  },
} satisfies Rule;
