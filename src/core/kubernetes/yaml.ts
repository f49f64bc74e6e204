import {DEFAULT_SCALAR_STYLE_RULES, dump, SCALAR_STYLE, type ScalarStyleRule, strTag} from 'js-yaml';
import {INVISIBLE} from '../base/quote.ts';

const NUMBER_LIKE = /^[-+]?(0[xob]|[._\d:]*(e[-+]?\d*)?$|\d{4}-\d)/i;

/**
 * Texts that some YAML reader takes for a number or a date, beyond what the dumper knows: `.` and `e5` in YAML 1.1; `0X1F`,
 * `0b-1`, `2001-1-1` in Go's reader, which is kubectl's. Such a text is quoted.
 * Source: YAML 1.1, float type; gopkg.in/yaml.v2, resolve.go.
 */
const quoteNumberLike: ScalarStyleRule = (layout) => {
  const {tag, value} = layout.node;
  if (tag === strTag.tagName && NUMBER_LIKE.test(value))
    layout.allowedStylesMask &= ~(1 << SCALAR_STYLE.PLAIN);
};

/**
 * Block style keeps a text with line breaks readable, but readers differ in how they treat white space around them. Other
 * characters that are not seen can only be escaped in double quotes.
 */
const doubleQuoteInvisible: ScalarStyleRule = (layout) => {
  if (layout.node.value.search(INVISIBLE) !== -1) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

/**
 * With these options js-yaml writes the same bytes, but takes many times as long. Only it does not escape characters such
 * as marks of direction, leaves `---` plain in a nested map, and puts a key with line breaks after a `?`.
 */
export const DUMP_OPTIONS = {
  lineWidth: -1,
  noRefs: true,
  scalarStyleRules: [doubleQuoteInvisible, quoteNumberLike, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)],
};

/**
 * Words, paths and durations that every YAML reader takes for strings. A path is printable ASCII: js-yaml's own expression takes
 * 2 µs and hundreds of bytes for each character with Bun, and the expression for a path has up to ten times its characters.
 */
const PLAIN = /^(?:[A-Za-z][A-Za-z0-9./-]*|(?:[A-Z]+ )?\/(?:[!-~]*[!-9;-~])?|[0-9]+s)$/;

/** Words that are other values to some YAML reader. Source: YAML 1.1, types bool, null and float. */
const VALUE_WORD = /^(?:y|n|yes|no|on|off|true|false|null|e-?[0-9]*)$/i;

/**
 * Objects as YAML documents, each after a `---`, with the keys in their order: block style, no folded lines, no anchors, a
 * final newline. Scalars are quoted wherever a YAML 1.1 reader (kubectl) or a YAML 1.2 reader would take them for
 * something else. A key has at most 1024 characters, YAML's limit for a key on the line of its value.
 *
 * Source: docs/specification.md, 6.5.
 */
export function toYaml(objects: readonly object[]): string {
  return objects.map((object) => `---\n${block(object, '')}`).join('');
}

/**
 * The lines of a map or list; a scalar or an empty collection takes one line.
 *
 * @param first what the first line begins with instead of `indent`: the dash of a list's item
 */
function block(value: unknown, indent: string, first = indent): string {
  if (isInline(value)) return `${first}${scalar(value)}\n`;
  const isList = Array.isArray(value);
  const deeper = `${indent}  `;
  let text = '';
  let start = first;
  for (const [key, entry] of Object.entries(value)) {
    if (isList) text += block(entry, deeper, `${start}- `);
    else if (isInline(entry)) text += `${start}${scalar(key)}: ${scalar(entry)}\n`;
    else text += `${start}${scalar(key)}:\n${block(entry, deeper)}`;
    start = indent;
  }
  return text;
}

function isInline(value: unknown): value is null | undefined | string | number | boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function scalar(value: unknown): string {
  const isInteger = Number.isSafeInteger(value) && !Object.is(value, -0);
  if (value === null || typeof value === 'boolean' || isInteger) return String(value);
  if (typeof value === 'string' && PLAIN.test(value) && !VALUE_WORD.test(value)) return value;
  const text = dump(value, DUMP_OPTIONS).slice(0, -1);
  return typeof value === 'string' && value.search(INVISIBLE) !== -1
    ? text.replace(INVISIBLE, escapeCharacter)
    : text;
}

/** A character in a double-quoted scalar. Source: YAML 1.2, section 5.7. */
function escapeCharacter(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`;
}
