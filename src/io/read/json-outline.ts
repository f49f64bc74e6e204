import type {JsonMap} from '../../core/json.ts';
import {LEVELS, levelsBelow, outline} from '../../core/openapi/outline.ts';
import {EXTENSION} from '../../core/settings/table.ts';
import {depthBelow, visitKeys} from './json-keys.ts';
import {CODE, nextToken, skip, startOfJson} from './json-scan.ts';

/** The depth of the maps of path items, of schemas and so on; the root's is 1. */
const DIVIDED_DEPTH = 2;

/** A map of which the entries are parsed one by one. */
interface Divided {
  readonly depth: number;
  readonly levels: number;
}

interface Reading {
  readonly bytes: Buffer;
  /** Where the next token begins. */
  offset: number;
}

/**
 * The outline of a large JSON document. Path items, schemas and so on are parsed one by one, so that only one of them is in
 * memory as a whole. `undefined` for a duplicate key and for any other document than a map.
 *
 * @param bytes UTF-8
 * @throws SyntaxError when this is not JSON
 */
export function readJsonOutline(bytes: Buffer): JsonMap | undefined {
  const reading: Reading = {bytes, offset: startOfJson(bytes)};
  if (bytes[reading.offset] !== CODE.openBrace) return undefined;
  const content = readMap(reading, {depth: 1, levels: LEVELS});
  if (content !== undefined && reading.offset < bytes.length) throw new SyntaxError('text after the end');
  return content;
}

function readMap(reading: Reading, {depth, levels}: Divided): JsonMap | undefined {
  const entries = new Map<string, unknown>();
  for (let separator: number = CODE.openBrace; take(reading, separator); separator = CODE.comma) {
    if (entries.size === 0 && reading.bytes[reading.offset] === CODE.closeBrace) break;
    const name = readKey(reading);
    const below = {depth: depthBelow(name, depth), levels: levelsBelow(name, levels)};
    const isDivided = depth < DIVIDED_DEPTH && below.depth > 0 && below.levels > 0;
    const value =
      isDivided && reading.bytes[reading.offset] === CODE.openBrace
        ? readMap(reading, below)
        : readValue(reading, below);
    if (value === undefined || entries.has(name)) return undefined;
    entries.set(name, value);
  }
  if (!take(reading, CODE.closeBrace)) throw new SyntaxError('expected a comma or a brace');
  return Object.fromEntries(entries);
}

/** Whether the next token is this one, which is then passed. */
function take(reading: Reading, token: number): boolean {
  if (reading.bytes[reading.offset] !== token) return false;
  reading.offset = nextToken(reading.bytes, reading.offset + 1);
  return true;
}

function readKey(reading: Reading): string {
  const name = parse(reading, skip(reading.bytes, reading.offset));
  if (typeof name !== 'string' || !take(reading, CODE.colon)) throw new SyntaxError('expected a key');
  return name;
}

/** The outline of a value; `undefined` when it has a duplicate key. */
function readValue(reading: Reading, {depth, levels}: Divided): unknown {
  const found = {repeated: false};
  const {bytes, offset} = reading;
  const end = visitKeys(bytes, offset, depth, found);
  const value = parse(reading, end);
  return found.repeated ? undefined : outline(value, levels, bytes.subarray(offset, end).includes(EXTENSION));
}

/** Parses the bytes up to `end`. */
function parse(reading: Reading, end: number): unknown {
  if (end > reading.bytes.length) throw new SyntaxError('a value without an end');
  const text = reading.bytes.toString('utf8', reading.offset, end);
  reading.offset = nextToken(reading.bytes, end);
  return JSON.parse(text);
}
