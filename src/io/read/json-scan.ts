import {MAX_JSON_DEPTH, MAX_JSON_ENTRIES} from '../../core/limits.ts';

/** The bytes that structure JSON. */
export const CODE = {
  quote: 0x22,
  backslash: 0x5c,
  u: 0x75,
  comma: 0x2c,
  colon: 0x3a,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
} as const;

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** What is not JSON, and the offset where that is found. */
export class JsonFault extends SyntaxError {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'JsonFault';
    this.offset = offset;
  }
}

/** The offset after a byte order mark. */
export function startOfText(bytes: Buffer): number {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

/** The offset of the text's value. */
export function startOfJson(bytes: Buffer): number {
  return nextToken(bytes, startOfText(bytes));
}

/** The offset of what follows a value in a map or list: the next entry or the closing bracket. */
export function afterComma(bytes: Buffer, end: number): number {
  const offset = nextToken(bytes, end);
  return bytes[offset] === CODE.comma ? nextToken(bytes, offset + 1) : offset;
}

/** 1 for the byte of each of these characters. */
export function tableOf(characters: string): Uint8Array {
  return Uint8Array.from({length: 256}, (_, byte) => Number(characters.includes(String.fromCharCode(byte))));
}

/** Source: RFC 8259, section 2. */
const IS_SPACE = tableOf(' \n\r\t');

/** The offset of the next byte that is not white space. */
export function nextToken(bytes: Buffer, start: number): number {
  let offset = start;
  while (IS_SPACE[bytes[offset] ?? 0] === 1) offset += 1;
  return offset;
}

const TOO_DEEP = `nested more than ${MAX_JSON_DEPTH} levels deep`;

/**
 * The offset after the value at `start`. It is checked as `JSON.parse` does, which takes three times as long.
 *
 * @throws JsonFault for what is not JSON, or is nested too deep
 */
export function skip(bytes: Buffer, start: number): number {
  if (!isBracket(bytes[start])) return skipScalar(bytes, start);
  /** The brackets that have to follow. */
  const closing: number[] = [];
  let offset = start;
  do {
    const bracket = bytes[offset];
    if (!isBracket(bracket)) offset = afterEntry(bytes, skipScalar(bytes, offset), closing);
    else {
      const close = bracket === CODE.openBrace ? CODE.closeBrace : CODE.closeBracket;
      const first = nextToken(bytes, offset + 1);
      if (closing.push(close) > MAX_JSON_DEPTH) throw new JsonFault(TOO_DEEP, offset);
      offset = bytes[first] === close ? afterEntry(bytes, first, closing) : startOfValue(bytes, first, close);
    }
  } while (closing.length > 0);
  return offset;
}

const IS_ENTRY = tableOf(',[{');

/** How many entries JSON of this length may have. Descriptions without spaces have 20 bytes for each, or more. */
export function mostEntries(bytes: number): number {
  return Math.max(MAX_JSON_ENTRIES, Math.floor(bytes / 8));
}

/** The offset of the entry between two offsets that is one too many, if there is one; commas in strings count too. */
export function excessEntry(bytes: Buffer, start: number, end: number): number | undefined {
  // Each takes a byte at least.
  if (end - start <= MAX_JSON_ENTRIES) return undefined;
  const most = mostEntries(end - start);
  let entries = 0;
  for (let offset = start; offset < end; offset += 1) {
    entries += IS_ENTRY[bytes[offset] ?? 0] ?? 0;
    if (entries > most) return offset;
  }
  return undefined;
}

function isBracket(byte: number | undefined): boolean {
  return byte === CODE.openBrace || byte === CODE.openBracket;
}

/** The offset of the next value in the maps and lists that are open, or after their end. */
function afterEntry(bytes: Buffer, end: number, closing: number[]): number {
  let offset = end;
  for (let close = closing[closing.length - 1]; close !== undefined; close = closing[closing.length - 1]) {
    offset = nextToken(bytes, offset);
    if (bytes[offset] === CODE.comma) return startOfValue(bytes, nextToken(bytes, offset + 1), close);
    if (bytes[offset] !== close) throw new JsonFault('expected a comma or a closing bracket', offset);
    closing.pop();
    offset += 1;
  }
  return offset;
}

/** The offset of the value of an entry, which has a key if it is in a map. */
function startOfValue(bytes: Buffer, entry: number, close: number): number {
  if (close === CODE.closeBracket) return entry;
  if (bytes[entry] !== CODE.quote) throw new JsonFault('expected a key in double quotes', entry);
  const colon = nextToken(bytes, skipString(bytes, entry));
  if (bytes[colon] !== CODE.colon) throw new JsonFault('expected ":" after the key', colon);
  return nextToken(bytes, colon + 1);
}

function skipScalar(bytes: Buffer, start: number): number {
  return bytes[start] === CODE.quote ? skipString(bytes, start) : skipLiteral(bytes, start);
}

/** What strings hold without an escape. Source: RFC 8259, section 7. */
const IS_PLAIN = Uint8Array.from({length: 256}, (_, byte) =>
  Number(byte >= 0x20 && byte !== CODE.quote && byte !== CODE.backslash),
);

function skipString(bytes: Buffer, start: number): number {
  let offset = start + 1;
  for (;;) {
    while (IS_PLAIN[bytes[offset] ?? 0] === 1) offset += 1;
    if (bytes[offset] !== CODE.backslash) break;
    offset += lengthOfEscape(bytes, offset);
  }
  if (bytes[offset] !== CODE.quote) throw new JsonFault('missing closing quote', offset);
  return offset + 1;
}

const IS_ESCAPE = tableOf('"\\/bfnrt');
const IS_HEX = tableOf('0123456789ABCDEFabcdef');

function lengthOfEscape(bytes: Buffer, start: number): number {
  const byte = bytes[start + 1] ?? 0;
  if (IS_ESCAPE[byte] === 1) return 2;
  for (let offset = start + 2; offset < start + 6; offset += 1)
    if (byte !== CODE.u || IS_HEX[bytes[offset] ?? 0] !== 1) throw new JsonFault('invalid escape', start);
  return 6;
}

/** Source: RFC 8259, sections 3 and 6. */
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

function skipLiteral(bytes: Buffer, start: number): number {
  let offset = start;
  while (offset < bytes.length && !isDelimiter(bytes[offset] ?? 0)) offset += 1;
  if (!LITERAL.test(bytes.toString('latin1', start, offset))) throw new JsonFault('expected a value', start);
  return offset;
}

function isDelimiter(byte: number): boolean {
  return byte <= 0x20 || byte === CODE.comma || byte === CODE.closeBrace || byte === CODE.closeBracket;
}
