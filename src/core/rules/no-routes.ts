import type {Description} from '../openapi/description.ts';
import type {StructureFault} from '../openapi/fault.ts';
import type {Rule} from '../rule.ts';

/** Faults that leave the number of routes as it is. */
const ADVISORY: ReadonlySet<StructureFault['code']> = new Set([
  'unknown-method',
  'misspelled-extension',
  'misplaced-extension',
]);

function reasonAndFix({operations, hasWebhooks}: Description): readonly [reason: string, fix: string] {
  if (operations.length > 0) return ['every operation is disabled', 'remove a `disabled`'];
  const reason = hasWebhooks ? 'webhooks give none, and no path has a method' : 'no path has a method';
  return [reason, 'add a method under a path'];
}

export const noRoutes = {
  code: 'no-routes',
  severity: 'error',
  lintSeverity: 'warning',
  summary: 'At least one operation gives a route',
  check({routes, allowEmpty, description}) {
    // Where a path could not be read, it is unknown whether it has routes.
    const isUncertain = description.faults.some(({code}) => !ADVISORY.has(code));
    if (routes.length > 0 || allowEmpty || isUncertain) return [];
    const [reason, fix] = reasonAndFix(description);
    return [
      {
        message: `no routes: ${reason}`,
        hint: `${fix}, or allow an empty result: \`--allow-empty\`, as an option of the decorator \`allowEmpty: true\``,
        location: {uri: description.uri, pointer: '/paths', at: 'key'},
      },
    ];
  },
} as const satisfies Rule;
