import {readFileSync} from 'node:fs';
import path from 'node:path';
import {RULES} from '../src/core/rule-list.ts';

const listed = readFileSync(path.join(import.meta.dirname, 'cases', 'rules.txt'), 'utf8').split('\n');

/** The codes of rules that tests of all rules together leave out: a new rule has tests of its own, and changes no others. */
export const NEW_RULES: ReadonlySet<string> = new Set(
  RULES.map(({code}) => code).filter((code) => !listed.includes(code)),
);
