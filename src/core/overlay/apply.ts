import {isMap, ownValue} from '../json.ts';
import {childLocation, type Finding} from '../problem.ts';
import {quote} from '../quote.ts';
import type {Copies} from './copies.ts';
import {countValues} from './count-values.ts';
import type {Visits} from './counted-query.ts';
import type {NodePath, Query} from './json-path.ts';
import {type Mismatch, merge, shapeOf} from './merge.ts';
import type {Action, Overlay, OverlayVersion} from './overlay.ts';
import {rewrite} from './rewrite.ts';
import {entryOf, type Traced} from './traced.ts';

/** A document after an overlay was applied. */
export interface Overlaid extends Findings {
  readonly document: Traced;
}

/** How many values overlays may still add. */
export interface Additions {
  readonly most: number;
  left: number;
}

/** What all overlays of a description may still add and visit; with less than nothing left, no more is applied. */
export interface Budget {
  readonly additions: Additions;
  readonly visits: Visits;
}

/** Whether overlays have added or visited too much. */
export const isSpent = ({additions, visits}: Budget) => additions.left < 0 || visits.left < 0;

interface Findings {
  readonly errors: Finding[];
  readonly warnings: Finding[];
}

/**
 * Applies the actions of an overlay one after another. What an action cannot change stays as it is.
 *
 * Source: Overlay Specification 1.0 and 1.1, Action Object.
 */
export function applyOverlay(
  given: Traced,
  {version, actions}: Overlay,
  budget: Budget,
  copies: Copies,
): Overlaid {
  const findings: Findings = {errors: [], warnings: []};
  let document = given;
  for (const action of actions) {
    document = applyAction(document, action, version, budget.additions, copies, findings);
    if (isSpent(budget)) break;
  }
  return {document, ...findings};
}

function applyAction(
  document: Traced,
  action: Action,
  version: OverlayVersion,
  additions: Additions,
  copies: Copies,
  {errors, warnings}: Findings,
): Traced {
  const {change, location} = action;
  const nodes = select('target', action.target, action, document, errors);
  if (nodes === undefined) return document;
  const at = childLocation(location, 'target');
  if (nodes.length === 0) {
    const message = `\`target\` ${quote(action.targetText)} matches nothing in the description`;
    const hint = referenceHint(action.target, document) ?? 'correct the JSONPath, or remove the action';
    warnings.push({message, hint, location: at});
    return document;
  }
  const refusal = refusalOf(action, nodes, document, version);
  if (refusal) {
    errors.push({...refusal, location: at});
    return document;
  }
  if (change.kind === 'remove') return rewrite(document, nodes, copies, () => undefined);
  const update =
    change.kind === 'update'
      ? {value: change.value, origin: {location: childLocation(location, 'update')}}
      : copied(change, action, document, errors);
  if (update === undefined) return document;
  additions.left -= nodes.length * countValues(update.value, additions.most);
  if (additions.left < 0) {
    const hint = 'select fewer targets, or add smaller values';
    errors.push({message: `the overlays add more than ${additions.most} values`, hint, location});
    return document;
  }
  copies.release(update.value);
  // In Overlay 1.0 an update of a list is one item.
  const isItem = version === '1.0' || !Array.isArray(update.value);
  const mismatches: Mismatch[] = [];
  const changed = rewrite(document, nodes, copies, (node) =>
    Array.isArray(node.value) && isItem
      ? copies.append(node, node.value, [update])
      : merge(node, update, copies, mismatches),
  );
  for (const finding of toFindings(mismatches)) errors.push(finding);
  return changed;
}

/** Why nodes cannot be changed by an action. */
function refusalOf(
  {change, target, targetText}: Action,
  nodes: readonly NodePath[],
  document: Traced,
  version: OverlayVersion,
): Finding | undefined {
  if (change.kind === 'remove')
    return nodes.some((path) => path.length === 0)
      ? {message: 'the whole description cannot be removed', hint: 'remove its parts, or the action'}
      : undefined;
  const shapes = [...new Set(nodes.map((path) => shapeOf(nodeAt(document, path).value)))];
  const named = `\`target\` ${quote(targetText)} matches`;
  if (shapes.length > 1)
    return {
      message: `${named} ${shapes.join(' and ')}: expected one kind`,
      hint: 'use an action for each kind',
    };
  if (version === '1.0' && shapes[0] === 'a single value')
    return {
      message: `${named} a single value, which needs Overlay 1.1`,
      hint: referenceHint(target, document) ?? 'match the map that contains it, or write `overlay: 1.1.0`',
    };
  return undefined;
}

/** An overlay changes a document before its `$ref`s are resolved. */
function referenceHint({names}: Query, {value}: Traced): string | undefined {
  let node = value;
  for (const name of names) {
    node = isMap(node) ? ownValue(node, name) : undefined;
    if (isMap(node) && typeof ownValue(node, '$ref') === 'string')
      return `${quote(name)} is a \`$ref\`, which overlays do not follow: match ${quote(name)} itself, or bundle the description first`;
  }
  return undefined;
}

/** The value that an action copies. */
function copied(
  {from, fromText}: Extract<Action['change'], {readonly kind: 'copy'}>,
  action: Action,
  document: Traced,
  errors: Finding[],
): Traced | undefined {
  const nodes = select('copy', from, action, document, errors);
  const [path] = nodes ?? [];
  if (path !== undefined && nodes?.length === 1) return nodeAt(document, path);
  if (nodes !== undefined)
    errors.push({
      message: `\`copy\` ${quote(fromText)} matches ${nodes.length === 0 ? 'nothing' : `${nodes.length} values`} in the description: expected one`,
      hint: 'correct the JSONPath',
      location: childLocation(action.location, 'copy'),
    });
  return undefined;
}

function select(
  key: 'target' | 'copy',
  query: Query,
  {location}: Action,
  document: Traced,
  errors: Finding[],
): readonly NodePath[] | undefined {
  const nodes = query.select(document.value);
  if (!('reason' in nodes)) return nodes;
  errors.push({message: `\`${key}\`: ${nodes.reason}`, location: childLocation(location, key)});
  return undefined;
}

function nodeAt(document: Traced, path: NodePath): Traced {
  return path.reduce<Traced>((node, token) => entryOf(node, String(token)), document);
}

/** One for each place of the overlay: an action may have many targets. */
function toFindings(mismatches: readonly Mismatch[]): Finding[] {
  const places = new Map(mismatches.map((mismatch) => [mismatch.location.pointer, mismatch]));
  return [...places.values()].map(({found, target, location}) => ({
    message: `cannot merge ${shapeOf(found)} into ${shapeOf(target)} of the description`,
    hint: 'remove the value of the description by an action before this one, or correct the overlay',
    location,
  }));
}
