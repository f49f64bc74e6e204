import {isDeepStrictEqual} from 'node:util';
import {dump} from 'js-yaml';
import {appendToken, isMap, type JsonMap, ownValue} from '../../core/json.ts';
import {DUMP_OPTIONS} from '../../core/yaml.ts';
import {findJsonOffsets} from '../positions/json-offsets.ts';
import {offsetOf, pointerTree} from '../positions/pointer-tree.ts';
import {findYamlOffsets} from '../positions/yaml-offsets.ts';
import type {DocumentText} from '../read/parse-document.ts';

/** Members that a map of a document does not have yet. */
export interface Insertion {
  /** Of the map. */
  readonly pointer: string;
  readonly isEmpty: boolean;
  readonly members: JsonMap;
}

/** A setting that has another value already. */
export interface Conflict {
  readonly pointer: string;
}

/** What must be inserted for `map` to have all of `wanted`, and what cannot be, since it has another value. */
export function missingMembers(
  map: JsonMap,
  wanted: JsonMap,
  pointer = '',
): {readonly insertions: readonly Insertion[]; readonly conflicts: readonly Conflict[]} {
  const members: [string, unknown][] = [];
  const insertions: Insertion[] = [];
  const conflicts: Conflict[] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const own = ownValue(map, key);
    const place = appendToken(pointer, key);
    if (own === undefined) members.push([key, value]);
    else if (isMap(own) && isMap(value)) {
      const inner = missingMembers(own, value, place);
      insertions.push(...inner.insertions);
      conflicts.push(...inner.conflicts);
    } else if (!isDeepStrictEqual(own, value)) conflicts.push({pointer: place});
  }
  if (members.length > 0) {
    const isEmpty = Object.keys(map).length === 0;
    insertions.push({pointer, isEmpty, members: Object.fromEntries(members)});
  }
  return {insertions, conflicts};
}

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
  const own = /^\s*/.exec(text.slice(text.lastIndexOf('\n', open) + 1))?.[0] ?? '';
  const step = indent.startsWith(own) ? indent.slice(own.length) : '  ';
  const written = Object.entries(members).map(([key, value]) => {
    const json = isOnOwnLine ? JSON.stringify(value, null, step) : spaced(value);
    return `${JSON.stringify(key)}: ${json.replaceAll('\n', `${eolOf(space)}${indent}`)}`;
  });
  if (isOnOwnLine) return {at: open + 1, text: written.map((member) => `${space}${member},`).join('')};
  return {at: open + 1, text: `${written.join(', ')}${isEmpty ? '' : ', '}`};
}

/** JSON on one line, with a space after each colon and comma. */
function spaced(value: unknown): string {
  if (!isMap(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`);
  return `{${members.join(', ')}}`;
}

/** Lines before the first of a block map, or after that of the version. */
function blockEdit(
  text: string,
  first: number,
  {members}: Insertion,
  version: number | undefined,
): Edit | undefined {
  const start = Math.max(text.lastIndexOf('\n', first - 1) + 1, text.startsWith('\ufeff') ? 1 : 0);
  const indent = text.slice(start, first);
  if (indent.trim() !== '') return undefined;
  const eol = eolOf(text.slice(0, text.indexOf('\n') + 1));
  const lines = dump(members, DUMP_OPTIONS).trimEnd().split('\n');
  const written = lines.map((line) => `${indent}${line}${eol}`).join('');
  if (version === undefined) return {at: start, text: written};
  const end = text.indexOf('\n', version);
  return end === -1 ? {at: text.length, text: `${eol}${written}`} : {at: end + 1, text: written};
}

function eolOf(space: string): '\r\n' | '\n' {
  return space.includes('\r\n') ? '\r\n' : '\n';
}
