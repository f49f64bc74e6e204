import type {PointerTree} from './pointer-tree.ts';

const CODE = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
} as const;

/**
 * Fills `tree` with byte offsets in a JSON text, in one pass that decodes nothing but the keys on the way: 13 MB take some
 * thirty milliseconds, where a parser that keeps ranges takes seconds and half a gigabyte.
 *
 * @param bytes UTF-8 that `JSON.parse` accepted
 */
export function findJsonOffsets(bytes: Buffer, tree: PointerTree): void {
  const start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  visit(bytes, nextToken(bytes, start), undefined, tree);
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Visits the value at `offset` and returns the offset behind it. */
function visit(bytes: Buffer, offset: number, key: number | undefined, node: PointerTree): number {
  // A key that stands twice: JSON.parse takes the last one.
  node.found = {key, value: offset};
  if (node.children.size === 0) return skip(bytes, offset);
  if (bytes[offset] === CODE.openBrace) return visitObject(bytes, offset, node);
  if (bytes[offset] === CODE.openBracket) return visitArray(bytes, offset, node);
  return skip(bytes, offset);
}

function visitObject(bytes: Buffer, open: number, node: PointerTree): number {
  let offset = nextToken(bytes, open + 1);
  while (offset < bytes.length && bytes[offset] !== CODE.closeBrace) {
    const end = skip(bytes, offset);
    const name: unknown = JSON.parse(bytes.toString('utf8', offset, end));
    const value = nextToken(bytes, nextToken(bytes, end) + 1);
    const child = typeof name === 'string' ? node.children.get(name) : undefined;
    offset = afterComma(bytes, child ? visit(bytes, value, offset, child) : skip(bytes, value));
  }
  return offset + 1;
}

function visitArray(bytes: Buffer, open: number, node: PointerTree): number {
  let offset = nextToken(bytes, open + 1);
  for (let index = 0; offset < bytes.length && bytes[offset] !== CODE.closeBracket; index += 1) {
    const child = node.children.get(String(index));
    offset = afterComma(bytes, child ? visit(bytes, offset, undefined, child) : skip(bytes, offset));
  }
  return offset + 1;
}

function afterComma(bytes: Buffer, end: number): number {
  const offset = nextToken(bytes, end);
  return bytes[offset] === CODE.comma ? nextToken(bytes, offset + 1) : offset;
}

/** The offset of the next byte that is no white space. */
function nextToken(bytes: Buffer, start: number): number {
  let offset = start;
  while (offset < bytes.length && (bytes[offset] ?? 0) <= 0x20) offset += 1;
  return offset;
}

/** The offset behind the value at `start`. */
function skip(bytes: Buffer, start: number): number {
  const first = bytes[start];
  if (first === CODE.quote) return skipString(bytes, start);
  if (first !== CODE.openBrace && first !== CODE.openBracket) return skipLiteral(bytes, start);
  let depth = 0;
  let offset = start;
  while (offset < bytes.length) {
    const byte = bytes[offset];
    if (byte === CODE.quote) {
      offset = skipString(bytes, offset);
      continue;
    }
    if (byte === CODE.openBrace || byte === CODE.openBracket) depth += 1;
    else if (byte === CODE.closeBrace || byte === CODE.closeBracket) depth -= 1;
    offset += 1;
    if (depth === 0) break;
  }
  return offset;
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
