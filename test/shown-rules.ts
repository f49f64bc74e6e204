import {readFileSync} from 'node:fs';
import path from 'node:path';
import {RULES} from '../src/core/rule-list.ts';

const listed = readFileSync(path.join(import.meta.dirname, 'cases', 'rules.txt'), 'utf8').split('\n');

/** The codes of rules that tests of all rules together leave out: a new rule has tests of its own, and changes no others. */
export const NEW_RULES: ReadonlySet<string> = new Set(
  RULES.map(({code}) => code).filter((code) => !listed.includes(code)),
);

/** Messages of warnings and notes that tests of all rules together leave out, with their hints. */
const NEW_MESSAGE = new RegExp(
  `^.*  (?:warning|note)  (?!(?:${listed.filter(Boolean).join('|')}): )[a-z]+(?:-[a-z]+)*: .*\\n(?: {4,}.*\\n)?`,
  'gm',
);

export function withoutNewRules(text: string): string {
  return text.replaceAll(NEW_MESSAGE, '');
}
