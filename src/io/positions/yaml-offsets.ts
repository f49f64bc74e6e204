import {EVENT_ID, parseEvents, SCALAR_STYLE} from 'js-yaml';
import {MAX_DEPTH} from '../../core/limits.ts';
import {keyName} from '../read/yaml-part.ts';
import type {PointerTree} from './pointer-tree.ts';

type Event = ReturnType<typeof parseEvents>[number];

interface Source {
  readonly text: string;
  readonly events: readonly Event[];
  /** For each event the index after the node that it begins. */
  readonly ends: Int32Array;
  /** The node that each alias refers to. */
  readonly targets: ReadonlyMap<number, number>;
  /** The children of the nodes that were visited, which aliases may make many times. */
  readonly children: Map<number, Children>;
}

/** A child of a mapping or sequence: the indexes of its key and its value in the list of events. */
interface Child {
  readonly key: number | undefined;
  readonly value: number;
}

interface Children {
  readonly byName: ReadonlyMap<string, Child>;
  /** The values of merge keys. */
  readonly merged: readonly number[];
}

const MERGE_KEY = '<<';

/**
 * Fills `tree` with offsets, in UTF-16 code units, in a YAML text. Aliases and merge keys are followed to where the value
 * is written.
 *
 * @param text YAML that js-yaml accepted
 */
export function findYamlOffsets(text: string, tree: PointerTree): void {
  const events = parseEvents(text, {maxDepth: MAX_DEPTH});
  const source: Source = {
    text,
    events,
    ends: endsOf(events),
    targets: aliasTargets(text, events),
    children: new Map(),
  };
  // The first event opens the document, the second is its content.
  visit(source, 1, undefined, tree, []);
}

function visit(
  source: Source,
  value: number,
  key: number | undefined,
  node: PointerTree,
  trail: readonly number[],
): void {
  node.found ??= {key: key === undefined ? undefined : startOf(source, key), value: startOf(source, value)};
  if (node.children.size === 0) return;
  const target = source.targets.get(value) ?? value;
  if (trail.includes(target)) return;
  const {byName, merged} = childrenOf(source, target);
  const inner = [...trail, target];
  for (const [name, wanted] of node.children) {
    const child = byName.get(name);
    if (child) visit(source, child.value, child.key, wanted, inner);
  }
  for (const from of merged) visitMerged(source, from, node, inner);
}

/** A merge key's value is a mapping or a list of mappings; the keys of the mapping itself win. */
function visitMerged(source: Source, value: number, node: PointerTree, trail: readonly number[]): void {
  const target = source.targets.get(value) ?? value;
  if (source.events[target]?.type === EVENT_ID.SEQUENCE) {
    for (const child of childrenOf(source, target).byName.values())
      visitMerged(source, child.value, node, trail);
    return;
  }
  const missing = new Map([...node.children].filter(([, child]) => child.found === undefined));
  if (missing.size > 0) visit(source, target, undefined, {children: missing, found: node.found}, trail);
}

function childrenOf(source: Source, parent: number): Children {
  const known = source.children.get(parent);
  if (known) return known;
  const byName = new Map<string, Child>();
  const merged: number[] = [];
  for (const {name, ...child} of listChildren(source, parent)) {
    if (name === MERGE_KEY) merged.push(child.value);
    if (name !== undefined) byName.set(name, child);
  }
  const children = {byName, merged};
  source.children.set(parent, children);
  return children;
}

function* listChildren(
  {text, events, ends}: Source,
  parent: number,
): Generator<Child & {name: string | undefined}> {
  const type = events[parent]?.type;
  if (type !== EVENT_ID.MAPPING && type !== EVENT_ID.SEQUENCE) return;
  let index = parent + 1;
  for (let position = 0; events[index] && events[index]?.type !== EVENT_ID.POP; position += 1) {
    const key = type === EVENT_ID.MAPPING ? index : undefined;
    if (key !== undefined) index = ends[key] ?? events.length;
    const event = key === undefined ? undefined : events[key];
    const name = event?.type === EVENT_ID.SCALAR ? (keyName(text, event) ?? MERGE_KEY) : undefined;
    yield {name: key === undefined ? String(position) : name, key, value: index};
    index = ends[index] ?? events.length;
  }
}

function endsOf(events: readonly Event[]): Int32Array {
  const ends = new Int32Array(events.length);
  const open: number[] = [];
  for (const [index, {type}] of events.entries()) {
    ends[index] = index + 1;
    if (type === EVENT_ID.POP) ends[open.pop() ?? 0] = index + 1;
    else if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE || type === EVENT_ID.DOCUMENT)
      open.push(index);
  }
  return ends;
}

/** An alias refers to the last node before it with its anchor. */
function aliasTargets(text: string, events: readonly Event[]): ReadonlyMap<number, number> {
  const targets = new Map<number, number>();
  const anchors = new Map<string, number>();
  for (const [index, event] of events.entries()) {
    if (!('anchorStart' in event) || event.anchorStart < 0) continue;
    const name = text.slice(event.anchorStart, event.anchorEnd);
    if (event.type !== EVENT_ID.ALIAS) anchors.set(name, index);
    else targets.set(index, anchors.get(name) ?? index);
  }
  return targets;
}

function startOf({text, events}: Source, index: number): number | undefined {
  const event = events[index];
  if (event === undefined || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP)
    return undefined;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  if (event.type !== EVENT_ID.SCALAR) return event.start;
  if (event.valueStart < 0) return undefined;
  if (event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK)
    return blockStart(text, event.valueStart);
  const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return quoted ? event.valueStart - 1 : event.valueStart;
}

/** The offset of the `|` or `>` of a block scalar, whose text begins on the line below. */
function blockStart(text: string, content: number): number {
  const end = content - (/(\r\n|\n|\r)?$/.exec(text.slice(content - 2, content))?.[0].length ?? 0);
  const line = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1;
  const indicator = /[|>][-+\d]*[ \t]*(#.*)?$/.exec(text.slice(line, end));
  return indicator ? line + indicator.index : content;
}
