import {COLLECTION_STYLE, EVENT_ID, parseEvents} from 'js-yaml';
import {MAX_DEPTH} from '../../core/limits.ts';
import {findJsonOffsets} from '../positions/json-offsets.ts';
import {pointerTree} from '../positions/pointer-tree.ts';
import {afterComma, CODE, nextToken, skip} from '../read/json-scan.ts';
import {keyName} from '../read/yaml-part.ts';

/** Where the items of a ResourceList are in YAML: the offsets of the first dash, and of the line after the last item. */
export interface ItemsInYaml {
  readonly isFlow: boolean;
  readonly key: number;
  readonly start: number;
  readonly end: number;
}

type Event = ReturnType<typeof parseEvents>[number];

/** The texts of the items of a ResourceList in JSON. */
export function jsonItems(bytes: Buffer): string[] {
  const tree = pointerTree(['/items']);
  findJsonOffsets(bytes, tree);
  const open = tree.children.get('items')?.found?.value;
  const items: string[] = [];
  if (open === undefined) return items;
  for (let offset = nextToken(bytes, open + 1); bytes[offset] !== CODE.closeBracket; ) {
    const end = skip(bytes, offset);
    items.push(bytes.toString('utf8', offset, end));
    offset = afterComma(bytes, end);
  }
  return items;
}

/** Finds the items of a ResourceList in YAML; `undefined` when they are or have an alias, whose anchor may be elsewhere. */
export function itemsInYaml(text: string): ItemsInYaml | undefined {
  const events = parseEvents(text, {maxDepth: MAX_DEPTH});
  // The first event opens the document, the second the map in it.
  for (let index = 2; index < events.length; ) {
    const key = events[index];
    const value = endOf(events, index);
    const next = endOf(events, value);
    if (key?.type === EVENT_ID.SCALAR && keyName(text, key) === 'items') {
      const list = events[value];
      const hasAlias = events.slice(value, next).some(({type}) => type === EVENT_ID.ALIAS);
      if (list?.type !== EVENT_ID.SEQUENCE || hasAlias) return undefined;
      const isFlow = list.style === COLLECTION_STYLE.FLOW;
      return {isFlow, key: key.valueStart, start: list.start, end: endOfList(text, list.start, events[next])};
    }
    index = next;
  }
  return undefined;
}

/** The index after the node that begins at an index. */
function endOf(events: readonly Event[], start: number): number {
  let depth = 0;
  for (let index = start; index < events.length; index += 1) {
    const type = events[index]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
    if (type === EVENT_ID.POP) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return events.length;
}

/** The offset of the line after a list: that of the next key and its comments, of the document's end or of the text's. */
function endOfList(text: string, start: number, next: Event | undefined): number {
  if (next?.type !== EVENT_ID.SCALAR) {
    const end = text.slice(start).search(/^\.\.\.(?:\s|$)/m);
    return end === -1 ? text.length : start + end;
  }
  let line = startOfLine(text, next.valueStart);
  for (;;) {
    const before = startOfLine(text, line - 1);
    if (text[before] !== '#') return line;
    line = before;
  }
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
