import {type AST, RegExpParser} from '@eslint-community/regexpp';
import {quote} from '../base/quote.ts';
import {pathCovers, pathOverlaps} from './path-automaton.ts';
import {
  choiceOf,
  literal,
  MAX_WRITTEN,
  repeat,
  repeatedCharacters,
  type Writing,
} from './pattern-characters.ts';
import {MARK} from './pattern-marks.ts';

/** The facts that a schema gives about a value, as far as known. */
export interface ParameterSchema {
  readonly type?: string;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly choices?: readonly string[];
  /** Set for a path template with its pattern, which is for the whole value. */
  readonly isOfPath?: true;
}

/** The pattern of a parameter as a part of an expression; without `text`, any text. */
export interface ParameterPattern {
  readonly text?: string;
  /** Why it is more than the schema says, and what to do. */
  readonly fault?: string;
  readonly hint?: string;
}

const HEX = '[0-9A-Fa-f]';

/** The patterns of formats. A UUID is sent with hyphens or without. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: `^${HEX}{8}-?${HEX}{4}-?${HEX}{4}-?${HEX}{4}-?${HEX}{12}$`,
  date: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
};

/**
 * The pattern of a path parameter on the wire by its schema: never narrower than that.
 *
 * Source: docs/specification.md, 5.3; ECMA-262, Patterns, for those of JSON Schema.
 *
 * @param longest how long a part is at most that is written several times
 */
export function parameterPattern(
  {type = 'string', format = '', pattern = FORMATS[format], choices = [], isOfPath}: ParameterSchema,
  longest = MAX_WRITTEN,
): ParameterPattern {
  if (choices.length > 0) return {text: mark(choiceOf(choices.map(literal)))};
  if (type === 'integer') return ofPattern('^-?[0-9]+$', longest);
  if (type !== 'string') return {};
  if (pattern !== undefined) return ofPattern(pattern, longest, isOfPath);
  return format === 'path' ? {text: MARK.converter} : {};
}

type Patterned = Readonly<{schema: () => ParameterSchema; pattern: () => ParameterPattern}>;

/** Whether all that a parameter matches by the pattern of its schema has a slash, if clients do not percent-encode it. */
export function alwaysHasSlash(parameter: Patterned): boolean {
  if (!parameter.schema().pattern?.includes('/')) return false;
  const {text = ''} = parameter.pattern();
  const plain = text.replaceAll(/(\/)\u0010%2\u0012Ff\u0015/g, '$1');
  return text.includes('/') && !pathOverlaps(`/${plain}/`, ANY_SEGMENT);
}

/** Whether a value of a parameter may have a slash that its schema does not name, as far as that is known. */
export function mayHaveSlash(parameter: Patterned): boolean {
  const {type = 'string', pattern = ''} = parameter.schema();
  const {text = MARK.parameter} = parameter.pattern();
  return type === 'string' && OPEN.test(text) && !(text + pattern).includes('/');
}

/** Marks of any text, and of a class of many characters. */
const OPEN = /[\0\u0006\u0013]/;

const ANY_SEGMENT = `/${MARK.parameter}/`;

function mark(text: string): string {
  return (text.includes('/') ? MARK.spanningPattern : MARK.pattern) + text + MARK.patternEnd;
}

function ofPattern(pattern: string, longest: number, isWhole = false): ParameterPattern {
  try {
    const {alternatives, flags} = parsePattern(isWhole ? wholePattern(pattern) : pattern);
    const text = choiceOf(textsOf(alternatives, {flags, longest}));
    if (!text.includes('/') && pathCovers(`/${text}/`, ANY_SEGMENT)) return {};
    const closed = alternatives.length === 1 ? `^${pattern.replace(/^\^|\$$/g, '')}$` : `^(?:${pattern})$`;
    const isOpen = !isWhole && closed !== pattern && /^\0|\0$/.test(text);
    const fault = `its pattern ${quote(pattern)} is not anchored, so other text may be next to it`;
    return {
      text: mark(text),
      ...(isOpen && {fault, hint: `write ${JSON.stringify(closed)} if that is meant`}),
    };
  } catch (error) {
    const reason =
      error instanceof Unsupported ? `has ${quote(error.message)}` : 'is not a regular expression';
    const fault = `its pattern ${quote(pattern)} ${reason}, so any segment matches`;
    return {fault, hint: 'write classes, groups and quantifiers alone'};
  }
}

/** A pattern of a path template, which is for the whole value, as one of JSON Schema. */
export function wholePattern(pattern: string): string {
  return `^(?:${pattern.replace(/^\^|(?<!\\)\$$/g, '')})$`;
}

/** Syntax that expressions for paths lack: the text of it. */
class Unsupported extends Error {}

function parsePattern(pattern: string) {
  // The next version has `(?i:…)`.
  const parser = new RegExpParser({ecmaVersion: 2024});
  try {
    const {alternatives} = parser.parsePattern(pattern, 0, pattern.length, {unicode: true});
    return {alternatives, flags: 'u'};
  } catch {
    return {...parser.parsePattern(pattern), flags: ''};
  }
}

/** Whether a text matches a pattern of JSON Schema, as far as that is a regular expression. */
export function patternMatches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, parsePattern(pattern).flags).test(text);
  } catch {
    return true;
  }
}

/** Each alternative of a whole pattern, with any text within a segment where it has no anchor. */
function textsOf(alternatives: readonly AST.Alternative[], writing: Writing): string[] {
  return alternatives.flatMap(({elements}) => {
    const [first] = elements;
    if (elements.length === 1 && (first?.type === 'Group' || first?.type === 'CapturingGroup'))
      return textsOf(first.alternatives, writing);
    const [start, end] = [isAnchor(first, 'start'), isAnchor(elements.at(-1), 'end')];
    const inner = elements.slice(start ? 1 : 0, end ? -1 : undefined);
    const between = inner.map((element) => textOf(element, writing)).join('');
    const before = start || STARTS_OPEN.test(between) ? '' : MARK.parameter;
    const after = end || ENDS_OPEN.test(before + between) ? '' : MARK.parameter;
    return before + between + after;
  });
}

/** Any text within a segment, also if it is not empty: what is next to it adds nothing. */
const STARTS_OPEN = /^(?:\0|\u0013\u0015[\u0016\u0017])/;
const ENDS_OPEN = /(?:\0|\u0013\u0015[\u0016\u0017])$/;

function isAnchor(element: AST.Element | undefined, kind: 'start' | 'end'): boolean {
  return element?.type === 'Assertion' && element.kind === kind;
}

/** Syntax of Go, Python and PCRE that JavaScript takes for letters, such as `\A`, `\Z` and `[:alpha:]`. */
const OF_OTHER_SYNTAX = /\\(?![bBcdDfnrsStuvwWx])[A-Za-z]|\[:\w+:\]/;

function textOf(element: AST.Element, writing: Writing, min = 1, max = 1): string {
  const [other] = (writing.flags === '' && OF_OTHER_SYNTAX.exec(element.raw)) || [];
  if (other) throw new Unsupported(other);
  switch (element.type) {
    case 'Quantifier':
      return max === 1 && min === 1
        ? textOf(element.element, writing, element.min, element.max)
        : repeat(textOf(element, writing), min, max, writing.longest);
    case 'Group':
    case 'CapturingGroup': {
      const texts = element.alternatives.map(({elements}) =>
        elements.map((one) => textOf(one, writing)).join(''),
      );
      return repeat(choiceOf(texts), min, max, writing.longest);
    }
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return repeatedCharacters(element, writing, min, max);
    default:
      throw new Unsupported(element.raw);
  }
}
