import {MAX_PATH_LENGTH} from '../base/limits.ts';

/** The source of what is in braces that is a pattern and not a name, with its own braces. */
const PATTERN_TEXT = String.raw`(?=[^{}]*[[\]()|\\^]|\.[*+]\??\})(?:[^{}]|\{[^{}]*\})+`;

/**
 * One `{parameter}` of a path template; the name may hold anything but braces (OpenAPI 3.2, 4.8.2 Path Templating). Frameworks write a
 * pattern into it: `{year:[0-9]{4}}` of chi, `{year}{[0-9]{4}}` of Hono.
 */
const PARAMETER = new RegExp(
  String.raw`\{([^{}:]*:(?!\{)(?:[^{}]|\{[^{}]*\})*|(?:[\w-]+\}\{)?${PATTERN_TEXT}|[^{}]*)\}`,
);

/** A parameter of Express and Hono, with a pattern or without, whose name is the first group: `:id{[0-9]+}`. It is literal in OpenAPI. */
export const COLON = /(?<=\/|\}[-.~]):([a-z_]\w*)(?:\([^()/]*\)|\{(?:[^{}]|\{[^{}]*\})*\})?/i;
const COLONS = new RegExp(COLON, 'gi');

/** The end of a path of Go's mux: it has a `/` there and no other form, unless its own path item says so. */
export const EXACT_END = /(?<=\/)\{\$\}$/;

/**
 * A template as literal texts and what is in the braces between them, by turns: `/a/{b}.json` gives `['/a/', 'b', '.json']`. What frameworks
 * write otherwise is in one form: `{id}{[0-9]+}` gives `id:[0-9]+`, `{[0-9]+}` alone `:[0-9]+`, `/{id}?` and `/{id?}` at the end `/id?`, and
 * `{$}` of Go there nothing.
 */
export function templateParts(template: string): string[] {
  const parts = template
    .replace(EXACT_END, '')
    .replaceAll(COLONS, (found) => found.replaceAll('{', '%7B').replaceAll('}', '%7D'))
    .split(PARAMETER)
    .map((part, index) =>
      index % 2 === 0 ? part : part.replace(/^([\w-]+)\}\{/, '$1:').replace(NAMELESS, ':$&'),
    );
  const [before = '', parameter = '', end] = parts.slice(-3);
  const isOptional = end === '?' || (end === '' && OPTIONAL.test(parameter));
  if (isOptional && before.endsWith('/') && parameter !== '')
    parts.splice(-3, 3, before.slice(0, -1), `/${parameter.replace(/\??(?=:|$)/, '?')}`, '');
  return parts;
}

/** A pattern without a name, as in `/x{[0-9]+}`. */
const NAMELESS = /^(?:[[(\\^].*|\.[*+]\??)$/s;

/** A last segment that may be missing with its slash, as in Fastify, Hono and Express. */
const OPTIONAL = /^[^:=?]+\?(?::|$)/;

/** The literal texts of a template, between its parameters: `/a/{b}.json` gives `['/a/', '.json']`. */
export function literalsOf(template: string): string[] {
  return templateParts(template).filter((_, index) => index % 2 === 0);
}

/** The last segment of a path if it is a wildcard, `*` or `**`, as Hono, Elysia, chi and Spring write it. */
export function lastStar(template: string): string | undefined {
  return /\/(\*{1,2})$/.exec(template)?.[1];
}

/** A template with a parameter for its last star, if that is one of the names that span segments. */
export function withSpanningStar(template: string, multiSegment: readonly string[]): string {
  const star = lastStar(template);
  return star && multiSegment.includes(star) ? `${template.slice(0, -star.length)}{*}` : template;
}

/** Marks of frameworks after the name and `:` of a parameter that spans segments. */
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
  const [, pattern] = /^[^:=]*=(.*\*.*)$/s.exec(parameter) ?? [];
  return pattern ?? (MULTI_SEGMENT.test(parameter) ? '**' : undefined);
}

/** The name of a parameter without the syntax that says what it matches. */
export function parameterName(parameter: string): string {
  return /^[+*.;/?&#]*(.*?)(?:\??[:=,].*|[+*?]|\.{3})?$/s.exec(parameter)?.[1] ?? '';
}

/** The name of the last parameter of a template, or the star of its last segment; empty without one. */
export function lastName(template: string): string {
  return lastStar(template) ?? parameterName(templateParts(template).at(-2) ?? '');
}

/** Whether a parameter has the name of a path: `file_path`, `filepath`, but not `xpath`. */
export function isPathName(name: string): boolean {
  return /(?<!x)path$/i.test(name);
}

/** Whether the last parameter of a template is a star, or has the name of a path. */
export function endsWithCatchAll(template: string): boolean {
  return lastStar(template) !== undefined || isPathName(lastName(template));
}

/** A blank of any width, also none. Source: Unicode, White_Space; U+FEFF and U+200B. */
export const BLANK = '[\\p{White_Space}\\uFEFF\\u200B]';

const LEADING_BLANKS = new RegExp(`^${BLANK}+/?`, 'u');

/** A parameter with a pattern for its value, as other tools have it: `{id:[0-9]{3}}`, `{id}{[0-9]{3}}`. */
export const PATTERN = new RegExp(
  String.raw`\{\s*([\w.-]+)\s*(?::|\}\{(?=${PATTERN_TEXT}\}))(?!${ANY_TEXT}\})(?:[^{}]|\{[^{}]*\})+\}`,
);

/** A type or a limit of frameworks instead of a pattern: `{id:int:min(1)}`. Source: ASP.NET, route constraints. */
const CONSTRAINTS = /^(?:\w*\??$|\w+:|(?:(?:min|max)(?:length)?|length|range|regex)\()/;

/**
 * The pattern of a parameter by its own syntax, for its whole value: that of `year:[0-9]{4}` is `[0-9]{4}`. `undefined` without one, and where the
 * parameter spans segments.
 *
 * @param parameter as `templateParts` gives it
 */
export function inlinePattern(parameter: string): string | undefined {
  if (multiSegmentPattern(parameter) !== undefined) return undefined;
  const [, pattern] = /^\/?\s*[\w.-]+\s*\??:\s*(.*?)\s*$/s.exec(parameter) ?? [];
  return pattern === undefined || CONSTRAINTS.test(pattern) ? undefined : pattern;
}

/** A template without the patterns that count with `path.parameters: schema`. */
export function withoutPatterns(template: string): string {
  return template.replaceAll(new RegExp(PATTERN, 'g'), (parameter, name) =>
    inlinePattern(templateParts(parameter)[1] ?? '') === undefined ? parameter : `{${name}}`,
  );
}

/** The text of an address before its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i;

/** The fault of a path template, as what is expected of it and how to write it: its braces are balanced around names. */
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
  if (/[{}]/.test(literalsOf(template).join(''))) return {expected: 'balanced braces', hint};
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
