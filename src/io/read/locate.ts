import {EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException} from 'js-yaml';
import {pointerTokens} from '../../core/json.ts';
import {MAX_DEPTH} from '../../core/limits.ts';
import type {Location, Position} from '../../core/problem.ts';
import type {DocumentText} from './parse-document.ts';

/**
 * Lines and columns of `locations`, as far as the text of their document is known. Each text is read once for all of its
 * locations, and only for problems that are about to be printed.
 *
 * @param texts the documents that were read, by URI
 */
export function locate(
  locations: readonly Location[],
  texts: ReadonlyMap<string, DocumentText>,
): ReadonlyMap<Location, Position> {
  const positions = new Map<Location, Position>();
  const unknown = new Map<string, Location[]>();
  for (const location of locations) {
    const others = unknown.get(location.uri);
    if (location.position) positions.set(location, location.position);
    else if (others) others.push(location);
    else unknown.set(location.uri, [location]);
  }
  for (const [uri, wanted] of unknown) {
    const text = texts
      .get(uri)
      ?.bytes.toString('utf8')
      .replace(/^\uFEFF/, '');
    if (text === undefined) continue;
    const offsetOf = offsetsIn(
      text,
      wanted.map(({pointer}) => pointer),
    );
    const offsets = wanted.map(({pointer, at}) => offsetOf(pointer, at));
    const toPosition = positionsIn(text, offsets);
    for (const [index, location] of wanted.entries())
      positions.set(location, toPosition(offsets[index] ?? 0));
  }
  return positions;
}

/**
 * The lines and columns of offsets. LF, CR LF and a lone CR end a line, as in editors. Source: YAML 1.2, section 5.4.
 */
function positionsIn(text: string, offsets: readonly number[]): (offset: number) => Position {
  const positions = new Map<number, Position>();
  const breaks = text.matchAll(/\r\n?|\n/g);
  let [line, start] = [1, 0];
  let next = breaks.next().value;
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    for (; next && next.index + next[0].length <= offset; next = breaks.next().value)
      [line, start] = [line + 1, next.index + next[0].length];
    positions.set(offset, {line, column: offset - start + 1});
  }
  return (offset) => positions.get(offset) ?? {line: 1, column: 1};
}

/** The offset of the value at a pointer, or of its key. */
type OffsetOf = (pointer: string, at?: 'key' | 'value') => number;

/**
 * Where values and their keys begin in a text, in UTF-16 code units. Aliases and merge keys are followed to where the value is
 * written. Where there is no value, its key counts, and for a pointer to nothing its longest prefix that exists.
 *
 * @param text YAML that js-yaml accepted, or JSON
 * @param pointers the JSON pointers that are looked for: the rest of the text is skipped
 */
export function offsetsIn(text: string, pointers: readonly string[]): OffsetOf {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const root = treeOf(pointers);
  // The first event opens the document, the second is its content.
  const source = sourceOf(text.slice(start));
  if (source) visit(source, {key: undefined, value: 1}, root, []);
  return (pointer, at = 'value') => start + offsetOf(root, pointer, at);
}

/** The pointers to find, as a tree, so that one pass finds all of them. */
interface Tree {
  readonly children: Map<string, Tree>;
  found: Place | undefined;
}

/** A node and its key: their offsets in the text or, on the way there, their indexes in the list of events. */
interface Place {
  readonly key: number | undefined;
  /** Without an offset for an empty value. */
  readonly value: number | undefined;
}

function treeOf(pointers: readonly string[]): Tree {
  const root: Tree = {children: new Map(), found: undefined};
  for (const pointer of pointers) {
    let node = root;
    for (const token of pointerTokens(pointer)) {
      const child: Tree = node.children.get(token) ?? {children: new Map(), found: undefined};
      node.children.set(token, child);
      node = child;
    }
  }
  return root;
}

function offsetOf(root: Tree, pointer: string, at: 'key' | 'value'): number {
  let node = root;
  // An empty item of a list has no offset: its list's is the nearest.
  let known = 0;
  for (const token of pointerTokens(pointer)) {
    known = node.found?.value ?? node.found?.key ?? known;
    const child = node.children.get(token);
    if (child?.found === undefined) return known;
    node = child;
  }
  const {key, value} = node.found ?? {key: undefined, value: undefined};
  return (at === 'key' ? (key ?? value) : (value ?? key)) ?? known;
}

