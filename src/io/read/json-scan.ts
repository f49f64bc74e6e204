import {MAX_JSON_DEPTH} from '../../core/limits.ts';

/** The bytes that structure JSON. */
export const CODE = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
} as const;

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

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

/** The offset of the next byte that is not white space. */
export function nextToken(bytes: Buffer, start: number): number {
  let offset = start;
  while (offset < bytes.length && isWhiteSpace(bytes[offset] ?? 0)) offset += 1;
  return offset;
}

/** Source: RFC 8259, section 2. */
function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The offset after the value at `start`; beyond the end of the text for one that does not end or is nested too deep. */
export function skip(bytes: Buffer, start: number): number {
  const first = bytes[start];
  if (first === CODE.quote) return skipString(bytes, start);
  if (first !== CODE.openBrace && first !== CODE.openBracket) return skipLiteral(bytes, start);
  let depth = 0;
  let offset = start;
  while (offset < bytes.length) {
    const byte = bytes[offset] ?? 0;
    if (byte === CODE.quote) {
      offset = skipString(bytes, offset);
      continue;
    }
    offset += 1;
    // Most bytes are none of the brackets, and all of these come last in ASCII.
    if (byte < CODE.openBracket) continue;
    if (byte === CODE.openBrace || byte === CODE.openBracket) depth += 1;
    else if (byte === CODE.closeBrace || byte === CODE.closeBracket) depth -= 1;
    if (depth === 0) return offset;
    if (depth > MAX_JSON_DEPTH) break;
  }
  return bytes.length + 1;
}

function skipString(bytes: Buffer, start: number): number {
  let offset = start + 1;
  while (offset < bytes.length && bytes[offset] !== CODE.quote)
    offset += bytes[offset] === CODE.backslash ? 2 : 1;
  return offset + 1;
}

function skipLiteral(bytes: Buffer, start: number): number {
  let offset = start;
  while (offset < bytes.length && !isDelimiter(bytes[offset] ?? 0)) offset += 1;
  return offset;
}

function isDelimiter(byte: number): boolean {
  return byte <= 0x20 || byte === CODE.comma || byte === CODE.closeBrace || byte === CODE.closeBracket;
}
