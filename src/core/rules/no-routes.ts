import type {StructureFault} from '../openapi/fault.ts';
import {normalizePrefix} from '../openapi/path-template.ts';
import {neverMatches} from '../openapi/routes/path-expression.ts';
import type {Rule, RuleInput} from '../rule.ts';

/** Faults that leave the number of routes as it is. */
const ADVISORY: ReadonlySet<StructureFault['code']> = new Set([
  'unknown-method',
  'misspelled-extension',
  'misplaced-extension',
]);

interface Cause {
  readonly reason: string;
  readonly fix: string;
  /** The key at the root that it is about. */
  readonly key: string;
}

function causeOf({routes, description: {operations, hasWebhooks}}: RuleInput): Cause {
  if (routes.length > 0)
    return {
      reason: 'no path can match a request',
      fix: 'end paths and `path.base` before `?` and `#`',
      key: 'paths',
    };
  if (operations.length > 0)
    return {reason: 'every operation is disabled', fix: 'remove a `disabled`', key: 'paths'};
  const fix = 'add a method under a path';
  if (!hasWebhooks) return {reason: 'no path has a method', fix, key: 'paths'};
  return {reason: 'requests of `webhooks` go to other services', fix, key: 'webhooks'};
}

/** HTTPRoutes leave out what never matches; a ServiceProfile does not. */
function hasRoutes({routes, settings}: RuleInput): boolean {
  if (settings.get('target') !== 'httproute') return routes.length > 0;
  const prefix = normalizePrefix(settings.get('path.base') ?? '');
  return routes.some(({pathItem: {path}}) => !neverMatches(prefix, path));
}

export const noRoutes = {
  code: 'no-routes',
  severity: 'error',
  lintSeverity: 'warning',
  summary: 'At least one operation gives a route',
  check(input) {
    const {choices, description} = input;
    // Where a path could not be read, it is unknown whether it has routes.
    const isUncertain = description.faults.some(({code}) => !ADVISORY.has(code));
    if (hasRoutes(input) || choices.allowEmpty || isUncertain) return [];
    const {reason, fix, key} = causeOf(input);
    return [
      {
        message: `no routes: ${reason}`,
        hint: `${fix}, or allow an empty result: \`--allow-empty\`, as an option of the decorator \`allowEmpty: true\``,
        location: {uri: description.uri, pointer: `/${key}`, at: 'key'},
      },
    ];
  },
} satisfies Rule;
