import type {AST} from '@eslint-community/regexpp';
import type {JsonMap} from '../base/json.ts';
import {parsePattern, patternMatches} from '../routes/parameter-pattern.ts';
import {firstCharacter} from '../routes/pattern-characters.ts';

/** The most characters of a text, and of the repetitions that are tried for its `minLength`. */
const MAX_LENGTH = 1000;

/**
 * A short text that the pattern of a schema matches, the same each time, not empty if that can be; `undefined` where none is found, as for
 * most lookarounds.
 */
export function textMatching({pattern, minLength, maxLength}: JsonMap): string | undefined {
  const [text, min, max] = [String(pattern), Number(minLength ?? 1), Number(maxLength ?? MAX_LENGTH)];
  const isLongEnough = ({length}: string) => length >= min && length <= max;
  try {
    const {alternatives, flags} = parsePattern(text);
    for (let times = 1; times <= Math.max(1, Math.min(min, MAX_LENGTH)); times += 1) {
      const texts = [...textsOf(alternatives, flags, times), ...textsOf(alternatives, flags, 0)];
      const found = texts.find((one) => isLongEnough(one) && patternMatches(text, one));
      if (found !== undefined) return found;
    }
  } catch {
    // Not a regular expression of JavaScript, or one of endless texts.
  }
  return undefined;
}

function textsOf(alternatives: readonly AST.Alternative[], flags: string, times: number): string[] {
  return alternatives.map(({elements}) => elements.map((one) => textOf(one, flags, times)).join(''));
}

/** @param times how often a part is there that may be missing or repeated */
function textOf(element: AST.Element, flags: string, times: number): string {
  switch (element.type) {
    case 'Assertion':
      return '';
    case 'Quantifier': {
      const one = textOf(element.element, flags, times);
      const count = Math.max(element.min, Math.min(element.max, times));
      if (count * one.length > MAX_LENGTH) throw new RangeError('too long');
      return one.repeat(count);
    }
    case 'Group':
    case 'CapturingGroup':
      return textsOf(element.alternatives, flags, times).find((one) => one !== '') ?? '';
    default:
      return firstCharacter(element.raw, flags);
  }
}
