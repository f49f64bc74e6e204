import {afterComma, CODE, nextToken, skip, startOfJson} from '../read/json-scan.ts';
import type {PointerTree} from './pointer-tree.ts';

/**
 * Fills `tree` with byte offsets in a JSON text, in one pass that decodes only the keys on the way, and stops when everything is
 * found: 13 MB take about thirty milliseconds, where a parser that keeps ranges takes seconds and half a gigabyte.
 *
 * @param bytes UTF-8 that `JSON.parse` accepted, without duplicate keys on the way
 */
export function findJsonOffsets(bytes: Buffer, tree: PointerTree): void {
  visit({bytes, missing: sizeOf(tree)}, startOfJson(bytes), undefined, tree);
}

function sizeOf({children}: PointerTree): number {
  return [...children.values()].reduce((size, child) => size + sizeOf(child), 1);
}

interface Scan {
  readonly bytes: Buffer;
  /** How many nodes of the tree were not found yet. */
  missing: number;
}

/** Everything was found, and the scan stopped. */
const DONE = -1;

/** Visits the value at `offset` and returns the offset of its end, or `DONE`. */
function visit(scan: Scan, offset: number, key: number | undefined, node: PointerTree): number {
  if (node.found === undefined) scan.missing -= 1;
  node.found = {key, value: offset};
  if (scan.missing === 0) return DONE;
  const {bytes} = scan;
  if (node.children.size === 0) return skip(bytes, offset);
  if (bytes[offset] === CODE.openBrace) return visitObject(scan, offset, node);
  if (bytes[offset] === CODE.openBracket) return visitArray(scan, offset, node);
  return skip(bytes, offset);
}

function visitObject(scan: Scan, open: number, node: PointerTree): number {
  const {bytes} = scan;
  let offset = nextToken(bytes, open + 1);
  while (offset < bytes.length && bytes[offset] !== CODE.closeBrace) {
    const end = skip(bytes, offset);
    const name: unknown = JSON.parse(bytes.toString('utf8', offset, end));
    const value = nextToken(bytes, nextToken(bytes, end) + 1);
    const child = typeof name === 'string' ? node.children.get(name) : undefined;
    const next = child ? visit(scan, value, offset, child) : skip(bytes, value);
    if (next === DONE) return DONE;
    offset = afterComma(bytes, next);
  }
  return offset + 1;
}

function visitArray(scan: Scan, open: number, node: PointerTree): number {
  const {bytes} = scan;
  let offset = nextToken(bytes, open + 1);
  for (let index = 0; offset < bytes.length && bytes[offset] !== CODE.closeBracket; index += 1) {
    const child = node.children.get(String(index));
    const next = child ? visit(scan, offset, undefined, child) : skip(bytes, offset);
    if (next === DONE) return DONE;
    offset = afterComma(bytes, next);
  }
  return offset + 1;
}
