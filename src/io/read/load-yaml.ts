import {
  binaryTag,
  COLLECTION_STYLE,
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  mergeTag,
  omapTag,
  pairsTag,
  parseEvents,
  SCALAR_STYLE,
  setTag,
  YAMLException,
} from 'js-yaml';
import {MAX_ALIAS_VALUES, MAX_DEPTH} from '../../core/base/limits.ts';

export const EMPTY = 'the document is empty';

/** Merge keys `<<` and these tags are not in YAML 1.2's core schema, but descriptions use them and Redocly reads them. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag, binaryTag, omapTag, pairsTag, setTag);

/** The text that was parsed last, whose events also give the places of its problems. */
let last: {readonly bytes: Buffer; readonly events: Event[]} | undefined;

/** The events of a text, parsed once for its bytes where these were parsed last. Throws YAMLException. */
export function yamlEvents(text: string, bytes: Buffer): Event[] {
  if (last?.bytes !== bytes) last = {bytes, events: parseEvents(text, {maxDepth: MAX_DEPTH})};
  return last.events;
}

/**
 * The content of a YAML document, as js-yaml's `load` gives it, with a limit on what aliases expand to.
 *
 * @param bytes what the text was read from
 * @throws YAMLException for a syntax error, a limit, keys that may hide others, and any other number of documents than one;
 *   empty ones at the end do not count
 */
export function loadYaml(text: string, bytes: Buffer): unknown {
  const events = yamlEvents(text, bytes);
  limitAliases(text, events);
  checkKeys(text, events);
  const documents = constructFromEvents(events, {source: text, schema: SCHEMA, maxTotalMergeKeys: -1});
  if (documents.length === 0) throw new YAMLException(EMPTY);
  // What follows a closing `---` or `...`.
  if (documents.slice(1).some((more) => more !== null))
    throw new YAMLException('expected a single document in the stream, but found more');
  return documents[0];
}

/** Counts what aliases expand to, also by merge keys: with them a line can become billions of values. */
function limitAliases(text: string, events: readonly Event[]): void {
  /** How many values the node with an anchor has; endless within it. */
  const sizes = new Map<string, number>();
  const open: {readonly anchor: string | undefined; readonly before: number}[] = [];
  let [values, expanded] = [0, 0];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      const {anchor, before = 0} = open.pop() ?? {};
      if (anchor !== undefined) sizes.set(anchor, values - before);
      continue;
    }
    const anchor = anchorOf(text, event);
    if (event.type === EVENT_ID.ALIAS) {
      const size = sizes.get(anchor ?? '') ?? 0;
      if (size === Number.POSITIVE_INFINITY)
        YAMLException.throwAt(text, event.anchorStart - 1, `alias in itself ${anchor}`);
      expanded += size;
      values += size;
      if (expanded > MAX_ALIAS_VALUES) YAMLException.throwAt(text, event.anchorStart - 1, 'aliases exceeded');
      continue;
    }
    const isScalar = event.type === EVENT_ID.SCALAR;
    if (!isScalar) open.push({anchor, before: values});
    if (anchor !== undefined) sizes.set(anchor, isScalar ? 1 : Number.POSITIVE_INFINITY);
    values += 1;
  }
}

/** Unquoted keys that may hide others, by their offsets. */
export class HidingKeys extends YAMLException {
  readonly keys = new Map<number, string>();
}

/** Refuses unquoted keys that may hide another: in flow style, `// old` and `"get"` in the next line are one key. */
function checkKeys(text: string, events: readonly Event[]): void {
  type OpenMap = {readonly isFlow: boolean; isKeyNext: boolean};
  /** `undefined` in a list. */
  let map: OpenMap | undefined;
  const around: (OpenMap | undefined)[] = [];
  let complex: number | undefined;
  const hiding = new HidingKeys('unquoted key');
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      map = around.pop();
      continue;
    }
    const isKey = map?.isKeyNext;
    if (map) map.isKeyNext = !isKey;
    if (event.type === EVENT_ID.SCALAR) {
      if (!map || !isKey || event.style !== SCALAR_STYLE.PLAIN) continue;
      const key = text.slice(event.valueStart, event.valueEnd);
      if (HIDING.test(key) && HIDING.test(key.replace(map.isFlow ? APOSTROPHES : PAIRED, '')))
        hiding.keys.set(event.valueStart, key);
    } else if (event.type !== EVENT_ID.ALIAS) {
      if (isKey && 'start' in event) complex ??= event.start;
      around.push(map);
      const isMap = event.type === EVENT_ID.MAPPING;
      map = isMap ? {isFlow: event.style === COLLECTION_STYLE.FLOW, isKeyNext: true} : undefined;
    }
  }
  if (hiding.keys.size > 0) throw hiding;
  if (complex === undefined) return;
  // js-yaml would report it without a place. In `{{ … }}` the inner map is the key.
  YAMLException.throwAt(
    text,
    text[complex - 1] === '{' ? complex - 1 : complex,
    'object-based map does not support',
  );
}

const HIDING = /^\/[/*]|["'\r\n]/;
const APOSTROPHES = /(?<=\p{L})'(?=\p{L})/gu;
/** Where a key ends with its line, quotes in pairs hide nothing: `/docs('{key}')`, `application/json; profile="x"`. */
const PAIRED = new RegExp(`${APOSTROPHES.source}|'[^']*'|"[^"]*"`, 'gu');

function anchorOf(text: string, event: Event): string | undefined {
  if (!('anchorStart' in event) || event.anchorStart < 0) return undefined;
  return text.slice(event.anchorStart, event.anchorEnd);
}
