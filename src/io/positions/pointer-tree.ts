import {pointerTokens} from '../../core/json.ts';

/** Where a key and its value begin in a text, in bytes or in UTF-16 code units. */
export interface Offsets {
  readonly key: number | undefined;
  /** `undefined` for an empty value. */
  readonly value: number | undefined;
}

/** The JSON pointers to find in one text, as a tree, so that one pass finds all of them and skips the rest. */
export interface PointerTree {
  readonly children: Map<string, PointerTree>;
  found: Offsets | undefined;
}

/** The tree of `pointers`; its root is the whole document. */
export function pointerTree(pointers: Iterable<string>): PointerTree {
  const root: PointerTree = {children: new Map(), found: undefined};
  for (const pointer of pointers) {
    let node = root;
    for (const token of pointerTokens(pointer)) {
      const child = node.children.get(token) ?? {children: new Map(), found: undefined};
      node.children.set(token, child);
      node = child;
    }
  }
  return root;
}

/**
 * The offset of a pointer in a filled tree: the value's, or the key's for `at: 'key'` and for an empty value. For a pointer
 * to nothing, the offset of its longest prefix that exists.
 */
export function offsetOf(tree: PointerTree, pointer: string, at: 'key' | 'value'): number {
  let node = tree;
  // An empty item of a list has no offset: its list's is the nearest.
  let known = 0;
  for (const token of pointerTokens(pointer)) {
    known = node.found?.value ?? node.found?.key ?? known;
    const child = node.children.get(token);
    if (child?.found === undefined) return known;
    node = child;
  }
  const {key, value} = node.found ?? {key: undefined, value: undefined};
  return (at === 'key' ? (key ?? value) : (value ?? key)) ?? known;
}
