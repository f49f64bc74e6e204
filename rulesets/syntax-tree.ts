import type {RulesetFunctionContext} from '@stoplight/spectral-core';
import {isMap} from '../src/core/json-pointer.ts';
import {jsonNode} from './json-node.ts';
import type {SyntaxNode} from './syntax-node.ts';
import {yamlNode} from './yaml-node.ts';

/** A text as Spectral parsed it. */
export interface SyntaxTree {
  readonly root: SyntaxNode | undefined;
  /** Offsets at which lines begin. */
  readonly lineStarts: readonly number[];
}

type Document = RulesetFunctionContext['document'];

const treeByDocument = new WeakMap<Document, SyntaxTree>();

/**
 * The tree that Spectral's parser kept of a document's text: yaml-ast-parser's for whatever is linted, be it YAML or JSON;
 * jsonc-parser's for a file named `.json` that is referred to. `undefined` when it is neither.
 */
export function syntaxTree(document: Document): SyntaxTree | undefined {
  const known = treeByDocument.get(document);
  if (known) return known;
  const tree = readTree(document);
  if (tree) treeByDocument.set(document, tree);
  return tree;
}

function readTree(document: Document): SyntaxTree | undefined {
  const result: unknown = Reflect.get(document, 'parserResult');
  const parsed = isMap(result) && isMap(result.parsed) ? result.parsed : result;
  if (!isMap(parsed) || !Array.isArray(parsed.lineMap)) return undefined;
  const starts = parsed.lineMap.filter((offset) => typeof offset === 'number');
  // YAML's begin with the second line, and count a byte order mark that the nodes do not.
  const text: unknown = Reflect.get(document, 'input');
  const mark = typeof text === 'string' && text.startsWith('\uFEFF') ? 1 : 0;
  const lineStarts = starts[0] === 0 ? starts : [0, ...starts.map((start) => start - mark)];
  return {root: yamlNode(parsed.ast) ?? jsonNode(parsed.ast), lineStarts};
}
