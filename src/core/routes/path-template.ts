import {MAX_PATH_LENGTH} from '../base/limits.ts';

/** One `{parameter}` of a path template; the name may hold anything but braces (OpenAPI 3.2, 4.8.2 Path Templating). */
const PARAMETER = /\{([^{}]*)\}/;

/** A template as literal texts and what is in the braces between them, by turns: `/a/{b}.json` gives `['/a/', 'b', '.json']`. */
export function templateParts(template: string): string[] {
  return template.split(PARAMETER);
}

/** The literal texts of a template, between its parameters: `/a/{b}.json` gives `['/a/', '.json']`. */
export function literalsOf(template: string): string[] {
  return templateParts(template).filter((_, index) => index % 2 === 0);
}

/** What frameworks write after the name and `:` of a parameter that spans segments. */
const ANY_TEXT = String.raw`\s*(?:\(?\.[*+]\??\)?|\*+|path)\s*`;

/**
 * How templates say that a parameter spans segments: `{path+}` of AWS, `{+path}` of RFC 6570, `{*path}` and `{**path}` of ASP.NET,
 * `{path...}` of Go, `{path:.*}` and `{path:path}` of frameworks. A pattern after another name is not one of these.
 */
const MULTI_SEGMENT = new RegExp(String.raw`^(?:\+|\*|\.{3})|^[^:=]*(?:\+|\*|\.{3})$|:${ANY_TEXT}$`);

/**
 * The pattern of a parameter that spans segments by its own syntax: literal text with `*` for what is within a segment, and `**` for
 * any text. `{name=shelves/**}` gives `shelves/**`, and `{path+}` gives `**`. Source: docs/specification.md, 5.3.
 *
 * @param parameter what is between the braces
 */
export function multiSegmentPattern(parameter: string): string | undefined {
  // Source: google.api.http.
  const [, pattern] = /^[^=]*=(.*\*.*)$/s.exec(parameter) ?? [];
  return pattern ?? (MULTI_SEGMENT.test(parameter) ? '**' : undefined);
}

/** The name of a parameter without the syntax that says what it matches. */
export function parameterName(parameter: string): string {
  return /^[+*.;/?&#]*(.*?)(?:[:=,].*|[+*?]|\.{3})?$/s.exec(parameter)?.[1] ?? '';
}

/** A blank of any width, also none. Source: Unicode, White_Space; U+FEFF and U+200B. */
export const BLANK = '[\\p{White_Space}\\uFEFF\\u200B]';

const LEADING_BLANKS = new RegExp(`^${BLANK}+/?`, 'u');

/** A parameter with a pattern for its value, as other tools have it: `{id:[0-9]{3}}`. */
export const PATTERN = new RegExp(String.raw`\{\s*([\w.-]+)\s*:(?!${ANY_TEXT}\})(?:[^{}]|\{[^{}]*\})+\}`);

/** What an address has in front of its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i;

/** What is expected of a path template with a fault, and how to write it: its braces are balanced around names. */
export function templateFault(
  template: string,
): {readonly expected: string; readonly hint: string} | undefined {
  if (template.length > MAX_PATH_LENGTH)
    return {expected: `at most ${MAX_PATH_LENGTH} characters`, hint: 'shorten it'};
  if (!template.startsWith('/')) {
    const fixed = `/${template.replace(LEADING_BLANKS, '').replace(ORIGIN, '')}`;
    const other = templateFault(fixed);
    const hint = other ? `begin it with "/", and ${other.hint}` : `write ${JSON.stringify(fixed)}`;
    return {expected: 'a "/" at the beginning', hint};
  }
  const hint = 'write each parameter as `{name}`';
  if (/[{}]/.test(literalsOf(template).join(''))) {
    const plain = template.replaceAll(new RegExp(PATTERN, 'g'), '{$1}');
    return plain === template
      ? {expected: 'balanced braces', hint}
      : {
          expected: 'names only in braces: a parameter has no pattern in OpenAPI',
          hint: `write ${JSON.stringify(plain)}`,
        };
  }
  if (/\p{Surrogate}/u.test(template))
    return {expected: 'valid Unicode', hint: 'add the missing half of the surrogate pair'};
  return template.includes('{}') ? {expected: 'a name in each `{}`', hint} : undefined;
}

/**
 * The prefix of `path.base`: with one leading `/`, without trailing ones; `''` for `/` and for the empty text.
 * Source: docs/specification.md, 4.6 and 5.4.
 */
export function normalizePrefix(base: string): string {
  const trimmed = base.replace(/\/+$/, '');
  return trimmed === '' || trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}
