import type {MatchType} from '../meshes.ts';
import {asOnTheWire, EITHER_SLASH, encodedForm, withoutCase} from './path-expression.ts';
import {MARK} from './pattern-marks.ts';

/** The regular expression of each mark. Source: docs/specification.md, 5.3. */
const REGEX_OF: Readonly<Record<string, string>> = {
  [MARK.parameter]: '[^/]*',
  [MARK.nonEmpty]: '[^/]+',
  [MARK.spanning]: '.*',
  [MARK.optional]: '(?:',
  [MARK.optionalEnd]: ')?',
  [MARK.nonEmptyRest]: '.+',
  [MARK.converter]: '.*',
  [EITHER_SLASH]: '/?',
};

/** The same with the parts of a schema, whose signs RE2, Rust and PCRE write alike. */
const WRITTEN: Readonly<Record<string, string>> = {
  ...REGEX_OF,
  [MARK.group]: '(?:',
  [MARK.or]: '|',
  [MARK.groupEnd]: ')',
  [MARK.class]: '[',
  [MARK.others]: '[^/',
  [MARK.range]: '-',
  [MARK.classEnd]: ']',
  [MARK.star]: '*',
  [MARK.plus]: '+',
  [MARK.maybe]: '?',
  [MARK.pattern]: '',
  [MARK.spanningPattern]: '',
  [MARK.patternEnd]: '',
};

const MARK_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(REGEX_OF).map(([mark, regex]) => [regex, mark])),
  [REGEX_OF[MARK.spanning] ?? '']: MARK.spanning,
};

/**
 * The `pathRegex` of a route. Not anchored: the mesh does it.
 *
 * @param prefix as `normalizePrefix` gives it
 * @param ignoresCase whether it matches every case of letters
 */
export function pathRegex(prefix: string, expression: string, ignoresCase = false): string {
  const regex = toRegex(asOnTheWire(prefix) + expression, literalRegex, ignoresCase);
  // The mesh takes a final `$` for an anchor even if it is escaped, and adds none. Source: linkerd2-proxy.
  return regex.endsWith('\\$') ? `${regex.slice(0, -2)}[$]` : regex;
}

/**
 * The same for gateways: with anchors, since some match a part of a path otherwise; without braces, `;` and blanks, which NGINX
 * Gateway Fabric refuses; and what is percent-encoded in either form, since some decode the path of a request, and in either case of its
 * letters: RFC 3986, section 6.2.2.1.
 *
 * @param prefix as `normalizePrefix` gives it
 */
export function anchoredRegex(
  prefix: string,
  expression: string,
  {start, end}: {readonly start: string; readonly end: string} = {start: '', end: ''},
  ignoresCase = false,
  bothCases = !ignoresCase,
): string {
  const decodable = (literal: string) => {
    const regex = literal
      .split(/((?:%[\dA-Fa-f]{2})+)/)
      .map((text, index) =>
        index % 2 === 0 ? literalRegex(text).replaceAll(';', '\\x3B') : eitherForm(text),
      )
      .join('');
    return bothCases ? inBothCases(regex) : regex;
  };
  return start + toRegex(asOnTheWire(prefix) + expression, decodable, ignoresCase) + end;
}

function inBothCases(regex: string): string {
  return regex.replace(/%[\da-f]{2}/gi, (encoded) =>
    encoded.replace(/[a-f]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`),
  );
}

/** With letters in lower case, but those of percent-encoded characters. */
function inLowerCase(expression: string): string {
  return withoutCase(expression).replace(/%[\dA-F]{2}|[A-Z]+/g, (part) =>
    part.startsWith('%') ? part : part.toLowerCase(),
  );
}

/** Without case, what follows the first slash is in a group: the expressions of NGINX Gateway Fabric begin with `/`. */
function toRegex(expression: string, literal: (text: string) => string, ignoresCase: boolean): string {
  const regex = (ignoresCase ? inLowerCase(expression) : expression)
    .split(/(\u0003\/\u0004|[\0-\u001f])/)
    .map((text, index) => (index % 2 === 0 ? literal(text) : WRITTEN[text]))
    .join('');
  if (!ignoresCase || !/[a-z[\]|^]/i.test(expression)) return regex;
  // Go and Rust would ignore the case of other letters too, where a gateway decodes them.
  return `/(?i:${regex.slice(1).replace(/[^\0-\x7f]+/g, '(?-i:$&)')})`;
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

/** The parts of an expression of ours: the marks of `REGEX_OF`, the encoded form where there are two, and escaped characters. */
const REGEX_PART =
  /\/\?|\[\^\/\][*+]|\.[*+]|\(\?:(?=[/;]|\[\^|\\\.|\\x3B)|\)\?|\(\?:(?:\\.\|)?((?:%[\dA-Fa-f]{2})+)(?:\|[^()|]*)?\)|\\x([\dA-F]{2})|(?:\\|\[(?=\$\]))([^\w\s])\]?|[^\\.+*?()|[\]{}^$]/g;

/** Whether a match is for every case of letters, as `path.ignore_case` writes it; what `expressionIn` gives of it is in lower case then. */
export function ignoresCase({value}: {readonly value: string}): boolean {
  return value.includes('(?i:');
}

/**
 * The paths of a match of an HTTPRoute, as an expression; a regular expression not written as ours are is taken literally, so that it
 * equals only itself.
 */
export function expressionIn({type, value}: {readonly type: MatchType; readonly value: string}): string {
  if (type === 'Exact') return value;
  if (type === 'PathPrefix')
    return value === '/'
      ? `/${MARK.spanning}`
      : `${value.replace(/\/$/, '')}${MARK.optional}/${MARK.spanning}${MARK.optionalEnd}`;
  const text = value
    .replace(/^\^|(?<!\\)\$$|\(\?:\)|\(\?!_ngf-internal-\)/g, '')
    .replace(/\(\?-i:([^)]*)\)/g, '$1')
    .replace(/\[([A-F])[a-f]\]/g, '$1')
    .replace(/^\/\(\?i:(.*)\)$/, '/$1');
  if (text.replace(REGEX_PART, '') !== '') return value;
  return text.replace(
    REGEX_PART,
    (part, encoded, code, escaped) =>
      encoded ?? (code ? String.fromCharCode(Number.parseInt(code, 16)) : (escaped ?? MARK_OF[part] ?? part)),
  );
}
