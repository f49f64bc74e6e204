import {isMap, type JsonMap, ownValue, valueAt} from '../base/json.ts';
import {nearestKey} from '../base/nearest-key.ts';
import {childLocation, type Finding, keyLocation, type Location, type Severity} from '../base/problem.ts';
import {invalid, quote} from '../base/quote.ts';
import {meantJsonPath, parseJsonPath, type Query, reasonOf} from './json-path.ts';

/** Takes what is wrong with an overlay, or with one of its actions for a description. */
export type ReportFinding = (severity: Severity, finding: Finding) => void;

/** One action of an overlay: the nodes that it selects, and what happens to them. */
export interface Action {
  readonly version: OverlayVersion;
  readonly target: Query;
  readonly change: Change;
  readonly location: Location;
}

export type Change =
  | {readonly action: 'remove'}
  | {readonly action: 'update'; readonly value: unknown}
  | {readonly action: 'copy'; readonly from: Query};

/** The versions of the specification that are read. A patch version changes nothing. */
const OVERLAY_VERSIONS = ['1.0', '1.1', '1.2'] as const;
type OverlayVersion = (typeof OVERLAY_VERSIONS)[number];

type Refuse = (location: Location, message: string, hint?: string) => undefined;

/**
 * The actions of an OpenAPI Overlay; `undefined` when something is wrong with it. What no change depends on, such as `info`, is not
 * checked.
 *
 * Source: Overlay Specification 1.0 to 1.2, Overlay Object, Action Object and Reusable Action Reference Object.
 */
export function readOverlay(
  document: unknown,
  uri: string,
  report: ReportFinding,
): readonly Action[] | undefined {
  const root = {uri, pointer: ''};
  let isWrong = false;
  const refuse: Refuse = (location, message, hint) => {
    report('error', {message, ...(hint && {hint}), location});
    isWrong = true;
  };
  const declared = ownValue(document, 'overlay');
  if (declared === undefined)
    return refuse(root, 'not an overlay: `overlay` is missing at the root', 'begin it with `overlay: 1.1.0`');
  const [, minor] = (typeof declared === 'string' && /^(\d+\.\d+)\.\d+$/.exec(declared)) || [];
  const version = OVERLAY_VERSIONS.find((one) => one === minor);
  if (version === undefined) {
    const supported = `supported: Overlay ${OVERLAY_VERSIONS.join(', ')}, as in \`overlay: 1.1.0\``;
    const message = `unsupported Overlay version ${quote(declared)}`;
    return refuse(childLocation(root, 'overlay'), message, supported);
  }
  const warnOfUnknown = (map: unknown, keys: readonly string[], at: Location) => {
    for (const key of Object.keys(Object(map))) {
      const suggestion = keys.includes(key) || key.startsWith('x-') ? undefined : nearestKey(key, keys);
      const place = keyLocation(childLocation(at, key));
      if (suggestion) report('warning', {message: `unknown key ${quote(key)}`, suggestion, location: place});
    }
  };
  warnOfUnknown(document, ['overlay', '$self', 'info', 'extends', 'actions', 'components'], root);
  const actions = ownValue(document, 'actions');
  const location = childLocation(root, 'actions');
  if (!Array.isArray(actions) || actions.length === 0)
    return refuse(
      actions === undefined ? root : location,
      Array.isArray(actions) ? NO_ACTION : invalid('`actions`', actions, 'a list of at least one action'),
      'for example `actions: [{target: $, update: {x-apigen: {service: {name: petstore}}}}]`',
    );
  const read = actions.flatMap((action: unknown, index) => {
    const at = childLocation(location, String(index));
    if (!isMap(action)) return refuse(at, invalid('action', action, 'a map with `target`')) ?? [];
    const reference = ownValue(action, '$ref');
    const isOwn = reference === undefined;
    const place = isOwn ? at : {uri, pointer: `${String(reference).slice(1)}/fields`};
    const fields = isOwn ? action : valueAt(document, place.pointer);
    if (!isMap(fields) || !(isOwn || CHANGES.every((key) => action[key] === undefined)))
      return refuse(childLocation(at, '$ref'), invalid('`$ref`', reference, REUSABLE)) ?? [];
    warnOfUnknown(action, ['target', 'description', ...(isOwn ? CHANGES : [])], at);
    const target = readQuery(action, 'target', at, refuse);
    const change = readChange(fields, place, refuse, report);
    return target && change ? [{version, target, change, location: at}] : [];
  });
  return isWrong ? undefined : read;
}

const CHANGES = ['update', 'copy', 'remove'] as const;
const REUSABLE = 'a reusable action with `fields`, and nothing but `target` next to it';

const NO_ACTION = 'invalid `actions`: expected at least one action, found none';

function readQuery(fields: JsonMap, key: string, location: Location, refuse: Refuse): Query | undefined {
  const expression = ownValue(fields, key);
  let message = invalid(`\`${key}\``, expression, 'a JSONPath expression');
  try {
    if (typeof expression === 'string') return parseJsonPath(expression);
  } catch (error) {
    message = `invalid \`${key}\` ${quote(expression)}: ${reasonOf(error)}`;
  }
  const at = expression === undefined ? location : childLocation(location, key);
  const meant = meantJsonPath(String(expression));
  return refuse(at, message, meant ? `did you mean \`${meant}\`?` : "for example `$.paths['/pets'].get`");
}

/** `remove` makes the others have no effect, and `copy` and `update` exclude each other; `undefined` when nothing is changed. */
function readChange(
  fields: JsonMap,
  location: Location,
  refuse: Refuse,
  report: ReportFinding,
): Change | undefined {
  const remove = ownValue(fields, 'remove') ?? false;
  if (remove === true) return {action: 'remove'};
  if (remove !== false)
    return refuse(childLocation(location, 'remove'), invalid('`remove`', remove, 'true or false'));
  const hasUpdate = Object.hasOwn(fields, 'update');
  if (Object.hasOwn(fields, 'copy')) {
    const at = keyLocation(childLocation(location, 'copy'));
    if (hasUpdate) return refuse(at, '`copy` cannot be combined with `update`', 'use two actions');
    const from = readQuery(fields, 'copy', location, refuse);
    return from && {action: 'copy', from};
  }
  if (hasUpdate) return {action: 'update', value: fields.update};
  const hint = 'add `update`, `copy` or `remove: true`';
  report('warning', {message: 'the action changes nothing', hint, location});
  return undefined;
}
