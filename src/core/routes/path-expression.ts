import {multiSegmentPattern, parameterName, templateParts, withSpanningStar} from './path-template.ts';
import {MARK} from './pattern-marks.ts';

/** A parameter with what its schema says, as one part of an expression. */
export const PATTERNED = /[\u0007\u0008][^\u000e]*\u000e/;

/** Characters of an expression that match more than one text. */
export const VARIABLE = /[\0-\u001f[\]|^]/;

/** Marks from which on a path is compared as one part: texts with any number of slashes, and parts that may be missing. */
export const SPANNING = /[\u0002-\u0007]/;

/**
 * Characters that clients must percent-encode in a path. `?` and `#` stay as they are: they end the path, encoded or not.
 * Source: RFC 3986, section 3.3, `pchar`.
 */
const NOT_IN_A_PATH = /[^\w\-.~!$&'()*+,;=:@/%?#[\]|^]/gu;

/**
 * The expression of a path template on the wire, as one text: literal text with a mark for each parameter. Of the characters that
 * clients send in two forms, literal text has the plain one.
 *
 * @param multiSegment names of parameters that span segments, or the star of a last segment
 * @param converters names of those that may be empty then
 * @param patterns what others match by their schemas, by name
 */
export function pathExpression(
  template: string,
  multiSegment: readonly string[] = [],
  converters: readonly string[] = [],
  patterns?: ReadonlyMap<string, string>,
): string {
  const textOf = (part: string, index: number) => {
    if (index % 2 === 0) return asOnTheWire(part);
    const name = parameterName(part);
    const spanning = CONVERTER.test(part) || converters.includes(name) ? MARK.converter : MARK.spanning;
    const otherwise = patterns?.get(name) ?? MARK.parameter;
    return parameterExpression(part, spanning, multiSegment.includes(name) ? spanning : otherwise);
  };
  const expression = templateParts(withSpanningStar(template, multiSegment)).map(textOf).join('');
  // Every path has a slash. A parameter matches what `{.x}` and `{;x}` after it do.
  return expression
    .replace(/^\u0003\//, `/${MARK.optional}`)
    .replace(/([\0\u0002\u0006])(?:\u0003[^/\u0004]*\u0004)+/g, '$1');
}

/** How frameworks, and Go's mux, write a parameter of which the empty rest of a path is a value. */
const CONVERTER = /^\*$|\.{3}$|:\s*(?:path|\(?\.\*\??\)?)\s*$/;

/** @param parameter what is between the braces */
function parameterExpression(parameter: string, spanning: string, otherwise: string): string {
  if (/^[\w-]*$/.test(parameter)) return otherwise;
  // RFC 6570: parts of the query and the fragment.
  if (/^[?&#]/.test(parameter)) return '';
  if (parameter.startsWith('/')) {
    const isSegment = /\?(?::|$)/.test(parameter) && multiSegmentPattern(parameter) === undefined;
    return `${MARK.optional}/${isSegment ? otherwise : MARK.spanning}${MARK.optionalEnd}`;
  }
  // A list has several values, and a map other names than its own.
  if (/^[.;]/.test(parameter)) {
    const start = /^;[^,*:]+$/.test(parameter) ? `${asOnTheWire(parameter)}=` : parameter.charAt(0);
    return `${MARK.optional}${start}${MARK.parameter}${MARK.optionalEnd}`;
  }
  const pattern = multiSegmentPattern(parameter);
  if (pattern !== undefined)
    return pattern
      .split(/(\*+)/)
      .map((text, index) => {
        if (index % 2 === 0) return asOnTheWire(text);
        return text === '*' ? MARK.parameter : spanning;
      })
      .join('');
  return otherwise;
}

/** A literal text as clients send it: its `%` without two hexadecimal digits is a character of the path. */
export function asOnTheWire(text: string): string {
  return asSent(text.replace(/%(?![\dA-Fa-f]{2})/g, '%25'));
}

/**
 * An expression with one spelling of what is equivalent: `%7e` and `~`, `%c3` and `%C3`. Many clients and proxies change one into the
 * other. Source: RFC 3986, section 6.2.2.
 */
export function normalized(expression: string): string {
  return withCapitals(decodeUnreserved(expression));
}

/** A text with percent-encoded characters in upper case. */
export function withCapitals(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (encoded) => encoded.toUpperCase());
}

export function decodeUnreserved(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (encoded) => {
    const character = decodeURIComponent(encoded);
    return /[\w\-.~]/.test(character) ? character : encoded;
  });
}

/**
 * A path on the wire, or an expression, with letters in upper case, as clients send those of percent-encoded characters: `b` in an expression
 * without case matches the end of `%5B` too.
 */
export function withoutCase(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** The expression without case of one with case: a class of all but some letters has those of which it has one case. */
export function ofEveryCase(expression: string): string {
  const exceptBoth = (others: string) =>
    others.replace(/[a-z](?:\u0014[a-z])?/gi, (one) =>
      others.includes(one < 'a' ? one.toLowerCase() : one.toUpperCase()) ? one : '',
    );
  return withoutCase(expression.replace(/\u0013[^\u0015]*/g, exceptBoth));
}

/** The path of a request as clients send it. They leave every `%` as it is. Source: WHATWG URL, section 4.4, path state. */
export function asSent(path: string): string {
  return path.replace(NOT_IN_A_PATH, (character) =>
    // Half of a surrogate pair has no UTF-8; U+FFFD takes its place, as in the output.
    encodeURIComponent(character.replace(/\p{Surrogate}/u, '\ufffd')),
  );
}

/** Whether a literal text has a character that some clients percent-encode and others do not. */
export function hasTwoForms(text: string): boolean {
  return /[[\]|^]/.test(text);
}

/** The other form of such a character. */
export function encodedForm(character: string): string | undefined {
  return hasTwoForms(character) ? encodeURIComponent(character) : undefined;
}

/** An expression whose parameters are not empty where they are a whole segment, or all segments from one to another. */
export function withoutEmptySegments(expression: string): string {
  return expression.replace(
    /\/([\0\u0002]+)(?=\/|\u0003\/|$)/g,
    (_, marks: string) => `/${marks.includes(MARK.spanning) ? MARK.nonEmptyRest : MARK.nonEmpty}`,
  );
}

/**
 * The same where they may be empty, and without a `/` that may be missing, which the order of routes depends on, and what is reported: both
 * are alike for a mesh and for a Gateway.
 */
export function withEmptySegments(expression: string): string {
  return withoutEitherSlash(expression)
    .replaceAll(MARK.nonEmpty, MARK.parameter)
    .replaceAll(MARK.nonEmptyRest, MARK.spanning);
}

/** The end of an expression that matches with a `/` at the end and without. */
export const EITHER_SLASH = `${MARK.optional}/${MARK.optionalEnd}`;

/** An expression that matches with a `/` at the end and without. */
export function withEitherSlash(expression: string): string {
  const path = expression.replace(/\/$/, '');
  // A parameter that spans segments matches the slash too.
  return /[\u0002\u0005\u0006]\u0004?$/.test(path) ? path : path + EITHER_SLASH;
}

export function withoutEitherSlash(expression: string): string {
  return expression.endsWith(EITHER_SLASH) ? expression.slice(0, -EITHER_SLASH.length) : expression;
}

/** An expression as a path template, whose parameters have no names. */
export function asTemplate(expression: string): string {
  return withoutEitherSlash(expression).replace(
    /\u0003[^\u0004]*\u0004|[\u0007\u0008][^\u000e]*\u000e|[\0-\u0006]/g,
    '{}',
  );
}

/** Whether no request has such a path, since its path ends before `?` and `#`; the prefix is as `normalizePrefix` gives it. */
export function neverMatches(prefix: string, expression: string): boolean {
  return /[?#]/.test(prefix + expression);
}

/**
 * An expression in the form that all have which match the same paths: parameters next to each other match what one does, and
 * of parameters between slashes it does not matter which one spans segments.
 */
export function expressionText(expression: string): string {
  if (!SPANNING.test(expression)) return expression.replace(/\0{2,}/g, MARK.parameter);
  return expression
    .replaceAll(MARK.converter, MARK.spanning)
    .replace(/(?:[\0\u0002]|\u0003\/\u0002\u0004){2,}/g, (marks) =>
      /\u0002(?!\u0004)|\0\u0003/.test(marks)
        ? MARK.spanning
        : marks.replace(/(\0|\u0003\/\u0002\u0004)\1+/g, '$1'),
    )
    .replace(/[\0\u0002](?:\/[\0\u0002])+/g, (run) =>
      run.includes(MARK.spanning)
        ? run.replaceAll(MARK.spanning, MARK.parameter).slice(0, -1) + MARK.spanning
        : run,
    );
}
