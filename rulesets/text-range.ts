import type {RulesetFunctionContext} from '@stoplight/spectral-core';
import {pointerTokens} from '../src/core/json-pointer.ts';
import {lineOf} from '../src/core/line-of.ts';
import type {Location} from '../src/core/problem.ts';
import type {SyntaxEntry, SyntaxNode} from './syntax-node.ts';
import {syntaxTree} from './syntax-tree.ts';

/** Lines and characters are counted from 0, as Spectral does; the end is behind the last character. */
export type TextRange = NonNullable<ReturnType<RulesetFunctionContext['document']['getRangeForJsonPath']>>;

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
  return {start: positionOf(node.start, tree.lineStarts), end: positionOf(node.end, tree.lineStarts)};
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

function positionOf(offset: number, lineStarts: readonly number[]): TextRange['start'] {
  const line = lineOf(lineStarts, offset);
  return {line, character: offset - (lineStarts[line] ?? 0)};
}
