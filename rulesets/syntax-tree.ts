import type {RulesetFunctionContext} from '@stoplight/spectral-core';
import {isMap} from '../src/core/json-pointer.ts';
import {lineOf} from '../src/core/line-of.ts';
import {jsonNode} from './json-node.ts';
import type {SyntaxNode} from './syntax-node.ts';
import {yamlNode} from './yaml-node.ts';

type Document = RulesetFunctionContext['document'];

/** Lines and characters are counted from 0, as Spectral does; the end is behind the last character. */
export type TextRange = NonNullable<ReturnType<Document['getRangeForJsonPath']>>;

/** A text as Spectral parsed it. */
export interface SyntaxTree {
  readonly root: SyntaxNode | undefined;
  /** Where an offset of a node is in the text. */
  readonly positionOf: (offset: number) => TextRange['start'];
}

/**
 * The tree that Spectral's parser kept of a document's text: yaml-ast-parser's for whatever is linted, be it YAML or JSON;
 * jsonc-parser's for a file named `.json` that is referred to. `undefined` when it is neither.
 */
export function syntaxTree(document: Document): SyntaxTree | undefined {
  const result: unknown = Reflect.get(document, 'parserResult');
  const parsed = isMap(result) && isMap(result.parsed) ? result.parsed : result;
  if (!isMap(parsed) || !isOffsets(parsed.lineMap)) return undefined;
  const text: unknown = Reflect.get(document, 'input');
  const marked = typeof text === 'string' && text.startsWith('\uFEFF');
  return {
    root: yamlNode(parsed.ast) ?? jsonNode(parsed.ast),
    positionOf: positionIn(parsed.lineMap, marked),
  };
}

/** A large text has half a million lines, and what is true of the first is true of all. */
function isOffsets(list: unknown): list is readonly number[] {
  return Array.isArray(list) && typeof list[0] === 'number';
}

/** The starts of lines begin with the second one in YAML, and count a byte order mark there that its nodes do not. */
function positionIn(starts: readonly number[], marked: boolean): SyntaxTree['positionOf'] {
  const [first = 0] = starts;
  const mark = marked && first !== 0 ? 1 : 0;
  return (offset) => {
    const place = offset + mark;
    if (place < first) return {line: 0, character: offset};
    const index = lineOf(starts, place);
    return {line: first === 0 ? index : index + 1, character: place - (starts[index] ?? 0)};
  };
}
