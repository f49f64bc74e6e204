import type {Position} from '../../core/problem.ts';
import {positionAt} from '../positions/byte-positions.ts';
import type {SyntaxFault} from './syntax-messages.ts';

interface OtherText extends SyntaxFault {
  readonly begins: RegExp;
  /** What js-yaml reports of it, where the text alone is not enough. */
  readonly reported?: RegExp;
}

/** Texts whose syntax errors follow from one cause. */
const OTHERS: readonly OtherText[] = [
  {
    begins: /^\s*<[!?a-z]/i,
    message: 'neither YAML nor JSON: it begins like HTML or XML',
    hint: 'name an OpenAPI description in YAML or JSON',
  },
  {begins: /^<{7} /m, message: 'a merge conflict that is not resolved', hint: 'choose one of the two texts'},
  {
    begins: /(?<=[:-] +)\{\{[^\n]*\}\}/,
    reported: /^object-based map does not support/,
    message: 'a template: `{{ … }}` is a map as a key in YAML',
    hint: 'render the template first, or quote the value',
  },
];

/**
 * What a text with a syntax error is instead of YAML, and where it begins to be that.
 *
 * @param reason what js-yaml reports
 */
export function otherText(
  text: string,
  reason: string,
): (SyntaxFault & {readonly position: Position}) | undefined {
  for (const {begins, reported, message, hint} of OTHERS) {
    const found = reported?.test(reason) === false ? null : begins.exec(text);
    if (found) return {message, hint, position: placeOf(text, found.index)};
  }
  return undefined;
}

function placeOf(text: string, offset: number): Position {
  return positionAt(Buffer.from(text), Buffer.byteLength(text.slice(0, offset)));
}
