import {MAX_PATH_LENGTH} from '../limits.ts';

/** One `{parameter}` of a path template; the name may hold anything but braces (OpenAPI 3.2, 4.8.2 Path Templating). */
const PARAMETER = /\{[^{}]*\}/;

/** The literal texts of a template, between its parameters: `/a/{b}.json` gives `['/a/', '.json']`. */
export function literalsOf(template: string): string[] {
  return template.split(PARAMETER);
}

/** What can be wrong with a path template. */
export type TemplateFault = 'length' | 'slash' | 'braces' | 'unicode' | 'name';

/**
 * What is wrong with a path template, or `undefined`: it begins with `/`, its braces are balanced around names, and it is not
 * longer than `MAX_PATH_LENGTH`.
 */
export function templateFault(template: string): TemplateFault | undefined {
  if (template.length > MAX_PATH_LENGTH) return 'length';
  if (!template.startsWith('/')) return 'slash';
  if (/[{}]/.test(template.replaceAll(new RegExp(PARAMETER, 'g'), ''))) return 'braces';
  if (/\p{Surrogate}/u.test(template)) return 'unicode';
  return template.includes('{}') ? 'name' : undefined;
}

/**
 * The prefix of `path.base`: with one leading `/`, without trailing ones; `''` for `/` and for the empty text.
 * Source: docs/specification.md, 4.6 and 5.4.
 */
export function normalizePrefix(base: string): string {
  const trimmed = base.replace(/\/+$/, '');
  return trimmed === '' || trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}
