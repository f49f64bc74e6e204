import {lineOf} from '../core/line-of.ts';
import type {Location, Position} from '../core/problem.ts';
import {findJsonOffsets} from './json-offsets.ts';
import {type DocumentText, decodeText} from './parse-document.ts';
import {offsetOf, pointerTree} from './pointer-tree.ts';
import {findYamlOffsets} from './yaml-offsets.ts';

/**
 * Lines and columns of `locations`, as far as their documents have a text. Each text is passed through once for all that is
 * looked for in it: positions are worked out for problems only, and late.
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
  const toPosition = text === undefined ? bytePositions(bytes) : textPositions(text);
  for (const location of locations) {
    positions.set(location, toPosition(offsetOf(tree, location.pointer, location.at ?? 'value')));
  }
}

type ToPosition = (offset: number) => Position;

function bytePositions(bytes: Buffer): ToPosition {
  const starts = lineStarts((from) => bytes.indexOf(0x0a, from));
  return (offset) => {
    const line = lineOf(starts, offset);
    const column = (decodeText(bytes.subarray(starts[line] ?? 0, offset))?.length ?? 0) + 1;
    return {line: line + 1, column};
  };
}

function textPositions(text: string): ToPosition {
  const starts = lineStarts((from) => text.indexOf('\n', from));
  return (offset) => {
    const line = lineOf(starts, offset);
    return {line: line + 1, column: offset - (starts[line] ?? 0) + 1};
  };
}

function lineStarts(nextBreak: (from: number) => number): number[] {
  const starts = [0];
  for (let found = nextBreak(0); found !== -1; found = nextBreak(found + 1)) starts.push(found + 1);
  return starts;
}
