import type {Location, Position} from '../../core/problem.ts';
import {type DocumentText, decodeText} from '../read/parse-document.ts';
import {findJsonOffsets} from './json-offsets.ts';
import {lineOf} from './line-of.ts';
import {offsetOf, pointerTree} from './pointer-tree.ts';
import {findYamlOffsets} from './yaml-offsets.ts';

/**
 * Lines and columns of `locations`, as far as the text of their document is known. Each text is read once for all of its
 * locations, and only for problems that are about to be printed.
 *
 * @param texts the documents that were read, by URI
 */
export function locate(
  locations: readonly Location[],
  texts: ReadonlyMap<string, DocumentText>,
): ReadonlyMap<Location, Position> {
  const positions = new Map<Location, Position>();
  for (const uri of new Set(locations.map((location) => location.uri))) {
    const text = texts.get(uri);
    const wanted = locations.filter((location) => location.uri === uri);
    for (const location of wanted) if (location.position) positions.set(location, location.position);
    const unknown = wanted.filter((location) => location.position === undefined);
    if (text && unknown.length > 0) locateIn(text, unknown, positions);
  }
  return positions;
}

function locateIn(
  {bytes, syntax}: DocumentText,
  locations: readonly Location[],
  positions: Map<Location, Position>,
): void {
  const tree = pointerTree(locations.map(({pointer}) => pointer));
  const text = syntax === 'yaml' ? (decodeText(bytes) ?? '') : undefined;
  if (text === undefined) findJsonOffsets(bytes, tree);
  else findYamlOffsets(text, tree);
  const offsets = locations.map(({pointer, at}) => offsetOf(tree, pointer, at ?? 'value'));
  const last = offsets.reduce((a, b) => Math.max(a, b), 0);
  const toPosition = text === undefined ? bytePositions(bytes, last) : textPositions(text, last);
  for (const [index, location] of locations.entries())
    positions.set(location, toPosition(offsets[index] ?? 0));
}

const MARKS = {lf: '\n', cr: '\r'} as const;
/** In bytes, searching for a number takes a fraction of the time of a text. */
const CODE = {lf: 0x0a, cr: 0x0d} as const;

type ToPosition = (offset: number) => Position;

function bytePositions(bytes: Buffer, last: number): ToPosition {
  const starts = lineStarts((mark, from) => bytes.indexOf(CODE[mark], from), last);
  return (offset) => {
    const line = lineOf(starts, offset);
    const column = (decodeText(bytes.subarray(starts[line] ?? 0, offset))?.length ?? 0) + 1;
    return {line: line + 1, column};
  };
}

function textPositions(text: string, last: number): ToPosition {
  const starts = lineStarts((mark, from) => text.indexOf(MARKS[mark], from), last);
  return (offset) => {
    const line = lineOf(starts, offset);
    return {line: line + 1, column: offset - (starts[line] ?? 0) + 1};
  };
}

/**
 * Where the lines begin, up to the one that contains `last`. LF, CR LF and a lone CR end a line, as in editors.
 *
 * Source: YAML 1.2, section 5.4.
 */
function lineStarts(find: (mark: keyof typeof MARKS, from: number) => number, last: number): number[] {
  const starts = [0];
  const next = (mark: keyof typeof MARKS, from: number) => {
    const found = find(mark, from);
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
