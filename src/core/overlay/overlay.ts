import {isMap, type JsonMap, ownValue} from '../json.ts';
import {nearestKey} from '../nearest-key.ts';
import {childLocation, type Finding, keyLocation, type Location} from '../problem.ts';
import {invalid, kindOf, quote} from '../quote.ts';
import type {Visits} from './counted-query.ts';
import {parseJsonPath, type Query} from './json-path.ts';

/** One action of an overlay: the nodes that it selects, and what happens to them. */
export interface Action {
  readonly target: Query;
  readonly targetText: string;
  readonly change: Change;
  /** The place of the action. */
  readonly location: Location;
}

export type Change =
  | {readonly kind: 'remove'}
  | {readonly kind: 'update'; readonly value: unknown}
  | {readonly kind: 'copy'; readonly from: Query; readonly fromText: string};

/** An overlay document, as far as it could be read. */
export interface Overlay {
  readonly version: OverlayVersion;
  readonly actions: readonly Action[];
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** The versions of the specification that are read. A patch version changes nothing. */
export const OVERLAY_VERSIONS = ['1.0', '1.1'] as const;
export type OverlayVersion = (typeof OVERLAY_VERSIONS)[number];

const SUPPORTED = `supported: Overlay ${OVERLAY_VERSIONS.join(' and ')}, as in \`overlay: 1.1.0\``;

/**
 * Reads an OpenAPI Overlay. What no change depends on, such as `info` and `extends`, is not checked.
 *
 * Source: Overlay Specification 1.0 and 1.1, Overlay Object and Action Object.
 *
 * @param visits what the actions may visit when they are applied
 */
export function readOverlay(document: unknown, uri: string, visits: Visits): Overlay {
  const root = {uri, pointer: ''};
  const refuse = (finding: Finding): Overlay => ({
    version: '1.1',
    actions: [],
    errors: [finding],
    warnings: [],
  });
  const start = {hint: 'begin it with `overlay: 1.1.0`', location: root};
  if (!isMap(document))
    return refuse({message: `not an overlay: expected a map, found ${kindOf(document)}`, ...start});
  const declared = ownValue(document, 'overlay');
  if (declared === undefined)
    return refuse({message: 'not an overlay: `overlay` is missing at the root', ...start});
  const [, minor] = /^(\d+\.\d+)\.\d+$/.exec(`${declared}`) ?? [];
  const version = OVERLAY_VERSIONS.find((known) => known === minor);
  if (typeof declared !== 'string' || version === undefined)
    return refuse({
      message: `unsupported Overlay version ${quote(declared)}`,
      hint: SUPPORTED,
      location: childLocation(root, 'overlay'),
    });
  const actions = ownValue(document, 'actions');
  const location = childLocation(root, 'actions');
  if (!Array.isArray(actions) || actions.length === 0)
    return refuse({
      message: Array.isArray(actions)
        ? 'invalid `actions`: expected at least one action'
        : invalid('`actions`', actions, 'a list of actions'),
      hint: 'for example `actions: [{target: $, update: {x-apigen: {service: {name: petstore}}}}]`',
      location: actions === undefined ? root : location,
    });
  const read = actions.map((action: unknown, index) =>
    readAction(action, version, childLocation(location, String(index)), visits),
  );
  return {
    version,
    actions: read.flatMap(({action}) => action ?? []),
    errors: read.flatMap(({errors}) => errors),
    warnings: [...unknownKeys(document, ROOT_KEYS, root), ...read.flatMap(({warnings}) => warnings)],
  };
}

interface ReadAction {
  readonly action?: Action;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

function readAction(given: unknown, version: OverlayVersion, location: Location, visits: Visits): ReadAction {
  if (!isMap(given))
    return {
      errors: [{message: invalid('action', given, 'a map with `target`'), location}],
      warnings: [],
    };
  const errors: Finding[] = [];
  const query = (key: string): Query | undefined => {
    const expression = ownValue(given, key);
    const read = typeof expression === 'string' ? parseJsonPath(expression, visits) : undefined;
    if (read !== undefined && 'select' in read) return read;
    const message =
      read === undefined
        ? invalid(`\`${key}\``, expression, 'a JSONPath expression')
        : `invalid \`${key}\` ${quote(expression)}: ${read.reason}`;
    const at = expression === undefined ? location : childLocation(location, key);
    errors.push({message, hint: EXAMPLE, location: at});
    return undefined;
  };
  const target = query('target');
  const change = readChange(given, version, location, errors, query);
  const warnings = unknownKeys(given, ACTION_KEYS, location);
  if (change === undefined && errors.length === 0)
    warnings.push({
      message: 'the action changes nothing',
      hint: 'add `update`, `copy` or `remove: true`',
      location,
    });
  if (target === undefined || change === undefined || errors.length > 0) return {errors, warnings};
  const targetText = String(ownValue(given, 'target'));
  return {action: {target, targetText, change, location}, errors, warnings};
}

const EXAMPLE = "for example `$.paths['/pets'].get`";

/** `remove` makes the others have no effect, and `copy` and `update` exclude each other. */
function readChange(
  given: JsonMap,
  version: OverlayVersion,
  location: Location,
  errors: Finding[],
  query: (key: string) => Query | undefined,
): Change | undefined {
  const remove = ownValue(given, 'remove');
  if (remove !== undefined && remove !== null && typeof remove !== 'boolean')
    errors.push({
      message: invalid('`remove`', remove, 'true or false'),
      location: childLocation(location, 'remove'),
    });
  if (remove === true) return {kind: 'remove'};
  const hasUpdate = Object.hasOwn(given, 'update');
  if (!Object.hasOwn(given, 'copy')) return hasUpdate ? {kind: 'update', value: given.update} : undefined;
  const at = keyLocation(childLocation(location, 'copy'));
  if (version === '1.0')
    errors.push({message: '`copy` needs Overlay 1.1', hint: 'write `overlay: 1.1.0`', location: at});
  if (hasUpdate)
    errors.push({message: '`copy` cannot be combined with `update`', hint: 'use two actions', location: at});
  const from = query('copy');
  return from && {kind: 'copy', from, fromText: String(given.copy)};
}

const ROOT_KEYS = ['overlay', 'info', 'extends', 'actions'] as const;
const ACTION_KEYS = ['target', 'description', 'update', 'copy', 'remove'] as const;

function unknownKeys(map: JsonMap, known: readonly string[], location: Location): Finding[] {
  return Object.keys(map)
    .filter((key) => !key.startsWith('x-') && !known.includes(key))
    .map((key) => {
      const suggestion = nearestKey(key, known);
      return {
        message: `unknown key ${quote(key)} in an overlay`,
        ...(suggestion === undefined ? {hint: `known here: ${known.join(', ')}`} : {suggestion}),
        location: keyLocation(childLocation(location, key)),
      };
    });
}
