import type {JsonMap} from '../base/json.ts';
import {parameterPattern, patternMatches} from '../routes/parameter-pattern.ts';
import {partsOf, sampleText} from '../routes/pattern-parts.ts';

/** The longest part that is written several times, and the most repetitions that are tried for a `minLength`. */
const MAX_LENGTH = 1000;

/** A short text that the pattern of a schema matches, the same each time; `undefined` where none is found, as for lookarounds. */
export function textMatching({pattern, minLength, maxLength}: JsonMap): string | undefined {
  const [source, min, max] = [String(pattern), Number(minLength ?? 1), Number(maxLength ?? MAX_LENGTH)];
  const parts = partsOf(parameterPattern({pattern: source}, MAX_LENGTH).text ?? '', false);
  for (let times = 0; times <= Math.max(1, Math.min(min, MAX_LENGTH)); times += 1) {
    const text = decodeURIComponent(sampleText(parts, times));
    if (text.length >= min && text.length <= max && patternMatches(source, text)) return text;
  }
  return undefined;
}
