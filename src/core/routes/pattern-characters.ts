import type {AST} from '@eslint-community/regexpp';
import {hasTwoForms} from './path-expression.ts';
import {MARK} from './pattern-marks.ts';

const charactersFrom = (first: number, last: number) =>
  Array.from({length: last - first + 1}, (_, index) => String.fromCharCode(first + index));
const ASCII = charactersFrom(0, 0x7f);
let notAsciiText: string | undefined;

/** The others of Unicode's first plane, without the halves of surrogate pairs. Most runs need none. */
function notAscii(): string {
  notAsciiText ??= [...charactersFrom(0x80, 0xd7ff), ...charactersFrom(0xe000, 0xffff)].join('');
  return notAsciiText;
}

/** The most characters of a class that are written each in their percent-encoded form. */
const MOST_ENCODED = 25;

/** Source: RFC 3986, section 2.3, and section 3.3, `pchar`. */
const UNRESERVED = /[\w\-.~]/;
const IN_PATHS = /[\w\-.~!$&'()*+,;=:@]/;

/**
 * The texts of a character or a class of a pattern on the wire, repeated: each character as it is, percent-encoded, or in both forms where
 * clients differ. A slash is one only if it is written. Of a class with very many, a character is one of those in paths, or a part of a
 * percent-encoded one, so that it has no upper limit.
 *
 * @param element of the pattern
 */
export function repeatedCharacters(
  element: AST.Character | AST.CharacterSet | AST.CharacterClass,
  {flags, longest}: Writing,
  min: number,
  max: number,
): string {
  const {raw: source} = element;
  const elements = element.type === 'CharacterClass' ? element.elements : [element];
  const hasSlash = elements.some((one) => one.type === 'Character' && one.value === 0x2f);
  const one = new RegExp(source, `g${flags}`);
  const matched = ASCII.filter((character) => character.search(one) === 0 && (character !== '/' || hasSlash));
  while (matched.length <= ASCII.length + MOST_ENCODED) {
    const [character] = one.exec(notAscii()) ?? [];
    if (character === undefined) break;
    matched.push(character);
  }
  const encoded = matched.filter((character) => !UNRESERVED.test(character));
  const isOpen = encoded.length > MOST_ENCODED || matched.length === 0 || OF_OTHER_PLANES.test(source);
  if (!isOpen) return repeat(choiceOf(wireForms(matched)), min, max, longest);
  const excluded = ASCII.filter((character) => IN_PATHS.test(character) && !matched.includes(character));
  if (excluded.length === 0 && min === 0) return MARK.parameter;
  const choices = [
    MARK.others + classText(excluded) + MARK.classEnd,
    ...(excluded.some((character) => /[\dA-Fa-f]/.test(character)) ? [`%${HEX}${HEX}`] : []),
    ...(matched.includes('/') ? ['/'] : []),
  ];
  return repeat(choiceOf(choices), min, Number.POSITIVE_INFINITY, longest);
}

const OF_OTHER_PLANES = /[\u{10000}-\u{10ffff}]|\\u(?:\{|d[89a-f])/iu;

/** How a pattern is written: its flags, and how long a part is at most that is written several times. */
export type Writing = Readonly<{flags: string; longest: number}>;

/** A literal text on the wire. */
export function literal(text: string): string {
  return [...text].map((one) => choiceOf(wireForms([one]))).join('');
}

/** The longest text of a part that is written several times: expressions have no counts, as NGINX allows none. */
export const MAX_WRITTEN = 300;

/** A part that is repeated, without an upper limit where that would make the text too long. */
export function repeat(text: string, min: number, max: number, longest: number): string {
  const isEndless = max === Number.POSITIVE_INFINITY;
  const atom = ATOM.test(text) ? text : MARK.group + text + MARK.groupEnd;
  const most = isEndless ? min : max;
  if (most > 1 && most * atom.length > longest)
    return repeat(text, Math.min(min, 1), Number.POSITIVE_INFINITY, longest);
  if (isEndless) return min === 0 ? atom + MARK.star : atom.repeat(min) + MARK.plus;
  if (min === 1 && max === 1) return text;
  let optional = '';
  for (let count = min; count < max; count += 1)
    optional = (optional === '' ? atom : MARK.group + atom + optional + MARK.groupEnd) + MARK.maybe;
  return atom.repeat(min) + optional;
}

/** A character with one form, a class, or a group without others. */
const ATOM = /^(?:[^\0-\u001f[\]|^]|[\u0012\u0013][^\u0015]*\u0015|\u000f[^\u000f\u0011]*\u0011)$/;

/** One text that any of the texts matches. */
export function choiceOf(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return different.length === 1 ? different.join('') : MARK.group + different.join(MARK.or) + MARK.groupEnd;
}

function wireForms(characters: readonly string[]): string[] {
  const plain = characters.filter((one) => UNRESERVED.test(one));
  const text = plain.length > 1 ? MARK.class + classText(plain) + MARK.classEnd : plain.join('');
  const forms = characters.filter((one) => !UNRESERVED.test(one)).flatMap(formsOf);
  return text === '' ? forms : [text, ...forms];
}

function formsOf(character: string): string[] {
  if (hasTwoForms(character)) return [character];
  const encoded = encodeURIComponent(character.replace(/\p{Surrogate}/u, '\ufffd'));
  const code = encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
  // What a gateway may decode is written in its own form there.
  if (character !== '/' && !IN_PATHS.test(character)) return [code];
  return [
    character,
    code.replace(/[A-F]/, (digit) => MARK.class + digit + digit.toLowerCase() + MARK.classEnd),
  ];
}

const HEX = `${MARK.class}0${MARK.range}9A${MARK.range}Fa${MARK.range}f${MARK.classEnd}`;

const [DIGITS, UPPER, LOWER] = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'];

/** Characters with the usual ranges of digits and of letters, the hyphen at the end. */
function classText(characters: readonly string[]): string {
  const sorted = characters
    .filter((one) => one !== '-')
    .sort()
    .join('');
  const text = [DIGITS, UPPER, LOWER, UPPER.slice(0, 6), LOWER.slice(0, 6)].reduce(
    (all, run) => all.replace(run, run.charAt(0) + MARK.range + run.slice(-1)),
    sorted,
  );
  return sorted.length < characters.length ? `${text}-` : text;
}
