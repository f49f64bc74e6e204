/**
 * Escapes the characters that mean something in a regular expression, exactly as Go's `regexp.QuoteMeta` does:
 * the mesh compiles the expression with Go's and Rust's syntax.
 */
export function quoteMeta(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

/** One `{parameter}` of a path template; the name may hold anything but braces (OpenAPI 3.2, 4.8.2 Path Templating). */
const PARAMETER = /\{[^{}]*\}/;

/** What a parameter matches: anything within one segment. Source: specification, 2.4 rule 3. */
const ANY_SEGMENT_TEXT = '[^/]*';

/** The literal texts of a template, between its parameters: `/a/{b}.json` gives `['/a/', '.json']`. */
export function literalsOf(template: string): string[] {
  return template.split(PARAMETER);
}

/**
 * The `pathRegex` of a route: prefix and literal text escaped, each parameter `[^/]*`. Not anchored: the mesh does it.
 *
 * @param prefix as `normalizePrefix` gives it
 */
export function pathRegex(prefix: string, template: string): string {
  return quoteMeta(prefix) + literalsOf(template).map(quoteMeta).join(ANY_SEGMENT_TEXT);
}

/** What an address has in front of its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i;

/** A template without any fault, as almost all are: one look instead of four. */
const COMMON_TEMPLATE = /^\/(?:[A-Za-z0-9_~.:/-]|\{[A-Za-z0-9_.-]+\})*$/;

/** What is wrong with a path template, or `undefined`: it begins with `/` and its braces pair off around a name. */
export function templateFault(template: string): {message: string; hint: string} | undefined {
  if (COMMON_TEMPLATE.test(template)) return undefined;
  if (!template.startsWith('/')) {
    const path = `/${template.replace(ORIGIN, '')}`;
    const other = templateFault(path);
    const hint = other ? `begin it with "/", and ${other.hint}` : `write ${JSON.stringify(path)}`;
    return {message: 'a path must begin with "/"', hint};
  }
  if (/[{}]/.test(template.replaceAll(new RegExp(PARAMETER, 'g'), ''))) {
    return {message: 'the braces of a path must pair off', hint: 'write each parameter as `{name}`'};
  }
  if (/\p{Surrogate}/u.test(template)) {
    return {message: 'a path must be valid Unicode', hint: 'write the second half of the surrogate pair too'};
  }
  if (template.includes('{}')) {
    return {message: 'a path parameter needs a name', hint: 'write the parameter as `{name}`'};
  }
  return undefined;
}

/**
 * The prefix that `path.base` means: with one leading `/`, without trailing ones; `''` for `/` and for the empty text.
 * Source: specification, 2.4 rules 3 and 4.
 */
export function normalizePrefix(base: string): string {
  const trimmed = base.replace(/\/+$/, '');
  return trimmed === '' || trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}
