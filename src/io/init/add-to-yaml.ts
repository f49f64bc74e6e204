import {isDeepStrictEqual} from 'node:util';
import {dump} from 'js-yaml';
import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {isMap as isJsonMap, type JsonMap, ownValue} from '../../core/json.ts';
import {DUMP_OPTIONS} from '../../core/yaml.ts';

/** The last part of a path that means: a new item at the end of the list. Source: RFC 6902, section 4.1. */
export const NEW_ITEM = '-';

/** Keys, indices and at the end a new key or `-`. */
export type YamlPath = readonly (string | number)[];

/**
 * Adds a value to a YAML text as lines of its own, or to a list in brackets; no other character changes. Maps and lists on the way
 * that do not exist are added too, and a text where a list is expected becomes its first item.
 *
 * @param text empty, or one document
 * @returns `undefined` where there is no place that is safe: a syntax error, a value of another kind, a map in braces
 */
export function addToYaml(text: string, path: YamlPath, value: unknown): string | undefined {
  const document = parseDocument(text, {merge: true});
  if (document.errors.length > 0) return undefined;
  const before: unknown = document.toJS() ?? {};
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const edit = document.contents
    ? editOf(text, document.contents, path, value)
    : {at: text.length, lines: linesOf(wrapped(path, value)), indent: ''};
  if (edit === undefined) return undefined;
  const added = 'text' in edit ? edit.text : edit.lines.map((line) => `${edit.indent}${line}${eol}`).join('');
  const start = text.slice(0, edit.at);
  const isMidLine = !('text' in edit) && start.length > 0 && !start.endsWith('\n');
  const rest = text.slice('end' in edit ? edit.end : edit.at);
  const after = `${start}${isMidLine ? eol : ''}${added}${rest}`;
  const found = parseDocument(after, {merge: true});
  const isAdded =
    found.errors.length === 0 && isDeepStrictEqual(found.toJS(), withAdded(before, path, value));
  return isAdded ? after : undefined;
}

type Edit =
  | {readonly at: number; readonly lines: readonly string[]; readonly indent: string}
  | {readonly at: number; readonly end?: number; readonly text: string};

function editOf(text: string, node: unknown, path: YamlPath, value: unknown): Edit | undefined {
  const [key, ...rest] = path;
  if (isNothing(node)) return inPlaceOf(node, wrapped(path, value));
  if (isSeq(node)) {
    if (key === NEW_ITEM) return node.flow ? flowItem(text, node, value) : newLines(text, node, [value]);
    return typeof key === 'number' ? editOf(text, node.items[key], rest, value) : undefined;
  }
  if (isScalar(node) && key === NEW_ITEM) return firstItem(text, node, value);
  if (!isMap(node) || node.flow || key === undefined) return undefined;
  const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
  if (pair) return belowKey(text, pair, wrapped(rest, value)) ?? editOf(text, pair.value, rest, value);
  return newLines(text, node, {[key]: wrapped(rest, value)});
}

/** Lines after the last one of a block map or list, at its column. */
function newLines(text: string, node: YAMLMap | YAMLSeq, value: unknown): Edit | undefined {
  const [start] = node.range ?? [];
  const end = lastOf(node)?.range?.[1];
  if (start === undefined || end === undefined) return undefined;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const indent = ' '.repeat(start - line - (text.startsWith('\ufeff', line) ? 1 : 0));
  const newline = text.indexOf('\n', end);
  const next = newline === -1 ? text.length : newline + 1;
  const at = afterComments(text, text[end - 1] === '\n' ? end : next, indent);
  return {at, lines: linesOf(value), indent};
}

/** The offset after the comments that are indented more than a block: they belong to its last entry. */
function afterComments(text: string, offset: number, indent: string): number {
  const comments = new RegExp(`(?:${indent} +#[^\\n]*(?:\\n|$))*`, 'y');
  comments.lastIndex = offset;
  return offset + (comments.exec(text)?.[0].length ?? 0);
}

/** The last scalar of a block, or its last collection in brackets. */
function lastOf(node: unknown): Node | undefined {
  if (isMap(node) && !node.flow) {
    const last = node.items.at(-1);
    return last && (lastOf(last.value) ?? lastOf(last.key));
  }
  if (isSeq(node) && !node.flow) return lastOf(node.items.at(-1));
  return isNode(node) ? node : undefined;
}

function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && 'range' in node;
}

/** An item of a list in brackets, after the last one. */
function flowItem(text: string, {items, range}: YAMLSeq, value: unknown): Edit | undefined {
  const last = items.at(-1);
  const end = isNode(last) ? last.range?.[1] : undefined;
  if (end !== undefined) return {at: end, text: `, ${JSON.stringify(value)}`};
  const open = range?.[0];
  return open !== undefined && text[open] === '[' ? {at: open + 1, text: JSON.stringify(value)} : undefined;
}

/** No value, `null`, or a map in braces without members. */
function isNothing(node: unknown): node is Scalar | YAMLMap {
  return isScalar(node) ? node.value === null : isMap(node) && node.items.length === 0;
}

/** A value in braces or brackets, in place of the text of an empty one. */
function inPlaceOf({range}: Scalar | YAMLMap, value: unknown): Edit | undefined {
  const [at, end] = range ?? [];
  if (at === undefined || end === undefined) return undefined;
  return {at, end, text: dump(value, {...DUMP_OPTIONS, quoteStyle: 'double', flowLevel: 0}).trimEnd()};
}

/** Lines below a key that has no text as its value. */
function belowKey(text: string, {key, value: node}: Pair, value: unknown): Edit | undefined {
  if (!isNode(key) || !isNode(node) || !isNothing(node)) return undefined;
  const [[start, colon = 0] = [], [from, to] = []] = [key.range ?? [], node.range ?? []];
  if (start === undefined || from !== to || node.tag !== undefined) return undefined;
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const newline = text.indexOf('\n', colon);
  const at = newline === -1 ? text.length : newline + 1;
  return {at, lines: linesOf(value), indent: ' '.repeat(column + 2)};
}

/** Brackets around a text on one line, and an item after it. */
function firstItem(text: string, {range, value: found}: Scalar, value: unknown): Edit | undefined {
  const [at, end] = range ?? [];
  if (
    at === undefined ||
    end === undefined ||
    typeof found !== 'string' ||
    text.slice(at, end).includes('\n')
  )
    return undefined;
  return {at, end, text: `[${text.slice(at, end)}, ${JSON.stringify(value)}]`};
}

function linesOf(value: unknown): string[] {
  return dump(value, {...DUMP_OPTIONS, quoteStyle: 'double'})
    .trimEnd()
    .split('\n');
}

/** A value under the keys of a path. */
function wrapped(path: YamlPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => (key === NEW_ITEM ? [inner] : {[key]: inner}), value);
}

/** What a document contains after the value was added. */
function withAdded(content: unknown, path: YamlPath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (content === null) return wrapped(path, value);
  if (Array.isArray(content)) {
    if (key === NEW_ITEM) return [...content, value];
    return content.map((item: unknown, index) => (index === key ? withAdded(item, rest, value) : item));
  }
  if (typeof content === 'string' && key === NEW_ITEM) return [content, value];
  const map: JsonMap = isJsonMap(content) ? content : {};
  const own = ownValue(map, String(key));
  return {...map, [key]: own === undefined ? wrapped(rest, value) : withAdded(own, rest, value)};
}
