const MAX_QUOTED = 200;

/**
 * A value from the user's input as it is quoted in a message: JSON on one line, long text cut. A map or a list is named
 * only, since YAML's anchors can make it endless. Control characters and line separators are escaped, so that no value
 * can forge a line of output.
 */
export function quote(value: unknown): string {
  if (typeof value === 'object' && value !== null) return kindOf(value);
  const text = printable(typeof value === 'string' ? JSON.stringify(value) : String(value));
  if (text.length <= MAX_QUOTED) return text;
  return `${text.slice(0, MAX_QUOTED).replace(/[\uD800-\uDBFF]$/, '')}… (${String(value).length} characters)`;
}

/** The message of a value that is not what is expected: ``invalid `service.port` 70000: expected an integer``. */
export function invalid(name: string, value: unknown, expected: string): string {
  const isScalar = value !== null && value !== undefined && typeof value !== 'object';
  return isScalar
    ? `invalid ${name} ${quote(value)}: expected ${expected}`
    : `invalid ${name}: expected ${expected}, found ${kindOf(value)}`;
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

/** What `value` is, in YAML's words: "a map", "a list", "a string", "nothing". */
export function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (typeof value === 'object' && Symbol.iterator in value) return 'a list';
  if (value instanceof Date) return 'a date';
  return KIND_NAMES[typeof value];
}
