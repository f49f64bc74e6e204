import {groupBy} from '../../base/group-by.ts';
import {NAMED_FROM} from '../../meshes.ts';
import {type Access, isEnforced} from '../../openapi/access.ts';
import type {Operation} from '../../openapi/operation.ts';
import {DNS_SUBDOMAIN_LENGTH} from '../../settings/types/index.ts';
import {isAtLeast, type TargetInput} from '../target.ts';
import {hashOf} from './object-name.ts';
import {LIMIT_LENGTH} from './rate-limit.ts';

/**
 * The names of rules that are for one operation: its `operationId` as a DNS name (`getPet` gives `get-pet`), else its method and path.
 * What would have the same name gets a hash.
 *
 * Source: Gateway API 1.4, HTTPRouteRule `name`, in the standard channel.
 */
export function ruleNames(
  {routes, settings}: Pick<TargetInput, 'routes' | 'settings'>,
  withSharedRules: ReadonlySet<Operation>,
  hasLimits: boolean,
): ReadonlyMap<Operation, string> {
  if (settings.get('group') !== 'operation' || !isAtLeast(NAMED_FROM, settings)) return new Map();
  const named = routes.filter((operation) => !operation.addedTo && !withSharedRules.has(operation));
  // What may call is added, the rate limit, and a number where that is taken.
  const ofAccess = isEnforced(settings) ? ACCESS_LENGTH + 13 : 0;
  const most = DNS_SUBDOMAIN_LENGTH - ofAccess - (hasLimits ? LIMIT_LENGTH : 0);
  return new Map(
    [...groupBy(named, plainName)].flatMap(([name, operations]) =>
      operations.map((operation): [Operation, string] => {
        const isPlain = operations.length === 1 && name.length <= most;
        const hash = hashOf(textOf(operation));
        return [operation, isPlain ? name : `${name.slice(0, most - 9)}-${hash}`];
      }),
    ),
  );
}

/** The operations whose rules would have the same name. */
export function withSameName(operations: Iterable<Operation>): Map<string, Operation[]> {
  const names = groupBy([...operations], plainName);
  return new Map([...names].filter(([, {length}]) => length > 1));
}

/** The longest name of what may call, which leaves room for that of an operation. */
const ACCESS_LENGTH = 100;

/**
 * The name of a rule after those who may call: it never means others, so that a policy that is attached by the name cannot open what it is
 * not for, whichever of the two is changed first.
 */
export function accessName({key, tokens, clients}: Access): string {
  const words = [...tokens.flatMap(({scheme, scopes}) => [scheme, ...scopes]), ...clients].map(fold);
  if (words.length === 0) return key;
  const text = words.filter(Boolean).join('-').slice(0, ACCESS_LENGTH).replace(/-$/, '');
  return [text, hashOf(key)].filter(Boolean).join('-');
}

function textOf({method, pathItem: {path}}: Operation): string {
  return `${method} ${path}`;
}

/** The name of a rule without a hash. */
function plainName(operation: Operation): string {
  return fold(operation.operationId ?? '') || fold(textOf(operation));
}

function fold(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
