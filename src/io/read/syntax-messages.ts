import {MAX_ALIAS_VALUES, MAX_DEPTH} from '../../core/base/limits.ts';
import type {Finding} from '../../core/base/problem.ts';

const CLOSE_FLOW = 'close it, or indent the lines in it more than its key';
const CLOSE_TEXT = 'close the text; the lines that continue it are indented more than its key';

/** The beginning of what js-yaml or `yaml` reports of a usual mistake, and plainer words; `$1` is the first group. */
const WORDS: readonly (readonly [reported: RegExp, message: string, hint: string])[] = [
  [/^duplicated mapping key/, 'duplicate key', 'keep one of the two keys'],
  [
    /^unquoted key (.*)$/,
    'unquoted key $1, which may be a comment or hide another key',
    'quote the key, or begin the comment with `#`',
  ],
  [/^nesting exceeded/, `nested more than ${MAX_DEPTH} levels deep`, 'reduce the nesting'],
  [
    /^aliases exceeded/,
    `more than ${MAX_ALIAS_VALUES} values after its aliases are expanded`,
    'write the values without YAML aliases (`*name`)',
  ],
  [/^alias in itself (.*)/, 'the alias `*$1` is inside of `&$1`, its own value', 'remove the alias'],
  [
    /^object-based map does not support/,
    'a map or a list as a key',
    'quote the key; a template such as `{{ … }}` has to be rendered first',
  ],
  [/^unknown \w+ tag !<!?(.*)>/, 'unknown tag `!$1`', 'remove it, or quote the value'],
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
  [/^flow (?:map|sequence) .*must .*end with a (.)$/, 'missing closing $1', CLOSE_FLOW],
  [/^missing closing (["'])quote/, 'missing closing $1', CLOSE_TEXT],
  [/^unexpected \S*scalar at node end/, 'unexpected text after the value', 'quote the whole value'],
  [
    /^expected a single document|^source contains multiple documents/,
    'expected a single document, found more',
    'keep one document in the file: remove the second `---` and what follows',
  ],
  [/^tabs? .*indentation/, 'tabs are not allowed as indentation', 'indent with spaces'],
];

/** Whether js-yaml refused the content of a text and not its syntax: reading the text again would find nothing else. */
export function isContentFault(reason: string): boolean {
  return /exceeded|merge|alias|duplicated|unquoted key|object-based|unknown \w+ tag/.test(reason);
}

/** The fault that a parser reports of a text, in plain words where it is a usual mistake. */
export function syntaxFault(reason: string, text: string): Required<Pick<Finding, 'message' | 'hint'>> {
  // YAML's flow style begins with the same brackets as JSON.
  const syntax = /^\s*[{[]/.test(text) ? 'YAML or JSON' : 'YAML';
  const fault = reason.charAt(0).toLowerCase() + reason.slice(1);
  const known = WORDS.find(([reported]) => reported.test(fault));
  if (known === undefined) return {message: `invalid ${syntax}: ${fault}`, hint: 'fix the syntax here'};
  const [reported, message, hint] = known;
  const words = message.replaceAll('$1', () => reported.exec(fault)?.[1] ?? '');
  return {message: `invalid ${syntax}: ${words}`, hint};
}
