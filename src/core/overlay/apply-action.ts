import {isMap, ownValue} from '../base/json.ts';
import {nearestWord} from '../base/nearest-key.ts';
import {childLocation, type Location} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {parseJsonPath, type Query, reasonOf} from './json-path.ts';
import {contentOf, type OverlaidDocument, type OverlaidNode} from './overlaid-document.ts';
import type {Action, ReportFinding} from './overlay.ts';

interface Applied {
  readonly action: Action;
  readonly document: OverlaidDocument;
  readonly report: ReportFinding;
}

/**
 * Changes a document by an action of an overlay. What it cannot change stays as it is.
 *
 * Source: Overlay Specification 1.0 to 1.2, Action Object.
 */
export function applyAction(document: OverlaidDocument, action: Action, report: ReportFinding): void {
  const {target, change, location} = action;
  const applied = {action, document, report};
  const at = childLocation(location, 'target');
  const nodes = select(target, at, applied);
  if (nodes === undefined) return;
  if (nodes.length === 0) {
    const message = `\`target\` ${quote(target.text)} matches nothing in the description`;
    const hint = hintFor(target, document.content, change.action === 'update') ?? CORRECT;
    report('warning', {message, hint, location: at});
  } else if (change.action === 'update')
    mergeInto(nodes, change.value, childLocation(location, 'update'), applied);
  else if (change.action === 'copy') copyInto(nodes, change.from, applied);
  else if (nodes.some(({parent}) => parent === document)) {
    const message = 'the whole description cannot be removed';
    report('error', {message, hint: 'remove its parts, or the action', location: at});
  } else document.remove(nodes);
}

const CORRECT = 'correct the JSONPath (a `$ref` is not followed), or remove the action';

/** Which key is meant, or how to add one that does not exist yet: a target is what exists. None where a `$ref` would have to be followed. */
function hintFor({last}: Query, content: unknown, mayAdd: boolean, below = ''): string | undefined {
  if (last === undefined) return undefined;
  const {key, within} = last;
  const query = parseJsonPath(within);
  const [path] = query.select(content);
  if (path === undefined) return hintFor(query, content, mayAdd, key);
  const keys = Object.keys(Object(path.reduce((value, one) => ownValue(value, one), content)));
  if (keys.includes('$ref')) return undefined;
  const meant = key.startsWith('x-') || key.length < 3 ? undefined : nearestWord(key, keys);
  if (meant !== undefined) return `did you mean \`${meant}\`?`;
  const add = `target \`${within}\` and put \`${key}\` under \`update\``;
  if (!mayAdd || (!key.startsWith('x-') && (below || key.startsWith('/')))) return undefined;
  return key.startsWith('x-') ? add : `correct the JSONPath, or to add it, ${add}`;
}

/** The nodes that a query selects: outer ones before those inside of them, and each once. */
function select(query: Query, location: Location, {document, report}: Applied): OverlaidNode[] | undefined {
  try {
    const paths = query.select(document.content).toSorted((a, b) => a.length - b.length);
    const distinct = new Map(paths.map((path) => [JSON.stringify(path), path]));
    return [...distinct.values()].map((path) => document.nodeAt(path));
  } catch (error) {
    report('error', {message: `${quote(query.text)}: ${reasonOf(error)}`, location});
    return undefined;
  }
}

function copyInto(nodes: readonly OverlaidNode[], from: Query, applied: Applied): void {
  const {action, document, report} = applied;
  const location = childLocation(action.location, 'copy');
  const sources = select(from, location, applied);
  if (sources === undefined) return;
  const [node] = sources;
  if (node && sources.length === 1) {
    mergeInto(nodes, document.copy(contentOf(node)), document.locationOf(node), applied);
    return;
  }
  const count = node ? `${sources.length} values` : 'nothing';
  const message = `\`copy\` ${quote(from.text)} matches ${count} in the description: expected one`;
  report('error', {message, hint: 'correct the JSONPath', location});
}

/** The kinds of values that an update tells apart. */
function shapeOf(value: unknown): 'a map' | 'a list' | 'a single value' {
  if (Array.isArray(value)) return 'a list';
  return isMap(value) ? 'a map' : 'a single value';
}

/**
 * Merges a value into each of the nodes: maps by key, lists joined, single values replaced. What cannot be merged stays as it is.
 *
 * Source: Overlay Specification 1.1, Action Object; in 1.0 an update of a list is one item.
 *
 * @param location where the value was written
 */
function mergeInto(
  nodes: readonly OverlaidNode[],
  value: unknown,
  location: Location,
  {action, document, report}: Applied,
): void {
  const merge = (node: OverlaidNode, update: unknown, at: Location) => {
    const target = contentOf(node);
    if (shapeOf(target) !== shapeOf(update)) {
      const message = `cannot merge ${shapeOf(update)} into ${shapeOf(target)} of the description`;
      const hint = 'remove the value of the description by an action before this one, or correct the overlay';
      report('error', {message, hint, location: at});
    } else if (Array.isArray(target) && Array.isArray(update))
      for (const [index, item] of update.entries())
        document.set(target, String(target.length), item, document.placeOf(update, String(index), at));
    else if (isMap(target) && isMap(update))
      for (const key of Object.keys(update)) {
        const place = document.placeOf(update, key, at);
        if (Object.hasOwn(target, key)) merge({parent: target, key, within: at}, update[key], place);
        else document.set(target, key, update[key], place);
      }
    else document.set(node.parent, node.key, update, at);
  };
  for (const node of nodes) {
    const target = contentOf(node);
    const isItem = Array.isArray(target) && (action.version === '1.0' || !Array.isArray(value));
    if (isItem) document.set(target, String(target.length), value, location);
    else merge(node, value, location);
  }
}
