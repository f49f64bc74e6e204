import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
} from 'yaml';
import {pointerTokens} from '../core/json-pointer.ts';
import type {Location, Position} from '../core/problem.ts';
import {decodeText} from './parse-document.ts';

/** Finds the line and column of a location, or `undefined` when its document has no text to look in. */
export type Locate = (location: Location) => Position | undefined;

interface Text {
  readonly document: Document;
  readonly lines: LineCounter;
}

/**
 * A finder of positions in documents that were read. Each text is parsed a second time, with a parser that keeps ranges,
 * when the first position in it is asked for: that costs more than reading did, so it is done for problems only.
 *
 * @param texts the bytes of the documents, by URI
 */
export function locator(texts: ReadonlyMap<string, Buffer>): Locate {
  const parsed = new Map<string, Text | undefined>();
  return (location) => {
    if (location.position) return location.position;
    const {uri} = location;
    if (!parsed.has(uri)) parsed.set(uri, parse(texts.get(uri)));
    const text = parsed.get(uri);
    return text && positionOf(location, text);
  };
}

function parse(bytes: Buffer | undefined): Text | undefined {
  const text = bytes && decodeText(bytes);
  if (text === undefined) return undefined;
  const lines = new LineCounter();
  return {
    lines,
    document: parseDocument(text, {
      lineCounter: lines,
      uniqueKeys: false,
      merge: true,
      prettyErrors: false,
      strict: false,
    }),
  };
}

/** The place of the deepest part of the pointer that is there: a key for what is missing or empty. */
function positionOf({pointer, at}: Location, {document, lines}: Text): Position {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const token of pointerTokens(pointer)) {
    const pair = childOf(node, token, document);
    if (pair === undefined) break;
    node = pair.value;
    const isLast = at === 'key';
    offset = (isLast ? startOf(pair.key) : (startOf(node) ?? startOf(pair.key))) ?? offset;
  }
  const {line, col} = lines.linePos(offset);
  return {line: Math.max(line, 1), column: Math.max(col, 1)};
}

type Child = {readonly key: unknown; readonly value: unknown};

function childOf(node: unknown, token: string, document: Document): Child | undefined {
  const target = isAlias(node) ? node.resolve(document) : node;
  if (isSeq(target)) return {key: undefined, value: target.items[Number(token)]};
  if (!isMap(target)) return undefined;
  return target.items.find((pair) => keyOf(pair) === token) ?? mergedChild(target.items, token, document);
}

function mergedChild(pairs: readonly Pair[], token: string, document: Document): Child | undefined {
  for (const pair of pairs) {
    if (keyOf(pair) !== '<<') continue;
    const sources = isSeq(pair.value) ? pair.value.items : [pair.value];
    for (const source of sources) {
      const child = childOf(source, token, document);
      if (child) return child;
    }
  }
  return undefined;
}

function keyOf({key}: Pair): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'symbol' ? '<<' : String(key.value);
}

function startOf(node: unknown): number | undefined {
  const range = isNode(node) ? node.range : undefined;
  // An empty value (`get:`) has an empty range somewhere behind its key: the key says more.
  return range && range[1] > range[0] ? range[0] : undefined;
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}