interface Source {
  readonly text: string;
  readonly events: readonly Event[];
  /** For each event the index after the node that it begins. */
  readonly ends: Int32Array;
  /** The node that each alias refers to: the last one before it with its anchor. */
  readonly targets: ReadonlyMap<number, number>;
  /** The children of the nodes that were visited, which aliases may make many times. */
  readonly children: Map<number, Children>;
}

interface Children {
  readonly byName: ReadonlyMap<string, Place>;
  /** The values of merge keys. */
  readonly merged: readonly number[];
}

/** `undefined` for JSON that is not YAML. */
function sourceOf(text: string): Source | undefined {
  try {
    const events = parseEvents(text, {maxDepth: MAX_DEPTH});
    const ends = new Int32Array(events.length);
    const targets = new Map<number, number>();
    const anchors = new Map<string, number>();
    const open: number[] = [];
    for (const [index, event] of events.entries()) {
      ends[index] = index + 1;
      const {type} = event;
      if (type === EVENT_ID.POP) ends[open.pop() ?? 0] = index + 1;
      else if (type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS) open.push(index);
      if (!('anchorStart' in event) || event.anchorStart < 0) continue;
      const name = text.slice(event.anchorStart, event.anchorEnd);
      if (type === EVENT_ID.ALIAS) targets.set(index, anchors.get(name) ?? index);
      else anchors.set(name, index);
    }
    return {text, events, ends, targets, children: new Map()};
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

function visit(source: Source, {key, value}: Place, node: Tree, trail: readonly number[]): void {
  node.found ??= {key: startOf(source, key), value: startOf(source, value)};
  if (node.children.size === 0 || value === undefined) return;
  const target = source.targets.get(value) ?? value;
  if (trail.includes(target)) return;
  const {byName, merged} = childrenOf(source, target);
  const inner = [...trail, target];
  for (const [name, wanted] of node.children) {
    const child = byName.get(name);
    if (child) visit(source, child, wanted, inner);
  }
  for (const from of merged) visitMerged(source, from, node, inner);
}

/** A merge key's value is a mapping or a list of mappings; the keys of the mapping itself win. */
function visitMerged(source: Source, value: number, node: Tree, trail: readonly number[]): void {
  const target = source.targets.get(value) ?? value;
  if (source.events[target]?.type === EVENT_ID.SEQUENCE) {
    for (const item of childrenOf(source, target).byName.values())
      if (item.value !== undefined) visitMerged(source, item.value, node, trail);
    return;
  }
  const missing = new Map([...node.children].filter(([, child]) => child.found === undefined));
  if (missing.size === 0) return;
  visit(source, {key: undefined, value: target}, {children: missing, found: node.found}, trail);
}

function childrenOf(source: Source, parent: number): Children {
  const known = source.children.get(parent);
  if (known) return known;
  const {text, events, ends} = source;
  const byName = new Map<string, Place>();
  const merged: number[] = [];
  const isMapping = events[parent]?.type === EVENT_ID.MAPPING;
  const isParent = isMapping || events[parent]?.type === EVENT_ID.SEQUENCE;
  let index = isParent ? parent + 1 : events.length;
  for (let position = 0; events[index] && events[index]?.type !== EVENT_ID.POP; position += 1) {
    const key = isMapping ? index : undefined;
    const event = key === undefined ? undefined : events[key];
    const value = key === undefined ? index : (ends[key] ?? events.length);
    index = ends[value] ?? events.length;
    if (key === undefined) byName.set(String(position), {key, value});
    if (event?.type !== EVENT_ID.SCALAR) continue;
    // A number or `null` that is not written as JavaScript writes it has the place of its map.
    const name = getScalarValue(text, event);
    if (name === '<<') merged.push(value);
    else byName.set(name, {key, value});
  }
  const children = {byName, merged};
  source.children.set(parent, children);
  return children;
}

function startOf({events}: Source, index: number | undefined): number | undefined {
  const event = index === undefined ? undefined : events[index];
  if (event === undefined || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP)
    return undefined;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  if (event.type !== EVENT_ID.SCALAR) return event.start;
  // Of a block scalar the key is shown, since its text begins below.
  const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
  if (event.valueStart < 0 || isBlock) return undefined;
  const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return quoted ? event.valueStart - 1 : event.valueStart;
}
