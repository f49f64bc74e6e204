import {EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, YAMLException} from 'js-yaml';
import {groupBy} from '../../core/base/group-by.ts';
import {pointerTokens} from '../../core/base/json.ts';
import type {Location, Position} from '../../core/base/problem.ts';
import {type Place, type PlacesIn, placesInJson} from './json-places.ts';
import {yamlEvents} from './load-yaml.ts';

/**
 * Lines and columns of `locations`, as far as the text of their document is known. Each text is read once for all of its
 * locations, and only for problems that are about to be printed.
 *
 * @param texts the documents that were read, by URI
 */
export function locate(
  locations: readonly Location[],
  texts: ReadonlyMap<string, Buffer>,
): ReadonlyMap<Location, Position> {
  const positions = new Map<Location, Position>();
  for (const location of locations) if (location.position) positions.set(location, location.position);
  const unknown = locations.filter(({position}) => position === undefined);
  for (const [uri, wanted] of groupBy(unknown, (location) => location.uri)) {
    const bytes = texts.get(uri);
    if (bytes === undefined) continue;
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
    const offsetIn = offsetsIn(text, bytes);
    const offsets = wanted.map(({pointer, at}) => offsetIn(pointer, at));
    const toPosition = positionsIn(text, offsets);
    for (const [index, location] of wanted.entries())
      positions.set(location, toPosition(offsets[index] ?? 0));
  }
  return positions;
}

/**
 * The lines and columns of offsets. LF, CR LF and a lone CR end a line, as in editors. Source: YAML 1.2, section 5.4.
 */
export function positionsIn(text: string, offsets: readonly number[]): (offset: number) => Position {
  const positions = new Map<number, Position>();
  let [line, start, at] = [1, 0, 0];
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    for (; at < offset; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a))
        [line, start] = [line + 1, at + 1];
    }
    positions.set(offset, {line, column: offset - start + 1});
  }
  return (offset) => positions.get(offset) ?? {line: 1, column: 1};
}

/**
 * Where values and their keys begin in a text, in UTF-16 code units. Aliases and merge keys are followed to where the value is
 * written. Where there is no value, its key counts, and for a pointer to nothing its longest prefix that exists.
 *
 * @param text YAML that js-yaml accepted, or JSON
 */
export function offsetsIn(
  text: string,
  bytes: Buffer = Buffer.from(text),
): (pointer: string, at?: 'key' | 'value') => number {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const content = text.slice(start);
  let places = /^\s*[[{]/.test(content) ? placesInJson(content) : placesInYaml(content, bytes);
  return (pointer, at) => {
    try {
      return start + offsetOf(places, pointer, at);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      places = placesInYaml(content, bytes);
      return start + offsetOf(places, pointer, at);
    }
  };
}

type Children = ReadonlyMap<string, Place>;

interface ParsedText {
  readonly text: string;
  readonly events: readonly Event[];
  /** For each event the index after the node that it begins. */
  readonly ends: Int32Array;
  /** The node that each alias refers to: the last one before it with its anchor. */
  readonly targets: ReadonlyMap<number, number>;
  /** The children of the nodes that were visited. */
  readonly children: Map<number, Children>;
}

/** Nothing is found in what is not YAML, such as a file that was changed meanwhile. */
function placesInYaml(text: string, bytes: Buffer): PlacesIn {
  try {
    const events = yamlEvents(text, bytes);
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
    const source = {text, events, ends, targets, children: new Map()};
    const find = (node: number, name: string) => childrenOf(source, node).get(name);
    // The first event opens the document, the second is its content.
    return {root: {value: 1}, find, startOf: (index = -1) => startOf(events[index])};
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return {root: {value: 0}, find: () => undefined, startOf: () => undefined};
  }
}

function offsetOf({root, find, startOf}: PlacesIn, pointer: string, at: 'key' | 'value' = 'value'): number {
  let place = root;
  // An empty item of a list has no offset: its list's is the nearest.
  let known = 0;
  for (const token of pointerTokens(pointer)) {
    known = startOf(place.value) ?? startOf(place.key) ?? known;
    const child = find(place.value, token);
    if (child === undefined) return known;
    place = child;
  }
  const [key, value] = [startOf(place.key), startOf(place.value)];
  return (at === 'key' ? (key ?? value) : (value ?? key)) ?? known;
}

/** The entries of a mapping or items of a sequence, with those of merge keys; none for other nodes. */
function childrenOf(source: ParsedText, node: number): Children {
  const {text, events, ends, targets} = source;
  const parent = targets.get(node) ?? node;
  const known = source.children.get(parent);
  if (known) return known;
  const children = new Map<string, Place>();
  // Before what it contains: merge keys may be circular.
  source.children.set(parent, children);
  const isMapping = events[parent]?.type === EVENT_ID.MAPPING;
  if (!isMapping && events[parent]?.type !== EVENT_ID.SEQUENCE) return children;
  const merged: number[] = [];
  let index = parent + 1;
  for (let position = 0; events[index] && events[index]?.type !== EVENT_ID.POP; position += 1) {
    const event = events[index];
    const key = index;
    const value = isMapping ? (ends[key] ?? events.length) : index;
    index = ends[value] ?? events.length;
    if (!isMapping) children.set(String(position), {value});
    else if (event?.type === EVENT_ID.SCALAR) {
      // A number or `null` that is not written as JavaScript writes it has the place of its map.
      const name = getScalarValue(text, event);
      if (name === '<<' && event.style === SCALAR_STYLE.PLAIN) merged.push(value);
      else children.set(name, {key, value});
    }
  }
  for (const value of merged)
    for (const [name, place] of mergedEntries(source, value))
      if (!children.has(name)) children.set(name, place);
  return children;
}

/** The entries that a merge key adds: those of a mapping or, the first wins, of a list of mappings. */
function mergedEntries(source: ParsedText, value: number): Iterable<[string, Place]> {
  const entries = childrenOf(source, value);
  if (source.events[source.targets.get(value) ?? value]?.type !== EVENT_ID.SEQUENCE) return entries;
  return [...entries.values()].flatMap((item) => [...childrenOf(source, item.value)]);
}

function startOf(event: Event | undefined): number | undefined {
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
