import {pointerTokens} from '../../core/json.ts';
import {MAX_REFERENCE_SCANS} from '../../core/limits.ts';
import {SharedResponses} from '../../core/openapi/shared-responses.ts';
import {readJsonTarget} from './json-outline.ts';
import {afterComma, CODE, nextToken, skip, startOfJson} from './json-scan.ts';
import {LimitReached} from './read-limits.ts';

/** The offsets of the values of a map or list, by key or index. */
type Entries = ReadonlyMap<string, number>;

/**
 * What the `$ref`s into a large JSON document lead to. Only the keys of the maps on the way are read, each map once, and of a
 * target its outline.
 */
export class JsonTargets {
  readonly #bytes: Buffer;
  readonly #entries = new Map<number, Entries>();
  readonly #responses = new SharedResponses();
  readonly #targets = new Map<number, unknown>();
  /** How many bytes may still be read. */
  #left: number;

  /** @param bytes of which `readJsonOutline` made an outline */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#left = bytes.length * MAX_REFERENCE_SCANS;
  }

  /**
   * The value at a pointer, as far as it is read without following a `$ref`; `undefined` if there is none.
   *
   * @throws LimitReached when the document was read too often
   * @throws SyntaxError for a list with too many entries
   */
  valueAt(pointer: string): unknown {
    let offset: number | undefined = startOfJson(this.#bytes);
    for (const token of pointerTokens(pointer)) {
      offset = this.#entriesAt(offset).get(token);
      if (offset === undefined) return undefined;
    }
    if (!this.#targets.has(offset)) {
      const end = skip(this.#bytes, offset);
      this.#count(end - offset);
      this.#targets.set(offset, readJsonTarget(this.#bytes.subarray(offset, end), this.#responses));
    }
    return this.#targets.get(offset);
  }

  #entriesAt(start: number): Entries {
    const known = this.#entries.get(start);
    if (known) return known;
    const entries = new Map<string, number>();
    const end = this.#readEntries(start, entries);
    this.#count(end - start);
    this.#entries.set(start, entries);
    return entries;
  }

  /** Returns the offset of the end. */
  #readEntries(start: number, entries: Map<string, number>): number {
    const bytes = this.#bytes;
    const isMap = bytes[start] === CODE.openBrace;
    if (!isMap && bytes[start] !== CODE.openBracket) return start;
    const close = isMap ? CODE.closeBrace : CODE.closeBracket;
    let offset = nextToken(bytes, start + 1);
    while (bytes[offset] !== close) {
      const end = isMap ? skip(bytes, offset) : offset;
      const name = isMap ? String(JSON.parse(bytes.toString('utf8', offset, end))) : String(entries.size);
      const value = isMap ? nextToken(bytes, nextToken(bytes, end) + 1) : offset;
      entries.set(name, value);
      offset = afterComma(bytes, skip(bytes, value));
    }
    return offset + 1;
  }

  #count(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    throw new LimitReached(
      `\`$ref\`s into the document lead through more than ${MAX_REFERENCE_SCANS} times its size`,
      'refer to path items in one map, such as `components.pathItems`',
    );
  }
}
