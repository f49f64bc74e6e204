import {MAX_PATH_LENGTH} from '../limits.ts';

/** One `{parameter}` of a path template; the name may hold anything but braces (OpenAPI 3.2, 4.8.2 Path Templating). */
const PARAMETER = /\{[^{}]*\}/;

/** The literal texts of a template, between its parameters: `/a/{b}.json` gives `['/a/', '.json']`. */
export function literalsOf(template: string): string[] {
  return template.split(PARAMETER);
}

/** A blank of any width, also none. Source: Unicode, White_Space; U+FEFF and U+200B. */
export const BLANK = '[\\p{White_Space}\\uFEFF\\u200B]';

const LEADING_BLANKS = new RegExp(`^${BLANK}+/?`, 'u');

/** A parameter with a pattern for its value, as other tools have it: `{id:[0-9]{3}}`. */
export const PATTERN = /\{\s*([\w.-]+)\s*:(?!\s*(?:\(?\.[*+]\??\)?|\*+|path)\s*\})(?:[^{}]|\{[^{}]*\})+\}/;

/** What an address has in front of its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i;

/** What is expected of a path template, and how to write it. */
interface TemplateFault {
  readonly expected: string;
  readonly hint: string;
}

/** What is wrong with a path template, or `undefined`: its braces are balanced around names. */
export function templateFault(template: string): TemplateFault | undefined {
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
