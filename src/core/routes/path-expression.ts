import {literalsOf} from './path-template.ts';

/**
 * What a path template matches on the wire: literal texts, with a parameter between each two. `/{a}/ä.json` gives
 * `['/', '/%C3%A4.json']`. Of the characters that clients send in two forms, a literal text has the plain one.
 */
type PathExpression = readonly string[];

/** What a parameter matches: anything within one segment. Source: docs/specification.md, 5.3. */
const ANY_SEGMENT_TEXT = '[^/]*';

/**
 * What a client must percent-encode in a path. `?` and `#` stay as they are: they end the path, encoded or not.
 * Source: RFC 3986, section 3.3, `pchar`.
 */
const NOT_IN_A_PATH = /[^\w\-.~!$&'()*+,;=:@/%?#[\]|^]/gu;

/** The expression of a template. */
export function pathExpression(template: string): PathExpression {
  return literalsOf(template).map(asOnTheWire);
}

/** A literal text as clients send it: its `%` without two hexadecimal digits is a character of the path. */
export function asOnTheWire(text: string): string {
  return asSent(text.replace(/%(?![\dA-Fa-f]{2})/g, '%25'));
}

/** The path of a request as clients send it. They leave every `%` as it is. Source: WHATWG URL, section 4.4, path state. */
export function asSent(path: string): string {
  return path.replace(NOT_IN_A_PATH, (character) =>
    // Half of a surrogate pair has no UTF-8; U+FFFD takes its place, as in the output.
    encodeURIComponent(character.replace(/\p{Surrogate}/u, '\ufffd')),
  );
}

/**
 * The `pathRegex` of a route. Not anchored: the mesh does it.
 *
 * @param prefix as `normalizePrefix` gives it
 */
export function pathRegex(prefix: string, template: string): string {
  const regex =
    literalRegex(asOnTheWire(prefix)) + pathExpression(template).map(literalRegex).join(ANY_SEGMENT_TEXT);
  // The mesh takes a final `$` for an anchor even if it is escaped, and adds none. Source: linkerd2-proxy.
  return regex.endsWith('\\$') ? `${regex.slice(0, -2)}[$]` : regex;
}

/**
 * The same for gateways: with anchors, since some match a part of a path otherwise; without braces, `;` and blanks, which NGINX
 * Gateway Fabric refuses; and what is percent-encoded in either form, since some decode the path of a request.
 *
 * @param prefix as `normalizePrefix` gives it
 */
export function anchoredRegex(
  prefix: string,
  template: string,
  {start, end}: {readonly start: string; readonly end: string} = {start: '', end: ''},
): string {
  const [first = '', ...others] = pathExpression(template);
  const literals = [asOnTheWire(prefix) + first, ...others].map((literal) =>
    literal
      .split(/((?:%[\dA-Fa-f]{2})+)/)
      .map((text, index) =>
        index % 2 === 0 ? literalRegex(text).replaceAll(';', '\\x3B') : eitherForm(text),
      )
      .join(''),
  );
  return start + literals.join(ANY_SEGMENT_TEXT) + end;
}

/** Matches percent-encoded characters as they are, and decoded unless one is a slash or they are not UTF-8. */
function eitherForm(encoded: string): string {
  if (/%2f/i.test(encoded)) return encoded;
  try {
    const decoded = decodeURIComponent(encoded).replace(
      /[^A-Za-z0-9\u0080-\u{10ffff}]/gu,
      (character) => `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    );
    return `(?:${encoded}|${decoded})`;
  } catch {
    return encoded;
  }
}

/**
 * Matches a literal text of an expression: its special characters are escaped as Go's `regexp.QuoteMeta` does, since the
 * mesh compiles the expression with Go's and Rust's syntax.
 */
function literalRegex(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, (character) => {
    const encoded = encodedForm(character);
    return encoded === undefined ? `\\${character}` : `(?:\\${character}|${encoded})`;
  });
}

/** Whether a literal text has a character that some clients percent-encode and others do not. */
export function hasTwoForms(text: string): boolean {
  return /[[\]|^]/.test(text);
}

/** The other form of such a character. */
export function encodedForm(character: string): string | undefined {
  return hasTwoForms(character) ? encodeURIComponent(character) : undefined;
}

/** The first `?` or `#` in the literal texts of an expression: a request's path ends before it, so the expression matches none. */
export function endOfPath(expression: PathExpression): '?' | '#' | undefined {
  const text = expression.join('');
  const end = text.search(/[?#]/);
  if (end === -1) return undefined;
  return text[end] === '?' ? '?' : '#';
}

/** Whether no request has such a path; the prefix is as `normalizePrefix` gives it. */
export function neverMatches(prefix: string, template: string): boolean {
  return endOfPath([prefix, ...pathExpression(template)]) !== undefined;
}

/** A parameter in `expressionText`: no literal text contains it. */
export const PARAMETER_MARK = '\0';

/** What matches more than one text in `expressionText`. */
export const VARIABLE = /[\0[\]|^]/;

/**
 * An expression as one text, the same for all expressions that match the same paths: parameters next to each other match
 * what one does.
 */
export function expressionText(expression: PathExpression): string {
  const last = expression.length - 1;
  return expression.filter((literal, index) => literal !== '' || index === last).join(PARAMETER_MARK);
}
