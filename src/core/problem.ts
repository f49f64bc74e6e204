import {appendToken} from './json-pointer.ts';

export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A place in a document: its URI and an RFC 6901 JSON pointer in it (`''` is the whole document). */
export interface Location {
  readonly uri: string;
  readonly pointer: string;
  /** The pointer in the root document as if each `$ref` on the way held its target; absent when no `$ref` was followed. */
  readonly access?: string;
  /** `key` when the name at the pointer's end is at fault rather than its value. */
  readonly at?: 'key' | 'value';
  /** Known already when the text could not be parsed, both counted from 1. */
  readonly position?: Position;
}

/** The location of what stands under `token` at `location`. */
export function childLocation({uri, pointer, access}: Location, token: string): Location {
  const child = {uri, pointer: appendToken(pointer, token)};
  return access === undefined ? child : {...child, access: appendToken(access, token)};
}

/** Line and column in a text, both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Every kind of finding. Those that a linter gives too are also the names of its rules. */
export const PROBLEM_CODES = [
  'setting-value',
  'setting-name',
  'unknown-setting',
  'setting-scope',
  'service-name',
  'no-routes',
  'ambiguous-paths',
  'shadowed-route',
  'redundant-timeout',
  'profile-name',
  'not-openapi',
  'paths',
  'path-template',
  'path-item',
  'unknown-method',
  'operation',
  'reference',
  'unresolved-reference',
  'input',
  'output',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** A finding about the user's input, as a value: what is wrong, where, and how to mend it. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** One sentence without a full stop, naming the value at fault. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Where in which document; absent for what stands in no document. */
  readonly location?: Location;
  /** The flag at fault, without dashes, for a value given on the command line. */
  readonly flag?: string;
}

/** True when at least one of `problems` is an error. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({severity}) => severity === 'error');
}

/** The same problems with every warning raised to an error. */
export function raiseWarnings(problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({...problem, severity: 'error'}));
}

const LONGEST_QUOTE = 200;

/**
 * A value from the user's input as it is quoted in a message: JSON on one line, long text cut. A map or a list is only
 * named, since YAML's anchors can make it endless. Control characters and line separators are escaped, so that no value
 * can forge a line of output.
 */
export function quote(value: unknown): string {
  if (typeof value === 'object' && value !== null) return kindOf(value);
  const text = printable(typeof value === 'string' ? JSON.stringify(value) : String(value));
  if (text.length <= LONGEST_QUOTE) return text;
  return `${text.slice(0, LONGEST_QUOTE).replace(/[\uD800-\uDBFF]$/, '')}… (${String(value).length} characters)`;
}

/** `text` with control characters, Unicode line separators and direction marks escaped. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const KIND_NAMES = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  bigint: 'a number',
  undefined: 'nothing',
  object: 'a map',
  function: 'a function',
  symbol: 'a symbol',
} as const;

/** What `value` is, in the words of YAML: "a map", "a list", "a string", "nothing". */
export function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (typeof value === 'object' && Symbol.iterator in value) return 'a list';
  if (value instanceof Date) return 'a date';
  return KIND_NAMES[typeof value];
}
