import type {RulesetFunctionContext} from '@stoplight/spectral-core';
import {pointerTokens} from '../src/core/json-pointer.ts';
import type {Location} from '../src/core/problem.ts';
import type {SyntaxEntry, SyntaxNode} from './syntax-node.ts';
import {syntaxTree, type TextRange} from './syntax-tree.ts';

/**
 * Where `apigen mesh` shows `location`: at the key or at the value, at the key when the value is empty, and at the nearest
 * place around it when nothing stands there. `undefined` when Spectral kept no tree of the document's text.
 */
export function textRange(
  document: RulesetFunctionContext['document'],
  {pointer, at}: Location,
): TextRange | undefined {
  const tree = syntaxTree(document);
  if (tree?.root === undefined) return undefined;
  const node = nodeAt(tree.root, pointerTokens(pointer), at ?? 'value');
  return {start: tree.positionOf(node.start), end: tree.positionOf(node.end)};
}

function nodeAt(root: SyntaxNode, tokens: readonly string[], at: 'key' | 'value'): SyntaxNode {
  let entry: SyntaxEntry = {value: root};
  for (const token of tokens) {
    const child = entry.value?.child(token);
    if (child === undefined) return entry.value ?? entry.key ?? root;
    entry = child;
  }
  const {key, value} = entry;
  return (at === 'key' ? (key ?? value) : (value ?? key)) ?? root;
}
