import {appendToken, copyOf, isMap} from '../json.ts';
import {Origin} from '../origin.ts';
import {childLocation} from '../problem.ts';
import {quote} from '../quote.ts';
import type {NodePath, Query} from './json-path.ts';
import type {Action, ReportFinding} from './overlay.ts';

/** A document that overlays change, and where its values were written. */
interface OverlaidDocument {
  content: unknown;
  readonly origin: Origin;
}

/**
 * Changes a document by an action of an overlay. What it cannot change stays as it is.
 *
 * Source: Overlay Specification 1.0 and 1.1, Action Object.
 */
export function applyAction(document: OverlaidDocument, action: Action, report: ReportFinding): void {
  const {target, change, location} = action;
  const paths = select('target', target, action, document, report);
  if (paths === undefined) return;
  const at = childLocation(location, 'target');
  if (paths.length === 0) {
    const message = `\`target\` ${quote(target.text)} matches nothing in the description`;
    const hint = 'correct the JSONPath (a `$ref` is not followed), or remove the action';
    report('warning', {message, hint, location: at});
    return;
  }
  // Outer ones before those inside of them, and each once.
  const ordered = paths.toSorted((a, b) => a.length - b.length).map((path) => nodeAt(document, path));
  const nodes = [...new Map(ordered.map((node) => [node.pointer, node])).values()];
  if (change.kind === 'remove') {
    const message = 'the whole description cannot be removed';
    if (paths.every(({length}) => length > 0)) remove(nodes, document.origin);
    else report('error', {message, hint: 'remove its parts, or the action', location: at});
    return;
  }
  const update =
    change.kind === 'update'
      ? {value: change.value, origin: new Origin(childLocation(location, 'update'))}
      : copied(change.from, action, document, report);
  if (update) mergeInto(nodes, update, document.origin, action, report);
}

function select(
  key: 'target' | 'copy',
  query: Query,
  {location}: Action,
  document: OverlaidDocument,
  report: ReportFinding,
): readonly NodePath[] | undefined {
  const paths = query.select(document.content);
  if (!('reason' in paths)) return paths;
  report('error', {message: `\`${key}\`: ${paths.reason}`, location: childLocation(location, key)});
  return undefined;
}

/** A value of the document: the map or list that has it, and its key there. */
interface Node {
  readonly parent: object;
  readonly key: string;
  readonly pointer: string;
}

function nodeAt(document: OverlaidDocument, path: NodePath): Node {
  let node: Node = {parent: document, key: 'content', pointer: ''};
  for (const token of path) {
    const parent = contentOf(node);
    if (typeof parent !== 'object' || parent === null) break;
    node = childOf(parent, String(token), node.pointer);
  }
  return node;
}

function childOf(parent: object, key: string, pointer: string): Node {
  return {parent, key, pointer: appendToken(pointer, key)};
}

function contentOf({parent, key}: Pick<Node, 'parent' | 'key'>): unknown {
  return Object.getOwnPropertyDescriptor(parent, key)?.value;
}

/** `__proto__` is a key like others. */
function setValue({parent, key}: Node, value: unknown): void {
  Object.defineProperty(parent, key, {value, configurable: true, enumerable: true, writable: true});
}

/** The kinds of values that an update tells apart. */
function shapeOf(value: unknown): 'a map' | 'a list' | 'a single value' {
  if (Array.isArray(value)) return 'a list';
  return isMap(value) ? 'a map' : 'a single value';
}

/** Removes the nodes. Items after a removed one get other indexes. */
function remove(nodes: readonly Node[], origin: Origin): void {
  const lists = new Map<unknown[], {readonly pointer: string; readonly removed: Set<string>}>();
  for (const {parent, key, pointer} of nodes) {
    if (!Array.isArray(parent)) {
      Reflect.deleteProperty(parent, key);
      continue;
    }
    const list = lists.get(parent) ?? {pointer: pointer.slice(0, -key.length - 1), removed: new Set()};
    lists.set(parent, list);
    list.removed.add(key);
  }
  // Inner lists first: the pointer of an inner one may contain an index of an outer one.
  for (const [list, {pointer, removed}] of [...lists].reverse()) {
    const before = origin.below(pointer);
    let kept = 0;
    for (const [index, item] of list.entries()) {
      if (removed.has(String(index))) continue;
      if (kept !== index) origin.addFrom(before, `/${index}`, `${pointer}/${kept}`);
      list[kept++] = item;
    }
    list.length = kept;
  }
}

/** What is merged into nodes, and where it was written. */
interface Update {
  readonly value: unknown;
  readonly origin: Origin;
}

/** The value that an action copies. */
function copied(
  from: Query,
  action: Action,
  document: OverlaidDocument,
  report: ReportFinding,
): Update | undefined {
  const paths = select('copy', from, action, document, report);
  if (paths === undefined) return undefined;
  const [path] = paths;
  if (path !== undefined && paths.length === 1) {
    const node = nodeAt(document, path);
    return {value: copyOf(contentOf(node)), origin: document.origin.below(node.pointer)};
  }
  const count = paths.length === 0 ? 'nothing' : `${paths.length} values`;
  report('error', {
    message: `\`copy\` ${quote(from.text)} matches ${count} in the description: expected one`,
    hint: 'correct the JSONPath',
    location: childLocation(action.location, 'copy'),
  });
  return undefined;
}

/**
 * Merges a value into each of the nodes: maps by key, lists joined, single values replaced. What cannot be merged stays as it is, and is
 * reported once for each place of the overlay.
 *
 * Source: Overlay Specification 1.1, Action Object; in 1.0 an update of a list is one item.
 */
function mergeInto(
  nodes: readonly Node[],
  update: Update,
  origin: Origin,
  {version}: Action,
  report: ReportFinding,
): void {
  const reported = new Set<string>();
  const set = (node: Node, value: unknown, at: string) => {
    setValue(node, copyOf(value));
    origin.addFrom(update.origin, at, node.pointer);
  };
  const append = (list: unknown[], pointer: string, item: unknown, at: string) =>
    set(childOf(list, String(list.length), pointer), item, at);
  const merge = (node: Node, value: unknown, at: string) => {
    const target = contentOf(node);
    if (shapeOf(target) !== shapeOf(value)) {
      const message = `cannot merge ${shapeOf(value)} into ${shapeOf(target)} of the description`;
      const hint = 'remove the value of the description by an action before this one, or correct the overlay';
      if (!reported.has(at)) report('error', {message, hint, location: update.origin.of(at)});
      reported.add(at);
    } else if (Array.isArray(target) && Array.isArray(value))
      for (const [index, item] of value.entries()) append(target, node.pointer, item, `${at}/${index}`);
    else if (isMap(target) && isMap(value))
      for (const key of Object.keys(value)) {
        const child = childOf(target, key, node.pointer);
        (Object.hasOwn(target, key) ? merge : set)(child, value[key], appendToken(at, key));
      }
    else set(node, value, at);
  };
  for (const node of nodes) {
    const target = contentOf(node);
    const isItem = Array.isArray(target) && (version === '1.0' || !Array.isArray(update.value));
    if (isItem) append(target, node.pointer, update.value, '');
    else merge(node, update.value, '');
  }
}
