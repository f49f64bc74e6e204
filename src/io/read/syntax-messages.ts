import {MAX_ANCHORS, MAX_DEPTH, MAX_MERGE_KEYS, MAX_MERGED_MAPS} from '../../core/limits.ts';

/** What is wrong with a text, and how to fix it. */
export interface SyntaxFault {
  readonly message: string;
  readonly hint: string;
}

interface Wording extends SyntaxFault {
  /** The beginning of what a parser reports; `$1` in the message is its first group. */
  readonly reported: RegExp;
}

const FIX_SYNTAX = 'fix the syntax here';
const CLOSE = 'close it, or indent the lines in it more than its key';
const ADD = 'add what is missing, or indent the lines that continue the text';

/** What js-yaml reports of a text whose syntax is valid: reading the text again would find nothing else. */
const CONTENT: readonly Wording[] = [
  {reported: /^duplicated mapping key/, message: 'duplicate key', hint: 'keep one of the two keys'},
  {
    reported: /^nesting exceeded/,
    message: `nested more than ${MAX_DEPTH} levels deep`,
    hint: 'reduce the nesting',
  },
  {
    reported: /^anchors exceeded/,
    message: `more than ${MAX_ANCHORS} anchors`,
    hint: 'write the values without anchors',
  },
  {
    reported: /^merge keys exceeded/,
    message: `more than ${MAX_MERGE_KEYS} keys from merge keys (\`<<\`)`,
    hint: 'write the keys themselves',
  },
  {
    reported: /^abnormal merge sequence size/,
    message: `more than ${MAX_MERGED_MAPS} maps in one merge key (\`<<\`)`,
    hint: 'write the keys themselves',
  },
  {
    reported: /^cannot merge/,
    message: 'invalid merge key `<<`: expected a map or a list of maps',
    hint: 'refer to a map: `<<: *name`',
  },
  {
    reported: /^object-based map does not support/,
    message: 'a map or a list as a key',
    hint: 'quote the key',
  },
  {
    reported: /^unknown \w+ tag !<!?(.*)>/,
    message: 'unknown tag `!$1`',
    hint: 'remove it, or quote the value',
  },
];

/** The parsers' own words for usual mistakes need knowledge of YAML's grammar. */
const SYNTAX: readonly Wording[] = [
  {
    reported: /^implicit (?:map )?keys need/,
    message: 'expected ": " after the key',
    hint: 'write `key: value`, or indent the lines that continue a text',
  },
  {
    reported: /^nested mappings are not allowed in compact/,
    message: 'unexpected ": " in a value',
    hint: 'quote the value, or indent the next line less',
  },
  {
    reported: /^a block sequence may not be used/,
    message: 'unexpected "- "',
    hint: 'align it with the other items of the list',
  },
  {
    reported: /^all mapping items must/,
    message: 'the keys of a map must begin at the same column',
    hint: 'align it with the other keys',
  },
  {
    reported: /^all sequence items must/,
    message: 'the items of a list must begin at the same column',
    hint: 'align it with the other items',
  },
  {reported: /^flow (?:map|sequence) .*must .*end with a (.)$/, message: 'missing closing $1', hint: CLOSE},
  {
    reported: /^unexpected \S+-end token in YAML stream: (".*")/,
    message: 'unexpected $1',
    hint: 'remove it, or add what it closes',
  },
  {
    reported: /^unexpected \S*scalar at node end/,
    message: 'unexpected text after the value',
    hint: 'quote the whole value',
  },
  {
    reported: /^unexpected \S*scalar token/,
    message: 'unexpected text',
    hint: 'add what separates it from the text before',
  },
  {
    reported: /^block collections are not allowed within flow/,
    message: 'expected a comma or a closing bracket',
    hint: ADD,
  },
  {reported: /^missing , between flow/, message: 'expected a comma between the entries', hint: 'add it'},
  {
    reported: /^block scalar header includes/,
    message: 'unexpected text after `|` or `>`',
    hint: 'quote the value, or write the text on the next line',
  },
  {
    reported: /^plain value cannot start with .*(.)$/,
    message: 'a value cannot begin with "$1"',
    hint: 'quote the value',
  },
  {
    reported: /^anchor cannot be an empty string/,
    message: 'expected a name after `&`',
    hint: 'quote the value, or name the anchor',
  },
  {
    reported: /^invalid escape sequence (.*)/,
    message: 'invalid escape sequence `$1`',
    hint: 'double the backslash, or use single quotes',
  },
  {reported: /^missing closing (.)quote/, message: 'missing closing $1', hint: ADD},
  {
    reported: /^expected a single document|^source contains multiple documents/,
    message: 'expected a single document, found more',
    hint: 'keep one document in the file: remove the second `---` and what follows',
  },
  {
    reported: /^tabs? .*indentation/,
    message: 'tabs are not allowed as indentation',
    hint: 'indent with spaces',
  },
];

/** Whether js-yaml refused the content of a text and not its syntax. */
export function isContentFault(reason: string): boolean {
  return CONTENT.some(({reported}) => reported.test(reason));
}

/**
 * What a parser reports, in plain words.
 *
 * @param reason the parser's message
 */
export function syntaxFault(reason: string, text: string): SyntaxFault {
  const reported = reason.charAt(0).toLowerCase() + reason.slice(1);
  const known = [...CONTENT, ...SYNTAX].find((wording) => wording.reported.test(reported));
  const found = known && reported.replace(new RegExp(`(?:${known.reported.source}).*`, 's'), known.message);
  return {message: `invalid ${syntaxName(text)}: ${found ?? reported}`, hint: known?.hint ?? FIX_SYNTAX};
}

/** What a text was meant to be: YAML's flow style begins with the same brackets as JSON. */
function syntaxName(text: string): 'YAML' | 'YAML or JSON' {
  return /^\s*[{[]/.test(text) ? 'YAML or JSON' : 'YAML';
}
