import type {JsonMap} from '../../core/json.ts';
import {MAX_DEPTH} from '../../core/limits.ts';
import {LEVELS, levelsBelow, outline} from '../../core/openapi/outline.ts';
import {SharedResponses} from '../../core/openapi/shared-responses.ts';
import {startOfText} from './json-scan.ts';
import {hasTooManyEntries, LINE_FEED, longLine, SPACE} from './yaml-limits.ts';
import {readYamlPart} from './yaml-part.ts';

/** A large document is parsed in parts of about this many bytes, so that no more than that is in memory as events. */
const PART_BYTES = 262_144;

/** Some entries of one map, as they are in the text: whole lines. */
export interface YamlPart {
  /** The keys that lead to the map. */
  readonly parents: readonly string[];
  /** The entries' keys. */
  readonly names: readonly string[];
  /** Set for the key of a map that is divided, which begins where this part ends. */
  readonly isKey?: true;
  /** Byte offsets. */
  readonly start: number;
  readonly end: number;
}

/** The outline of a document, and the parts that it was read from. */
export interface YamlOutline {
  readonly content: JsonMap;
  readonly parts: readonly YamlPart[];
}

/** A map in block style: its keys begin lines with the same indentation, and nothing else does. */
interface Block {
  readonly parents: readonly string[];
  readonly levels: number;
  readonly indent: number;
  readonly start: number;
  readonly end: number;
}

interface Reading {
  readonly bytes: Buffer;
  readonly parts: YamlPart[];
  readonly partBytes: number;
  readonly responses: SharedResponses;
}

/**
 * Reads the outline of a large YAML document. Its text is divided at lines where a key of `paths`, or of another large map,
 * begins: in block style these are the lines with the map's own indentation, since whatever a key contains is indented further.
 * Only the value of a key that is written with `?` can begin such a line too, with a `:`.
 * `undefined` for a document that has an error, reaches a limit or cannot be divided: it must be parsed as a whole.
 *
 * Source: YAML 1.2, section 8.2.2.
 *
 * @param options.partBytes the size from which an entry is divided and a part ends
 * @param options.levels the levels that are kept; infinite for the whole document
 * @throws YAMLException for a syntax error
 */
export function readYamlParts(
  bytes: Buffer,
  {partBytes = PART_BYTES, levels = LEVELS}: {readonly partBytes?: number; readonly levels?: number} = {},
): YamlOutline | undefined {
  if (longLine(bytes) !== undefined) return undefined;
  const reading: Reading = {bytes, parts: [], partBytes, responses: new SharedResponses()};
  const start = startOfText(bytes);
  const content = readBlock({parents: [], levels, indent: 0, start, end: bytes.length}, reading);
  return content && reading.parts.length > 0 ? {content, parts: reading.parts} : undefined;
}

function readBlock(block: Block, reading: Reading): JsonMap | undefined {
  const content: Record<string, unknown> = {};
  const add = (entries: JsonMap | undefined) => entries !== undefined && addEntries(content, entries);
  let unread = block.start;
  for (let start = block.start; start < block.end; ) {
    const end = nextKey(start, block, reading);
    const nested = end - start > reading.partBytes ? nestedBlock(block, start, end, reading) : undefined;
    if (nested) {
      if (unread < start && !add(readPart(block, unread, start, reading))) return undefined;
      const names = nested.parents.slice(-1);
      reading.parts.push({
        parents: block.parents,
        names,
        isKey: true,
        start,
        end: nested.start + nested.indent,
      });
      const below = readBlock(nested, reading);
      if (
        below === undefined ||
        !add({[nested.parents.at(-1) ?? '']: nested.levels > 0 ? below : outline(below, 0)})
      )
        return undefined;
      unread = end;
    } else if (end - unread > reading.partBytes || end === block.end) {
      if (!add(readPart(block, unread, end, reading))) return undefined;
      unread = end;
    }
    start = end;
  }
  return content;
}

/** The offset of the next line after `from` that begins with a key of the block; otherwise that of the block's end. */
function nextKey(from: number, {indent, end}: Block, {bytes}: Reading): number {
  let line = lineAfter(from, bytes);
  while (line < end && !hasKeyAt(line, indent, bytes)) line = lineAfter(line, bytes);
  return Math.min(line, end);
}

function lineAfter(offset: number, bytes: Buffer): number {
  const end = bytes.indexOf(LINE_FEED, offset);
  return end === -1 ? bytes.length : end + 1;
}

function hasKeyAt(line: number, indent: number, bytes: Buffer): boolean {
  for (let offset = line; offset < line + indent; offset += 1) if (bytes[offset] !== SPACE) return false;
  return !NO_KEY.has(bytes[line + indent]);
}

/** Where a line is empty, indented further, a comment, an item of a list or the value of a key with `?`. */
const NO_KEY: ReadonlySet<number | undefined> = new Set([undefined, ...Buffer.from(' \t\r\n#:-')]);

/** False when an entry is there already. */
function addEntries(content: Record<string, unknown>, entries: JsonMap): boolean {
  for (const [name, value] of Object.entries(entries)) {
    if (Object.hasOwn(content, name) || name === '__proto__') return false;
    content[name] = value;
  }
  return true;
}

function readPart(
  {parents, levels, indent}: Block,
  start: number,
  end: number,
  {bytes, parts, responses}: Reading,
) {
  const options = {indent, levels: Math.max(levels, 1), maxDepth: MAX_DEPTH - parents.length};
  if (hasTooManyEntries(bytes.subarray(start, end))) return undefined;
  const entries = readYamlPart(bytes.toString('utf8', start, end), options);
  if (entries === undefined) return undefined;
  parts.push({parents, names: Object.keys(entries), start, end});
  responses.share(entries, levels);
  return entries;
}

/** A key with longer comments below it is not divided. */
const MAX_HEADER_BYTES = 8192;

/** The map that is the value of the entry between `start` and `end`, when that can be divided. */
function nestedBlock(block: Block, start: number, end: number, {bytes}: Reading): Block | undefined {
  // The key alone on its line, then maybe comments, then the first key of its map.
  const header = / *[^\s#&*!|>%@`].*:(?: +#.*| *)\r?\n(?:[ \t]*(?:#.*)?\r?\n)*( *)(?=[^\s#-])/y;
  const beginning = bytes.toString('latin1', start, Math.min(start + MAX_HEADER_BYTES, end));
  const [whole = '', deeper = ''] = header.exec(beginning) ?? [];
  const {parents, levels, indent} = block;
  if (deeper.length <= indent || parents.length === LEVELS) return undefined;
  const first = start + whole.length - deeper.length;
  const options = {indent, levels: 1, maxDepth: MAX_DEPTH};
  const [name, ...others] = Object.keys(readYamlPart(bytes.toString('utf8', start, first), options) ?? {});
  if (name === undefined || others.length > 0) return undefined;
  return {
    parents: [...parents, name],
    levels: levelsBelow(name, levels),
    indent: deeper.length,
    start: first,
    end,
  };
}
