import type {Location, Position} from '../../core/problem.ts';
import {startOfText} from '../read/json-scan.ts';
import {type DocumentText, decodeText} from '../read/parse-document.ts';
import {findJsonOffsets} from './json-offsets.ts';
import {lineOf} from './line-of.ts';
import {findParts} from './part-of.ts';
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
  text: DocumentText,
  locations: readonly Location[],
  positions: Map<Location, Position>,
): void {
  const offsets = text.syntax === 'json' ? jsonOffsets(text, locations) : yamlOffsets(text, locations);
  const toPosition = bytePositions(
    text.bytes,
    offsets.reduce((a, b) => Math.max(a, b), 0),
  );
  for (const [index, location] of locations.entries())
    positions.set(location, toPosition(offsets[index] ?? 0));
}

function jsonOffsets({bytes}: DocumentText, locations: readonly Location[]): number[] {
  const tree = pointerTree(locations.map(({pointer}) => pointer));
  findJsonOffsets(bytes, tree);
  return locations.map(({pointer, at}) => offsetOf(tree, pointer, at ?? 'value'));
}

/** In bytes. Each part of the text that contains a location is read once. */
function yamlOffsets({bytes, parts = []}: DocumentText, locations: readonly Location[]): number[] {
  const places = findParts(
    parts,
    locations.map(({pointer}) => pointer),
  );
  const offsets: number[] = [];
  for (const part of new Set(places.map((place) => place.part))) {
    const start = part?.start ?? startOfText(bytes);
    const text = bytes.toString('utf8', start, part?.end);
    const tree = pointerTree(places.flatMap((place) => (place.part === part ? [place.pointer] : [])));
    findYamlOffsets(text, tree);
    for (const [index, place] of places.entries()) {
      if (place.part !== part) continue;
      const offset = offsetOf(tree, place.pointer, locations[index]?.at ?? 'value');
      offsets[index] = start + Buffer.byteLength(text.slice(0, offset));
    }
  }
  return offsets;
}

/** In bytes, searching for a number takes a fraction of the time of a text. */
const CODE = {lf: 0x0a, cr: 0x0d} as const;

type ToPosition = (offset: number) => Position;

function bytePositions(bytes: Buffer, last: number): ToPosition {
  const starts = lineStarts(bytes, last);
  return (offset) => {
    const line = lineOf(starts, offset);
    const column = (decodeText(bytes.subarray(starts[line] ?? 0, offset))?.length ?? 0) + 1;
    return {line: line + 1, column};
  };
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
