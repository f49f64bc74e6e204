import {encodedForm, hasTwoForms} from './path-expression.ts';

/**
 * True when the literal texts are in `text` one after another, with anything between them. The first and the last of a segment
 * with its slashes, such as `/a` and `.json/`, are found at its ends only.
 */
export function hasInOrder(text: string, literals: readonly string[]): boolean {
  let from = 0;
  for (const literal of literals) {
    from = endOfNext(literal, text, from);
    if (from === -1) return false;
  }
  return true;
}

/** The end of the first occurrence of a literal text from an offset on, or -1. */
function endOfNext(literal: string, text: string, from: number): number {
  if (!hasTwoForms(literal)) {
    const found = text.indexOf(literal, from);
    return found === -1 ? -1 : found + literal.length;
  }
  // Not a regular expression: of thousands of such characters, Node refuses it and Bun never ends.
  for (let start = from; start < text.length; start += 1) {
    const end = endAt(literal, text, start);
    if (end !== -1) return end;
  }
  return -1;
}

/** The end of a literal text that begins at an offset, with any of its characters in either form; otherwise -1. */
function endAt(literal: string, text: string, start: number): number {
  let end = start;
  for (let index = 0; index < literal.length; index += 1) {
    const character = literal.charAt(index);
    const encoded = text[end] === '%' ? encodedForm(character) : undefined;
    if (encoded !== undefined && text.startsWith(encoded, end)) end += encoded.length;
    else if (text[end] === character) end += 1;
    else return -1;
  }
  return end;
}
