import {readFileSync} from 'node:fs';
import path from 'node:path';
import {counted} from '../src/core/base/quote.ts';
import {RULES} from '../src/core/generate/rule-list.ts';

const listed = readFileSync(path.join(import.meta.dirname, 'cases', 'rules.txt'), 'utf8').split('\n');

/** The codes of rules that tests of all rules together leave out: a new rule has tests of its own, and changes no others. */
export const NEW_RULES: readonly string[] = RULES.filter(
  ({code, severity}) => severity !== 'error' && !listed.includes(code),
).map(({code}) => code);

/** The flags that leave new rules out, also of what is not printed as text and of `--strict`. */
export const SKIP_NEW_RULES = NEW_RULES.map((code) => `--skip-rule=${code}`);

/** Problems without those of new rules. */
export function ofKnownRules<T extends {readonly code: string}>(problems: readonly T[]): T[] {
  return problems.filter(({code}) => !NEW_RULES.includes(code));
}

/** Messages of warnings and notes that tests of all rules together leave out, with their hints. */
const NEW_MESSAGE = new RegExp(
  `^.*  (?:warning|note)  (?!(?:${listed.filter(Boolean).join('|')}): )[a-z]+(?:-[a-z]+)*: .*\\n(?: {4,}.*\\n)?`,
  'gm',
);

/** The last line of several problems: `1 error, 2 notes in 1 description`. */
const COUNTS = /^(\d+ (?:error|warning|note)s?\b.*) in .*\n/gm;

export function withoutNewRules(text: string): string {
  const left = text.match(NEW_MESSAGE) ?? [];
  if (left.length === 0) return text;
  const rest = text.replaceAll(NEW_MESSAGE, '').replace(/^results:\n(?! )/m, '');
  return rest.replace(COUNTS, (line, all: string) => {
    const counts = all.split(', ').flatMap((part): [number, string][] => {
      const [count, level = ''] = part.replace(/s$/, '').split(' ');
      const others = Number(count) - left.filter((message) => message.includes(`  ${level}  `)).length;
      return others > 0 ? [[others, level]] : [];
    });
    const total = counts.reduce((sum, [count]) => sum + count, 0);
    return total < 2
      ? ''
      : line.replace(all, counts.map(([count, level]) => counted(count, level)).join(', '));
  });
}
