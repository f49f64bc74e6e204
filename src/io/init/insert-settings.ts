import {dump} from 'js-yaml';
import {appendToken, isMap, type JsonMap} from '../../core/json.ts';
import {DUMP_OPTIONS} from '../../core/yaml.ts';
import {findJsonOffsets} from '../positions/json-offsets.ts';
import {offsetOf, pointerTree} from '../positions/pointer-tree.ts';
import {findYamlOffsets} from '../positions/yaml-offsets.ts';
import type {DocumentText} from '../read/parse-document.ts';
import type {Insertion} from './missing-members.ts';

/**
 * Inserts members into maps of a document, as lines or texts of their own: no other character changes.
 *
 * @param text with its byte order mark, if it has one
 * @param original the text as it is in the file: `text` has more indentation in some lines where only so a parser accepts it
 * @param versionKey the key at the root after whose line a member of the root is inserted in YAML
 * @returns `undefined` where there is no place that is safe, such as in a map on the line of its key
 */
export function insertMembers(
  text: string,
  syntax: DocumentText['syntax'],
  insertions: readonly Insertion[],
  versionKey: string,
  original = text,
): string | undefined {
  const version = appendToken('', versionKey);
  const offsets = offsetsOf(text, syntax, [version, ...insertions.map(({pointer}) => pointer)]);
  const edits = insertions.map((insertion) => {
    const offset = offsets(insertion.pointer);
    if (text[offset] === '{') return flowEdit(text, offset, insertion);
    if (insertion.isNull) return nullEdit(text, offset, insertion);
    return blockEdit(text, offset, insertion, insertion.pointer === '' ? offsets(version) : undefined);
  });
  let changed = original;
  for (const edit of edits.sort((a, b) => (b?.at ?? 0) - (a?.at ?? 0))) {
    if (edit === undefined) return undefined;
    const at = text === original ? edit.at : sameOffset(text, edit.at, original);
    changed = changed.slice(0, at) + edit.text + changed.slice(at);
  }
  return changed;
}

/** In UTF-16 code units. */
function offsetsOf(text: string, syntax: DocumentText['syntax'], pointers: readonly string[]) {
  const tree = pointerTree(pointers);
  if (syntax === 'json') {
    const bytes = Buffer.from(text);
    findJsonOffsets(bytes, tree);
    return (pointer: string) => bytes.toString('utf8', 0, offsetOf(tree, pointer, 'value')).length;
  }
  const start = text.startsWith('\ufeff') ? 1 : 0;
  findYamlOffsets(text.slice(start), tree);
  return (pointer: string) => start + offsetOf(tree, pointer, 'value');
}

/** The offset in `original` of a place in a text whose lines may begin with more white space. */
function sameOffset(text: string, offset: number, original: string): number {
  const line = text.slice(0, offset).split('\n').length - 1;
  const lines = original.split('\n');
  const start = lines.slice(0, line).reduce((sum, {length}) => sum + length + 1, 0);
  const fromEnd = (text.split('\n')[line]?.length ?? 0) - (offset - text.lastIndexOf('\n', offset - 1) - 1);
  return start + Math.max(0, (lines[line]?.length ?? 0) - fromEnd);
}

interface Edit {
  readonly at: number;
  readonly text: string;
}

/** Members at the beginning of `{…}`: on lines of their own where the first member has one. */
function flowEdit(text: string, open: number, {members, isEmpty}: Insertion): Edit {
  const space = /\s*/.exec(text.slice(open + 1))?.[0] ?? '';
  const isOnOwnLine = !isEmpty && space.includes('\n');
  const indent = space.slice(space.lastIndexOf('\n') + 1);
  const [, own = ''] = /^\ufeff?([\t ]*)/.exec(text.slice(text.lastIndexOf('\n', open) + 1)) ?? [];
  const step = indent.startsWith(own) ? indent.slice(own.length) : '  ';
  const written = Object.entries(members).map(([key, value]) => {
    const json = isOnOwnLine ? JSON.stringify(value, null, step) : spaced(value);
    return `${JSON.stringify(key)}: ${json.replaceAll('\n', `${eolOf(space)}${indent}`)}`;
  });
  if (isOnOwnLine) return {at: open + 1, text: written.map((member) => `${space}${member},`).join('')};
  const inner = space.includes('\n') ? '' : space;
  return {at: open + 1 + inner.length, text: `${written.join(', ')}${isEmpty ? inner : ', '}`};
}

/** JSON on one line, with a space after each colon and comma. */
function spaced(value: unknown): string {
  if (!isMap(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`);
  return `{${members.join(', ')}}`;
}

/** Lines before the first of a block map, or after that of the version, or before it where the text ends with it. */
function blockEdit(
  text: string,
  first: number,
  {members}: Insertion,
  version: number | undefined,
): Edit | undefined {
  const start = lineStart(text, first);
  const indent = text.slice(start, first);
  if (indent.trim() !== '') return undefined;
  const written = blockLines(text, members, indent);
  if (version === undefined) return {at: start, text: written};
  let end = text.indexOf('\n', version);
  // The lines of a block scalar.
  while (end !== -1 && text.startsWith(`${indent} `, end + 1)) end = text.indexOf('\n', end + 1);
  return {at: end === -1 ? lineStart(text, version) : end + 1, text: written};
}

/** Lines after that of a key without a value. */
function nullEdit(text: string, key: number, {members}: Insertion): Edit | undefined {
  const indent = text.slice(lineStart(text, key), key);
  const end = text.indexOf('\n', key);
  const line = text.slice(key, end === -1 ? undefined : end);
  if (indent.trim() !== '' || !KEY_ONLY.test(line)) return undefined;
  const written = blockLines(text, members, indent + indentOf(text));
  return end === -1 ? {at: text.length, text: `${eolOf(text)}${written}`} : {at: end + 1, text: written};
}

const KEY_ONLY = /^[^\s:#]+\s*:\s*(?:#.*)?$/;

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1) + 1, text.startsWith('\ufeff') ? 1 : 0);
}

function blockLines(text: string, members: JsonMap, indent: string): string {
  const options = {...DUMP_OPTIONS, indent: indentOf(text).length};
  const lines = dump(members, options).trimEnd().split('\n');
  return lines.map((line) => `${indent}${line}${eolOf(text)}`).join('');
}

/** The spaces in front of the first key that is within another one. */
function indentOf(text: string): string {
  return FIRST_INDENT.exec(text)?.[1] ?? '  ';
}

const FIRST_INDENT = /^[^\s#-].*:[\t ]*(?:#.*)?\r?\n(?:[\t ]*(?:#.*)?\r?\n)*( +)[^\s#-]/m;

/** The line break of a text: that of its first line. */
function eolOf(text: string): '\r\n' | '\n' {
  return /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
}
