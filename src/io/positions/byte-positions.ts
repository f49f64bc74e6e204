import type {Position} from '../../core/problem.ts';
import {startOfText} from '../read/json-scan.ts';
import {lineOf} from './line-of.ts';

/** The different offsets in their order. */
export function ascending(offsets: readonly number[]): number[] {
  return [...new Set(offsets)].sort((a, b) => a - b);
}

/** In bytes, searching for a number takes a fraction of the time of a text. */
const CODE = {lf: 0x0a, cr: 0x0d} as const;

type ToPosition = (offset: number) => Position;

/** The line and column of a byte. */
export function positionAt(bytes: Buffer, offset: number): Position {
  return bytePositions(bytes, [offset])(offset);
}

/** The lines and columns of bytes. A line is decoded once for all offsets in it: minified JSON is one line. */
export function bytePositions(bytes: Buffer, offsets: readonly number[]): ToPosition {
  const starts = lineStarts(
    bytes,
    offsets.reduce((a, b) => Math.max(a, b), 0),
  );
  const positions = new Map<number, Position>();
  let [line, from, column] = [0, startOfText(bytes), 1];
  for (const offset of ascending(offsets)) {
    const own = lineOf(starts, offset);
    if (own !== line) [line, from, column] = [own, starts[own] ?? 0, 1];
    column += bytes.toString('utf8', from, offset).length;
    from = Math.max(from, offset);
    positions.set(offset, {line: line + 1, column});
  }
  return (offset) => positions.get(offset) ?? {line: 1, column: 1};
}

/**
 * Where the lines begin, up to the one that contains `last`. LF, CR LF and a lone CR end a line, as in editors.
 *
 * Source: YAML 1.2, section 5.4.
 */
function lineStarts(bytes: Buffer, last: number): number[] {
  const starts = [0];
  const next = (mark: keyof typeof CODE, from: number) => {
    const found = bytes.indexOf(CODE[mark], from);
    return found === -1 ? Number.POSITIVE_INFINITY : found;
  };
  let [lf, cr] = [next('lf', 0), next('cr', 0)];
  while (Math.min(lf, cr) < last) {
    const start = (lf === cr + 1 ? lf : Math.min(lf, cr)) + 1;
    starts.push(start);
    if (lf < start) lf = next('lf', start);
    if (cr < start) cr = next('cr', start);
  }
  return starts;
}
