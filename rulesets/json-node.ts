import {isMap} from '../src/core/json-pointer.ts';
import {itemOf, mapsIn, type SyntaxEntry, type SyntaxNode} from './syntax-node.ts';

/** A node of jsonc-parser: `{type, offset, length, children}`, where a property's children are its key and its value. */
export function jsonNode(node: unknown): SyntaxNode | undefined {
  if (!isMap(node) || typeof node.offset !== 'number' || typeof node.length !== 'number') return undefined;
  const {type, offset, length, children} = node;
  return {
    start: offset,
    end: offset + length,
    child: (name) => (type === 'array' ? itemOf(children, name, jsonNode) : propertyOf(children, name)),
  };
}

function propertyOf(properties: unknown, name: string): SyntaxEntry | undefined {
  const pairs = mapsIn(properties).map(({children}) => mapsIn(children));
  const [key, value] = pairs.findLast(([first]) => first?.value === name) ?? [];
  return key && {key: jsonNode(key), value: jsonNode(value)};
}
