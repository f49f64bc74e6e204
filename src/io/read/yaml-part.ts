import {
  COLLECTION_STYLE,
  constructFromEvents,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
} from 'js-yaml';
import {isMap, type JsonMap} from '../../core/json.ts';
import {levelsBelow, outline} from '../../core/openapi/outline.ts';
import {EXTENSION} from '../../core/settings/table.ts';
import {SCHEMA} from './yaml-schema.ts';

/** A document, map or list that is being read. */
interface Frame {
  /** The levels of it that are kept. */
  readonly levels: number;
  /** The keys of a map so far; absent for a document and a list. */
  readonly names: Set<string> | undefined;
  /** The key whose value comes next. */
  key: string | undefined;
}

/** Which part of a document is read. */
export interface PartOptions {
  /** The indentation of its keys. */
  readonly indent: number;
  /** How many levels are kept, as in `outline`. */
  readonly levels: number;
  /** How deep maps and lists can be nested. */
  readonly maxDepth: number;
}

/**
 * The map in block style that a part of a YAML document is, as `outline` makes it, without building the values that it leaves
 * out. `undefined` for what needs the whole document or has an error: anchors, tags, merge keys, keys that are maps, duplicate
 * keys, other indentation.
 *
 * @throws YAMLException for a syntax error
 */
export function readYamlPart(text: string, {indent, levels, maxDepth}: PartOptions): JsonMap | undefined {
  const events = parseEvents(text, {maxDepth});
  if (indentOfBlock(text, events[1]) !== indent) return undefined;
  const found = {extension: false};
  const kept = keptEvents(text, events, levels, found);
  const built = found.extension ? [...events] : kept;
  const documents = kept && built ? constructFromEvents(built, {source: text, schema: SCHEMA}) : [];
  const content = found.extension ? outline(documents[0], levels) : documents[0];
  return documents.length === 1 && isMap(content) ? content : undefined;
}

/** `undefined` for anything but a map in block style. */
function indentOfBlock(text: string, event: Event | undefined): number | undefined {
  return event?.type === EVENT_ID.MAPPING && event.style === COLLECTION_STYLE.BLOCK
    ? event.start - text.lastIndexOf('\n', event.start - 1) - 1
    : undefined;
}

/** @param found is set when there is an `x-apigen` further down, to which `outline` finds the way */
function keptEvents(
  text: string,
  events: readonly Event[],
  levels: number,
  found: {extension: boolean},
): Event[] | undefined {
  const kept: Event[] = [];
  const frames: Frame[] = [];
  let frame: Frame = {levels: levels + 1, names: undefined, key: undefined};
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      frame = frames.pop() ?? frame;
      if (frame.levels > 0) kept.push(event);
      continue;
    }
    if (event.type === EVENT_ID.ALIAS) return undefined;
    if (event.type !== EVENT_ID.DOCUMENT && (event.tagStart >= 0 || event.anchorStart >= 0)) return undefined;
    if (frame.levels > 0) kept.push(event);
    if (frame.names && frame.key === undefined) {
      const name = event.type === EVENT_ID.SCALAR ? keyName(text, event) : undefined;
      if (name === undefined || frame.names.has(name)) return undefined;
      frame.names.add(name);
      if (name === EXTENSION && frame.levels <= 0) found.extension = true;
      frame.key = name;
      continue;
    }
    const below = event.type === EVENT_ID.DOCUMENT ? frame.levels : belowKey(frame);
    frame.key = undefined;
    if (event.type === EVENT_ID.SCALAR) continue;
    frames.push(frame);
    const names = event.type === EVENT_ID.MAPPING ? new Set<string>() : undefined;
    frame = {levels: below, names, key: undefined};
  }
  return kept;
}

function belowKey({key, levels}: Frame): number {
  if (levels <= 0) return 0;
  return key === undefined ? levels - 1 : levelsBelow(key, levels);
}

/** A plain key that is a string, or a number that is written as JavaScript writes it. */
const AS_WRITTEN = /^(?:[1-9]\d{0,14}|(?!(?:~|null|true|false)?$)[^-+.\d].*)$/is;

/** A document around one scalar. */
const START = {type: EVENT_ID.DOCUMENT, explicitStart: false, explicitEnd: false, directives: []};
const END = {type: EVENT_ID.POP};

/** A scalar key as a property of an object, which is how js-yaml makes a text of it; `undefined` for a merge key. */
export function keyName(text: string, key: ScalarEvent): string | undefined {
  const name = getScalarValue(text, key);
  if (name === '<<') return undefined;
  if (key.style !== SCALAR_STYLE.PLAIN || key.tagStart >= 0 || AS_WRITTEN.test(name)) return name;
  return String(constructFromEvents([START, key, END], {source: text, schema: SCHEMA})[0]);
}
