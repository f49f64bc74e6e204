import {MAX_ALIAS_VALUES, MAX_DEPTH} from '../../core/limits.ts';

/** What is wrong with a text, and how to fix it. */
interface SyntaxFault {
  readonly message: string;
  readonly hint: string;
}

/** The beginning of what a parser reports, and its fault; `$1` in the message is the first group. */
type Wording = readonly [reported: RegExp, message: string, hint: string];

/** What js-yaml reports of a text whose syntax is valid: reading the text again would find nothing else. */
const CONTENT: readonly Wording[] = [
  [/^duplicated mapping key/, 'duplicate key', 'keep one of the two keys'],
  [/^nesting exceeded/, `nested more than ${MAX_DEPTH} levels deep`, 'reduce the nesting'],
  [
    /^aliases exceeded/,
    `more than ${MAX_ALIAS_VALUES} values after its aliases are expanded`,
    'write the values without YAML aliases (`*name`)',
  ],
  [
    /^object-based map does not support/,
    'a map or a list as a key',
    'quote the key; a template such as `{{ … }}` has to be rendered first',
  ],
  [/^unknown \w+ tag !<!?(.*)>/, 'unknown tag `!$1`', 'remove it, or quote the value'],
];

/** The parsers' own words for usual mistakes need knowledge of YAML's grammar. */
const SYNTAX: readonly Wording[] = [
  [
    /^implicit (?:map )?keys need/,
    'expected ": " after the key',
    'write `key: value`, or indent the lines that continue a text',
  ],
  [
    /^nested mappings are not allowed in compact/,
    'unexpected ": " in a value',
    'quote the value, or indent the next line less',
  ],
  [
    /^flow (?:map|sequence) .*must .*end with a (.)$/,
    'missing closing $1',
    'close it, or indent the lines in it more than its key',
  ],
  [
    /^missing closing (["'])quote/,
    'missing closing $1',
    'close the text; the lines that continue it are indented more than its key',
  ],
  [/^unexpected \S*scalar at node end/, 'unexpected text after the value', 'quote the whole value'],
  [
    /^expected a single document|^source contains multiple documents/,
    'expected a single document, found more',
    'keep one document in the file: remove the second `---` and what follows',
  ],
  [/^tabs? .*indentation/, 'tabs are not allowed as indentation', 'indent with spaces'],
];

/** Whether js-yaml refused the content of a text and not its syntax. */
export function isContentFault(reason: string): boolean {
  return /merge|alias/.test(reason) || CONTENT.some(([reported]) => reported.test(reason));
}

/**
 * What a parser reports, in plain words where it is a usual mistake.
 *
 * @param reason the parser's message
 */
export function syntaxFault(reason: string, text: string): SyntaxFault {
  // YAML's flow style begins with the same brackets as JSON.
  const syntax = /^\s*[{[]/.test(text) ? 'YAML or JSON' : 'YAML';
  const fault = reason.charAt(0).toLowerCase() + reason.slice(1);
  const known = [...CONTENT, ...SYNTAX].find(([reported]) => reported.test(fault));
  if (known === undefined) return {message: `invalid ${syntax}: ${fault}`, hint: 'fix the syntax here'};
  const [reported, message, hint] = known;
  const found = fault.replace(new RegExp(`(?:${reported.source}).*`, 's'), message);
  return {message: `invalid ${syntax}: ${found}`, hint};
}
