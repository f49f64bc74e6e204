import type {Description} from '../openapi/description.ts';
import type {StructureFault} from '../openapi/fault.ts';
import type {Rule} from '../rule.ts';

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

function causeOf({operations, hasWebhooks}: Description): Cause {
  if (operations.length > 0)
    return {reason: 'every operation is disabled', fix: 'remove a `disabled`', key: 'paths'};
  const fix = 'add a method under a path';
  if (!hasWebhooks) return {reason: 'no path has a method', fix, key: 'paths'};
  return {reason: 'requests of `webhooks` go to other services', fix, key: 'webhooks'};
}

export const noRoutes = {
  code: 'no-routes',
  severity: 'error',
  lintSeverity: 'warning',
  summary: 'At least one operation gives a route',
  check({routes, choices, description}) {
    // Where a path could not be read, it is unknown whether it has routes.
    const isUncertain = description.faults.some(({code}) => !ADVISORY.has(code));
    if (routes.length > 0 || choices.allowEmpty || isUncertain) return [];
    const {reason, fix, key} = causeOf(description);
    return [
      {
        message: `no routes: ${reason}`,
        hint: `${fix}, or allow an empty result: \`--allow-empty\`, as an option of the decorator \`allowEmpty: true\``,
        location: {uri: description.uri, pointer: `/${key}`, at: 'key'},
      },
    ];
  },
} as const satisfies Rule;
