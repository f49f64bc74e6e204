import {isMap, type JsonMap, ownValue} from '../src/core/json-pointer.ts';
import {itemOf, mapsIn, type SyntaxEntry, type SyntaxNode} from './syntax-node.ts';

/** The kinds of nodes that yaml-ast-parser knows, by their numbers there; the others are scalars. */
const KIND = {mapping: 1, map: 2, list: 3, alias: 4} as const;
const MERGE_KEY = '<<';

/**
 * A node of yaml-ast-parser. Aliases and merge keys are followed to its children, so that what came from an anchor is found
 * where it is written.
 */
export function yamlNode(node: unknown): SyntaxNode | undefined {
  if (!isMap(node) || typeof node.kind !== 'number' || typeof node.startPosition !== 'number')
    return undefined;
  // That is how an empty value is marked in flow style.
  if (node.startPosition < 0) return undefined;
  // An alias is said to begin behind its asterisk.
  const start = node.kind === KIND.alias ? node.startPosition - 1 : node.startPosition;
  return {start, end: endOf(node), child: (name) => childOf(node, name)};
}

/** Where the last child ends: in block style a map or a list itself is said to end on a later line. */
function endOf(node: JsonMap): number {
  const last = mapsIn(node.kind === KIND.map ? node.mappings : node.kind === KIND.list ? node.items : []).at(
    -1,
  );
  if (last) return endOf(last);
  const parts = node.kind === KIND.mapping ? [node.key, node.value].filter(isMap) : [];
  return Math.max(Number(node.endPosition), ...parts.map(endOf));
}

function childOf(node: unknown, name: string): SyntaxEntry | undefined {
  if (!isMap(node)) return undefined;
  if (node.kind === KIND.alias) return childOf(node.value, name);
  if (node.kind === KIND.list) return itemOf(node.items, name, yamlNode);
  const mappings = mapsIn(node.mappings);
  const own = mappings.findLast((mapping) => keyOf(mapping) === name);
  if (own) return {key: yamlNode(own.key), value: yamlNode(own.value)};
  return firstOf(
    mappings.filter((mapping) => keyOf(mapping) === MERGE_KEY),
    ({value}) => mergedChild(value, name),
  );
}

function keyOf({key}: JsonMap): unknown {
  return isMap(key) ? ownValue(key, 'value') : undefined;
}

/** A merge key's value is a map or a list of maps, of which the first that has the key gives it. */
function mergedChild(node: unknown, name: string): SyntaxEntry | undefined {
  if (isMap(node) && node.kind === KIND.alias) return mergedChild(node.value, name);
  if (isMap(node) && node.kind === KIND.list) {
    return firstOf(mapsIn(node.items), (item) => mergedChild(item, name));
  }
  return childOf(node, name);
}

function firstOf<T>(
  items: readonly T[],
  find: (item: T) => SyntaxEntry | undefined,
): SyntaxEntry | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}
