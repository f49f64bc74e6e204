import type {JsonMap} from '../../core/json.ts';
import {RESPONSES} from '../../core/openapi/operation.ts';
import {LEVELS, levelsBelow, outline} from '../../core/openapi/outline.ts';
import {SharedResponses} from '../../core/openapi/shared-responses.ts';
import {EXTENSION} from '../../core/settings/table.ts';
import {type KeyVisitor, visitKeys} from './json-keys.ts';
import {CODE, excessEntry, nextToken, skip, startOfJson} from './json-scan.ts';

/** The levels of the maps of path items, of schemas and so on, whose entries are read one by one. */
const DIVIDED_LEVELS = LEVELS - 1;

/**
 * The outline of a large JSON document. Path items, schemas and so on are read one by one: what is further down is checked and
 * left out before the rest is parsed. `undefined` for a duplicate key and for any other document than a map.
 *
 * @param bytes UTF-8
 * @throws SyntaxError when this is not JSON
 */
export function readJsonOutline(bytes: Buffer): JsonMap | undefined {
  const reading = new Reading(bytes);
  if (bytes[reading.offset] !== CODE.openBrace) return undefined;
  const content = readMap(reading, (name) => levelsBelow(name, LEVELS));
  if (reading.offset < bytes.length) throw new SyntaxError('text after the end');
  return reading.repeated ? undefined : content;
}

/** The levels of a path item, and of an operation, that are read. */
const PATH_ITEM_LEVELS = LEVELS - 2;
const OPERATION_LEVELS = LEVELS - 3;

/**
 * What is read of one value of such a document, which a `$ref` leads to: an operation, a path item, a map of operations or one of paths.
 *
 * @param bytes those of the value
 * @param responses shared by all values of the document
 * @throws SyntaxError for a list with too many entries
 */
export function readJsonTarget(bytes: Buffer, responses: SharedResponses): unknown {
  const reading = new Reading(bytes, responses);
  if (reading.byte !== CODE.openBrace) return reading.outline(0);
  const target = readMap(reading, (name) => {
    if (name.startsWith('/')) return PATH_ITEM_LEVELS;
    return levelsBelow(name, name === RESPONSES ? OPERATION_LEVELS : PATH_ITEM_LEVELS);
  });
  responses.share(target, OPERATION_LEVELS);
  return target;
}

/** @param levelsOf the levels of the value of a key that are read */
function readMap(reading: Reading, levelsOf: (name: string) => number): JsonMap {
  const entries = new Map<string, unknown>();
  for (let separator: number = CODE.openBrace; reading.take(separator); separator = CODE.comma) {
    if (entries.size === 0 && reading.byte === CODE.closeBrace) break;
    const name = readKey(reading);
    const below = levelsOf(name);
    const isDivided = below === DIVIDED_LEVELS && reading.byte === CODE.openBrace;
    if (entries.has(name)) reading.repeated = true;
    entries.set(
      name,
      isDivided ? readMap(reading, (inner) => levelsBelow(inner, below)) : reading.outline(below),
    );
  }
  if (!reading.take(CODE.closeBrace)) throw new SyntaxError('expected a comma or a brace');
  return Object.fromEntries(entries);
}

function readKey(reading: Reading): string {
  const name = reading.value();
  if (typeof name !== 'string' || !reading.take(CODE.colon)) throw new SyntaxError('expected a key');
  return name;
}

/** A map or list. */
interface Range {
  readonly start: number;
  readonly end: number;
}

class Reading implements KeyVisitor {
  readonly bytes: Buffer;
  /** Where the next token begins. */
  offset: number;
  repeated = false;
  /** The maps and lists that are left out of a value. */
  #cuts: Range[] = [];
  /** Whether others in it are below the levels that are read, too. */
  #isDeeper = false;
  readonly #responses: SharedResponses;
  /** Where the next `x-apigen` begins, seen from a place that was passed. */
  #extension = -1;

  constructor(bytes: Buffer, responses = new SharedResponses()) {
    this.bytes = bytes;
    this.offset = startOfJson(bytes);
    this.#responses = responses;
  }

  get byte(): number | undefined {
    return this.bytes[this.offset];
  }

  /** Whether the next token is this one, which is then passed. */
  take(token: number): boolean {
    if (this.byte !== token) return false;
    this.offset = nextToken(this.bytes, this.offset + 1);
    return true;
  }

  /** The next value. */
  value(): unknown {
    return this.#parse(skip(this.bytes, this.offset));
  }

  /** The outline of the next value. */
  outline(levels: number): unknown {
    this.#cuts = [];
    this.#isDeeper = false;
    const parsed = this.#parse(visitKeys(this.bytes, this.offset, levels, this));
    const value = this.#isDeeper ? outline(parsed, levels) : parsed;
    this.#responses.share(value, levels);
    return value;
  }

  below(levels: number, start: number, end: number): void {
    const isBracket = this.bytes[start] === CODE.openBrace || this.bytes[start] === CODE.openBracket;
    if (!isBracket) return;
    if (levels > 0 || this.#mayExtend(start, end)) {
      // The whole document has as many: it is refused, or large enough for them.
      if (excessEntry(this.bytes, start, end) !== undefined) throw new SyntaxError('too many entries');
      if (levels !== Number.POSITIVE_INFINITY) this.#isDeeper = true;
    } else this.#cuts.push({start, end});
  }

  /** Whether an `x-apigen` may be between two places. Those that are asked for later are further on, so all bytes are searched once. */
  #mayExtend(start: number, end: number): boolean {
    if (this.#extension < start) {
      const next = this.bytes.indexOf(EXTENSION, start);
      this.#extension = next === -1 ? this.bytes.length : next;
    }
    return this.#extension < end;
  }

  /** Parses the bytes up to `end`, with empty maps and lists in place of those that are left out. */
  #parse(end: number): unknown {
    let text = '';
    let from = this.offset;
    for (const cut of this.#cuts) {
      text += this.bytes.toString('utf8', from, cut.start + 1);
      from = cut.end - 1;
    }
    text += this.bytes.toString('utf8', from, end);
    this.#cuts = [];
    this.offset = nextToken(this.bytes, end);
    return JSON.parse(text);
  }
}
