import {isMap, type JsonMap} from '../src/core/json-pointer.ts';

/** A node of a syntax tree; offsets are in UTF-16 code units, the end is that behind the last one. */
export interface SyntaxNode {
  readonly start: number;
  readonly end: number;
  /** What stands under a key of a map or an index of a list. */
  readonly child: (name: string) => SyntaxEntry | undefined;
}

/** A key and its value; an item of a list has no key, and an empty value is no node. */
export interface SyntaxEntry {
  readonly key?: SyntaxNode | undefined;
  readonly value?: SyntaxNode | undefined;
}

/** The maps of a list that a parser built. */
export function mapsIn(list: unknown): JsonMap[] {
  return Array.isArray(list) ? list.filter(isMap) : [];
}

/** The entry of a list's item, by its index as a text. */
export function itemOf(
  list: unknown,
  index: string,
  nodeOf: (item: unknown) => SyntaxNode | undefined,
): SyntaxEntry | undefined {
  const item: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
  return item === undefined ? undefined : {value: nodeOf(item)};
}
