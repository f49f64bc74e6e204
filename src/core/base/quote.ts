import {isMap} from './json.ts';

const MAX_QUOTED = 200;

/**
 * A value from the user's input as it is quoted in a message: JSON on one line, long text cut. A map or a list is named
 * only, since YAML's anchors can make it endless. Control characters and line separators are escaped, so that no value
 * can forge a line of output.
 */
export function quote(value: unknown): string {
  if (typeof value === 'object' && value !== null) return typeName(value);
  const whole = String(value);
  const safe = withoutUserinfo(typeof value === 'string' ? JSON.stringify(whole) : whole);
  const text = safe.slice(0, MAX_QUOTED + 1).replace(INVISIBLE, escapeUnits);
  if (text.length <= MAX_QUOTED) return text;
  return `${text.slice(0, MAX_QUOTED).replace(/[\uD800-\uDBFF]$/, '')}… (${whole.length} characters)`;
}

/** The message of a value that is not what is expected: ``invalid `service.port` 70000: expected an integer``. */
export function invalid(name: string, value: unknown, expected: string): string {
  const isScalar = value !== null && value !== undefined && typeof value !== 'object';
  const isEmpty = (Array.isArray(value) || isMap(value)) && Object.keys(value).length === 0;
  return isScalar
    ? `invalid ${name} ${quote(value)}: expected ${expected}`
    : `invalid ${name}: expected ${expected}, found ${typeName(value).replace(/^a /, isEmpty ? 'an empty ' : 'a ')}`;
}

/**
 * Characters without a width of their own: control characters, line separators, marks of direction, joiners, tags.
 * Source: Unicode, general categories Cc, Cf, Zl and Zp, and the property Default_Ignorable_Code_Point.
 */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

/** `text` as it can be printed: without the user's name and password in addresses, and with invisible characters escaped. */
export function printable(text: string): string {
  return withoutUserinfo(text).replace(INVISIBLE, escapeUnits);
}

/** A number of things in words: `1 route`, `1,223 routes`, `2 policies`. */
export function counted(count: number, one: string, several = pluralWord(one)): string {
  return `${grouped(count)} ${count === 1 ? one : several}`;
}

/** Several things in words: `routes`, `SecurityPolicies`. */
export function pluralWord(one: string): string {
  return `${one.replace(/([^aeiou])y$/, '$1ie')}s`;
}

/** A number with its thousands apart: `1,223`. `toLocaleString` takes 40 ms for its first. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `value` as indented JSON with a final newline, in which invisible characters are escaped. */
export function jsonText(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  const text = JSON.stringify(value, replacer, 2);
  return `${text.replace(INVISIBLE, (character) => (character === '\n' ? character : escapeUnits(character)))}\n`;
}

/** The same for what describes a run, where an address is shown without its user's name and password. */
export function reportJson(value: unknown): string {
  return jsonText(value, (_, inner) => (typeof inner === 'string' ? withoutUserinfo(inner) : inner));
}

/** A character as `\uXXXX`, which JSON and JavaScript read. */
function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * `text` without the user's name and password in addresses.
 *
 * Source: RFC 3986, sections 3.2.1 and 4.2 (references that begin with `//`); the WHATWG's URL Standard, by which `https:me@host`
 * and `https:\\me@host` are addresses too.
 */
export function withoutUserinfo(text: string): string {
  return text.replace(USERINFO, '$1');
}

/**
 * The begin of an address, and what is in it up to an `@`: in the authority, or anywhere in a word if that does not begin with
 * a host, since a password may have a slash that is not encoded.
 */
const USERINFO =
  /((?:https?|wss?|ftp):[/\\]*|\/{2,})(?:[^\s"'`/?#\\]*@|(?!(?:\[[^\]]*\]|[^\s"'`/?#\\:]*)(?::\d*)?(?:[\s"'`/?#\\]|$))[^\s"'`]*@)/gi;

/** The type of `value`, in YAML's words: "a map", "a list", "a string", "nothing". */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (Symbol.iterator in value) return 'a list';
  return value instanceof Date ? 'a date' : 'a map';
}
