import {encodedForm} from './path-expression.ts';
import {MARK} from './pattern-marks.ts';

/** One character of a class; of a negated one also a slash, if it spans segments. */
export interface ClassPart {
  readonly characters: string;
  readonly isNegated: boolean;
  readonly spans?: true;
}

/** A part of an expression: a character, one of several, one of several sequences, or a part that may be missing or repeated. */
export type Part =
  | string
  | ClassPart
  | {readonly choices: readonly (readonly Part[])[]}
  | {readonly part: Part; readonly min: number; readonly isEndless: boolean};

const IN_SEGMENT: ClassPart = {characters: '', isNegated: true};
const ANYWHERE: ClassPart = {...IN_SEGMENT, spans: true};

const MARKED: Readonly<Record<string, Part>> = {
  [MARK.parameter]: {part: IN_SEGMENT, min: 0, isEndless: true},
  [MARK.nonEmpty]: {part: IN_SEGMENT, min: 1, isEndless: true},
  [MARK.spanning]: {part: ANYWHERE, min: 0, isEndless: true},
  [MARK.converter]: {part: ANYWHERE, min: 0, isEndless: true},
  [MARK.nonEmptyRest]: {part: ANYWHERE, min: 1, isEndless: true},
};

const REPEATED: Readonly<Record<string, {readonly min: number; readonly isEndless: boolean}>> = {
  [MARK.star]: {min: 0, isEndless: true},
  [MARK.plus]: {min: 1, isEndless: true},
  [MARK.maybe]: {min: 0, isEndless: false},
  [MARK.optionalEnd]: {min: 0, isEndless: false},
};

/**
 * The parts of an expression.
 *
 * @param hasForms whether characters with two forms are both of them
 */
export function partsOf(text: string, hasForms: boolean): readonly Part[] {
  let at = 0;
  const readChoices = (): Part[][] => {
    let choice: Part[] = [];
    const choices = [choice];
    for (; at < text.length && text[at] !== MARK.groupEnd && text[at] !== MARK.optionalEnd; at += 1)
      if (text[at] === MARK.or) {
        choice = [];
        choices.push(choice);
      } else if (!/[\u0007\u0008\u000e]/.test(text.charAt(at))) choice.push(readRepeated());
    return choices;
  };
  const readOne = (first: string): Part => {
    const start = at + 1;
    if (first === MARK.group || first === MARK.optional) {
      at = start;
      return {choices: readChoices()};
    }
    const encoded = hasForms ? encodedForm(first) : undefined;
    if (first !== MARK.class && first !== MARK.others)
      return MARKED[first] ?? (encoded ? {choices: [[first], [...encoded]]} : first);
    at = text.indexOf(MARK.classEnd, start);
    return {characters: inClass(text.slice(start, at)), isNegated: first === MARK.others};
  };
  const readRepeated = (): Part => {
    const part = readOne(text.charAt(at));
    const next = text[at] === MARK.optionalEnd ? at : at + 1;
    const repeated = REPEATED[text.charAt(next)];
    if (repeated === undefined || (text.charAt(next) === MARK.optionalEnd && next > at)) return part;
    at = next;
    return {part, ...repeated};
  };
  return readChoices().flat();
}

/** A text that parts match, with what may be missing or repeated so often. */
export function sampleText(parts: readonly Part[], times: number): string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    if ('choices' in part) return part.choices.map((choice) => sampleText(choice, times)).find(Boolean) ?? '';
    if ('part' in part)
      return sampleText([part.part], times).repeat(
        Math.max(part.min, part.isEndless ? times : Math.min(1, times)),
      );
    const {characters, isNegated} = part;
    const others = [...'a0A-'].find((one) => !characters.includes(one)) ?? MARK.parameter;
    return isNegated ? others : characters.charAt(0);
  });
  return texts.join('');
}

function inClass(text: string): string {
  return text.replace(new RegExp(`(.)${MARK.range}(.)`, 'g'), (_, first: string, last: string) =>
    Array.from({length: last.charCodeAt(0) - first.charCodeAt(0) + 1}, (_one, index) =>
      String.fromCharCode(first.charCodeAt(0) + index),
    ).join(''),
  );
}
