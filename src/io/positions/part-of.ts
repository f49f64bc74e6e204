import {appendToken, pointerTokens} from '../../core/json.ts';
import type {YamlPart} from '../read/yaml-parts.ts';
import {type PointerTree, pointerTree} from './pointer-tree.ts';

/** A pointer in a text, or in one part of it. */
export interface PointerInPart {
  /** Absent for a text that was not read in parts. */
  readonly part?: YamlPart;
  /** Relative to the map that the part has entries of. */
  readonly pointer: string;
}

/**
 * The parts that contain `pointers`. What does not exist is in that of the nearest place above it.
 */
export function findParts(parts: readonly YamlPart[], pointers: readonly string[]): PointerInPart[] {
  const tree = pointerTree(pointers);
  const partOf = new Map<PointerTree, YamlPart>();
  for (const part of parts) {
    const map = part.parents.reduce<PointerTree | undefined>((node, name) => node?.children.get(name), tree);
    for (const name of map && map.children.size > 0 ? part.names : []) {
      const entry = map?.children.get(name);
      if (entry) partOf.set(entry, part);
    }
  }
  return pointers.map((pointer) => {
    const tokens = pointerTokens(pointer);
    let node: PointerTree | undefined = tree;
    let found: PointerInPart = {pointer: '', ...(parts[0] && {part: parts[0]})};
    for (const [depth, token] of tokens.entries()) {
      node = node?.children.get(token);
      const part = node && partOf.get(node);
      if (part) found = {part, pointer: tokens.slice(depth).reduce(appendToken, '')};
    }
    return parts.length === 0 ? {pointer} : found;
  });
}
