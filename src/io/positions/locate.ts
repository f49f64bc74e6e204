import type {Location, Position} from '../../core/problem.ts';
import {startOfText} from '../read/json-scan.ts';
import type {DocumentText} from '../read/parse-document.ts';
import type {YamlPart} from '../read/yaml-parts.ts';
import {ascending, bytePositions} from './byte-positions.ts';
import {findJsonOffsets} from './json-offsets.ts';
import {findParts} from './part-of.ts';
import {offsetOf, type PointerTree, pointerTree} from './pointer-tree.ts';
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
  const unknown = new Map<string, Location[]>();
  for (const location of locations) {
    if (location.position) {
      positions.set(location, location.position);
      continue;
    }
    const others = unknown.get(location.uri);
    if (others) others.push(location);
    else unknown.set(location.uri, [location]);
  }
  for (const [uri, wanted] of unknown) {
    const text = texts.get(uri);
    if (text) locateIn(text, wanted, positions);
  }
  return positions;
}

function locateIn(
  text: DocumentText,
  locations: readonly Location[],
  positions: Map<Location, Position>,
): void {
  const offsets = text.syntax === 'json' ? jsonOffsets(text, locations) : yamlOffsets(text, locations);
  const toPosition = bytePositions(text.bytes, offsets);
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
  const byPart = new Map<YamlPart | undefined, PlaceInPart[]>();
  for (const [index, {part, pointer}] of places.entries()) {
    const place = {index, pointer, at: locations[index]?.at ?? 'value'};
    const others = byPart.get(part);
    if (others) others.push(place);
    else byPart.set(part, [place]);
  }
  const offsets: number[] = [];
  for (const [part, inPart] of byPart) {
    const start = part?.start ?? startOfText(bytes);
    const text = bytes.toString('utf8', start, part?.end);
    const tree = pointerTree(inPart.map(({pointer}) => pointer));
    findYamlOffsets(text, tree);
    if (part?.isKey) beginAt(text.length, tree);
    const found = inPart.map(({index, pointer, at}) => ({index, offset: offsetOf(tree, pointer, at)}));
    const inBytes = byteOffsets(
      text,
      found.map(({offset}) => offset),
    );
    for (const {index, offset} of found) offsets[index] = start + (inBytes.get(offset) ?? 0);
  }
  return offsets;
}

/** The value of the key that a part has begins after it. */
function beginAt(value: number, {children}: PointerTree): void {
  for (const child of children.values()) if (child.found) child.found = {...child.found, value};
}

interface PlaceInPart {
  readonly index: number;
  readonly pointer: string;
  readonly at: 'key' | 'value';
}

/** Offsets in UTF-16 code units as offsets in bytes. */
function byteOffsets(text: string, offsets: readonly number[]): ReadonlyMap<number, number> {
  const inBytes = new Map<number, number>();
  let [from, bytes] = [0, 0];
  for (const offset of ascending(offsets)) {
    bytes += Buffer.byteLength(text.slice(from, offset));
    from = offset;
    inBytes.set(offset, bytes);
  }
  return inBytes;
}
