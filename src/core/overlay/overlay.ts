import {isMap, type JsonMap, ownValue} from '../json.ts';
import {childLocation, type Finding, keyLocation, type Location, type Severity} from '../problem.ts';
import {invalid, quote} from '../quote.ts';
import {parseJsonPath, type Query, reasonOf} from './json-path.ts';

/** Takes what is wrong with an overlay, or with one of its actions for a description. */
export type ReportFinding = (severity: Severity, finding: Finding) => void;

/** One action of an overlay: the nodes that it selects, and what happens to them. */
export interface Action {
  readonly version: OverlayVersion;
  readonly target: Query;
  readonly change: Change;
  /** The place of the action. */
  readonly location: Location;
}

export type Change =
  | {readonly kind: 'remove'}
  | {readonly kind: 'update'; readonly value: unknown}
  | {readonly kind: 'copy'; readonly from: Query};

/** The versions of the specification that are read. A patch version changes nothing. */
const OVERLAY_VERSIONS = ['1.0', '1.1'] as const;
type OverlayVersion = (typeof OVERLAY_VERSIONS)[number];

const SUPPORTED = `supported: Overlay ${OVERLAY_VERSIONS.join(' and ')}, as in \`overlay: 1.1.0\``;

/**
 * The actions of an OpenAPI Overlay; none when something is wrong with it. What no change depends on, such as `info` and keys that
 * are not known, is not checked.
 *
 * Source: Overlay Specification 1.0 and 1.1, Overlay Object and Action Object.
 */
export function readOverlay(document: unknown, uri: string, report: ReportFinding): readonly Action[] {
  const root = {uri, pointer: ''};
  const refuse = (message: string, hint: string, location: Location = root) => {
    report('error', {message, hint, location});
    return [];
  };
  const declared = ownValue(document, 'overlay');
  if (!isMap(document) || declared === undefined)
    return refuse('not an overlay: `overlay` is missing at the root', 'begin it with `overlay: 1.1.0`');
  const [, minor] = (typeof declared === 'string' && /^(\d+\.\d+)\.\d+$/.exec(declared)) || [];
  const version = OVERLAY_VERSIONS.find((known) => known === minor);
  if (version === undefined)
    return refuse(
      `unsupported Overlay version ${quote(declared)}`,
      SUPPORTED,
      childLocation(root, 'overlay'),
    );
  const actions = ownValue(document, 'actions');
  const location = childLocation(root, 'actions');
  if (!Array.isArray(actions) || actions.length === 0)
    return refuse(
      invalid('`actions`', actions, 'a list of at least one action'),
      'for example `actions: [{target: $, update: {x-apigen: {service: {name: petstore}}}}]`',
      actions === undefined ? root : location,
    );
  const read = actions.map((action: unknown, index) =>
    readAction(action, version, childLocation(location, String(index)), report),
  );
  return read.includes(undefined) ? [] : read.flatMap((found) => found ?? []);
}

/** None when it changes nothing; `undefined` when something is wrong with it. */
function readAction(
  given: unknown,
  version: OverlayVersion,
  location: Location,
  report: ReportFinding,
): readonly Action[] | undefined {
  if (!isMap(given)) {
    report('error', {message: invalid('action', given, 'a map with `target`'), location});
    return undefined;
  }
  const target = readQuery(given, 'target', location, report);
  const change = readChange(given, location, report);
  if (!target || !change) return undefined;
  if (change !== 'none') return [{version, target, change, location}];
  const hint = 'add `update`, `copy` or `remove: true`';
  report('warning', {message: 'the action changes nothing', hint, location});
  return [];
}

function readQuery(
  given: JsonMap,
  key: string,
  location: Location,
  report: ReportFinding,
): Query | undefined {
  const expression = ownValue(given, key);
  let message = invalid(`\`${key}\``, expression, 'a JSONPath expression');
  try {
    if (typeof expression === 'string') return parseJsonPath(expression);
  } catch (error) {
    message = `invalid \`${key}\` ${quote(expression)}: ${reasonOf(error)}`;
  }
  const at = expression === undefined ? location : childLocation(location, key);
  report('error', {message, hint: "for example `$.paths['/pets'].get`", location: at});
  return undefined;
}

/** `remove` makes the others have no effect, and `copy` and `update` exclude each other; `undefined` when one is wrong. */
function readChange(given: JsonMap, location: Location, report: ReportFinding): Change | 'none' | undefined {
  const remove = ownValue(given, 'remove') ?? false;
  if (remove === true) return {kind: 'remove'};
  if (remove !== false) {
    const message = invalid('`remove`', remove, 'true or false');
    report('error', {message, location: childLocation(location, 'remove')});
    return undefined;
  }
  const hasUpdate = Object.hasOwn(given, 'update');
  if (!Object.hasOwn(given, 'copy')) return hasUpdate ? {kind: 'update', value: given.update} : 'none';
  const at = keyLocation(childLocation(location, 'copy'));
  if (hasUpdate) {
    const message = '`copy` cannot be combined with `update`';
    report('error', {message, hint: 'use two actions', location: at});
    return undefined;
  }
  const from = readQuery(given, 'copy', location, report);
  return from && {kind: 'copy', from};
}
