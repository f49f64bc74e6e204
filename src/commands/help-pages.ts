import {nearestWord} from '../core/base/nearest-key.ts';
import {inputError, type Problem} from '../core/base/problem.ts';
import {quote} from '../core/base/quote.ts';
import {EXPLAINED_RULES} from '../core/generate/lint.ts';
import {RULES, RULES_BY_CODE, withoutPrefix} from '../core/generate/rule-list.ts';
import {rulePage} from '../core/rules/rule.ts';
import {SETTINGS, type Setting} from '../core/settings/table.ts';
import {pageText} from '../io/print/page-text.ts';
import {refuse} from '../io/print/problems.ts';
import {shippedFile} from '../io/shipped-files.ts';
import {processTerminal} from './process-terminal.ts';

const EXIT_CODES = 'exit-codes';

/** The commands in the order in which they are needed; all others are below them. */
export const SECTIONS = {
  COMMANDS: ['mesh', 'init', 'apply', 'delete', 'diff', 'routes', 'report', 'lint', 'tests'],
  'KUSTOMIZE AND TRACING': ['krm', 'tracer'],
};

/** Names of help pages besides commands: exit codes, the same for all commands, and rules. */
export const HELP_PAGES: readonly string[] = [EXIT_CODES, ...EXPLAINED_RULES.map(({code}) => code)];

const listOf = (rows: readonly {readonly summary: string; readonly code?: string; readonly key?: string}[]) =>
  rows.map(({code, key = code, summary}) => `- \`${key}\`: ${summary}\n`).join('');

const settingPage = ({summary, type, scopes, default: value = 'none'}: Setting) =>
  `${summary}\n\n- value: ${type.expected}\n- default: ${value}\n- set at: ${scopes.join(', ')}\n`;

/** Markdown made of tables: lists of the rules and of the settings, and what one setting takes, unless a command has its name. */
const TABLE_PAGES: ReadonlyMap<string, string> = new Map([
  ['rules', listOf(EXPLAINED_RULES)],
  ['settings', listOf(SETTINGS)],
  ...SETTINGS.map((one) => [one.key, settingPage(one)] as const).filter(
    ([key]) => !SECTIONS.COMMANDS.includes(key),
  ),
]);

/** The codes that are printed for what no rule finds, or what other linters find by rules of their own. */
const OTHER_CODES: readonly string[] = [
  ...RULES.filter((rule) => !EXPLAINED_RULES.includes(rule)).map(({code}) => code),
  ...['input', 'output', 'cluster', 'merge', 'overlay', 'yaml-indentation'],
];

/** All that `apigen help` has a page of, commands aside. */
export const PAGE_NAMES: readonly string[] = [...HELP_PAGES, ...TABLE_PAGES.keys()];

/** Whether `apigen help` explains a word that is not a command. */
export function isExplained(name: string): boolean {
  return [...PAGE_NAMES, ...OTHER_CODES].includes(withoutPrefix(name));
}

/** Prints a page of the documentation, which is in the package at `root`. Returns the exit code: 2 for a name that none has. */
export async function explainRule(typed: string, root: string): Promise<number> {
  const {columns, style, out} = processTerminal;
  const name = withoutPrefix(typed);
  const made = TABLE_PAGES.get(name);
  if (made === undefined && !HELP_PAGES.includes(name))
    return refuse(processTerminal, OTHER_CODES.includes(name) ? notARule(name) : unknownRule(name));
  const isRule = made === undefined && name !== EXIT_CODES;
  const text = made ?? (await shippedFile(`docs/${isRule ? 'rules/' : ''}${name}.md`, root));
  out(pageText(text, columns, style).trimStart());
  if (isRule) out(`\n${rulePage(name)}\n`);
  return 0;
}

function notARule(code: string): Problem {
  const isOptional = RULES_BY_CODE.get(code)?.severity === 'note';
  const hint = isOptional
    ? `\`--skip-rule ${code}\` leaves it out`
    : 'fix what the message says: it cannot be left out';
  return inputError(`${quote(code)} is not a rule, and has no page`, hint);
}

function unknownRule(name: string): Problem {
  const problem = inputError(`unknown rule ${quote(name)}`, `known are ${HELP_PAGES.slice(1).join(', ')}`);
  const suggestion = nearestWord(withoutPrefix(name), HELP_PAGES);
  return {...problem, ...(suggestion && {suggestion})};
}
