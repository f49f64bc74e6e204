import {stripVTControlCharacters} from 'node:util';
import {type Config, Help} from '@oclif/core';
import {nearestWord} from '../core/base/nearest-key.ts';
import {inputError, type Problem} from '../core/base/problem.ts';
import {quote} from '../core/base/quote.ts';
import {EXPLAINED_RULES} from '../core/generate/lint.ts';
import {RULES, RULES_BY_CODE, withoutPrefix} from '../core/generate/rule-list.ts';
import {rulePage} from '../core/rules/rule.ts';
import {SETTINGS, type Setting} from '../core/settings/table.ts';
import {pageText, wrapText} from '../io/print/page-text.ts';
import {refuse} from '../io/print/problems.ts';
import {shippedFile} from '../io/shipped-files.ts';
import {offeredCommands} from './completion/offered-words.ts';
import {processTerminal} from './process-terminal.ts';

const EXIT_CODES = 'exit-codes';

/** The commands in the order in which they are needed; all others are below them. */
const SECTIONS = {
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

/** The begin of a group of flags whose first has no short form while another has: oclif trims the place of `-x, ` there. */
const TRIMMED_FLAG = /(FLAGS[^\n]*\n {2})(?=--(?:.+\n)+? {2}(?:-\w, | {4}--))/g;

/** oclif breaks no long line of a summary or an example, and counts the indentation of a list too small by two. */
class WrappedHelp extends Help {
  static in(config: Config): WrappedHelp {
    const {columns} = processTerminal;
    const width = columns && {maxWidth: Math.max(columns, 40) - 2};
    return new WrappedHelp(config, {...config.pjson.oclif.helpOptions, ...width});
  }

  protected override log(...texts: string[]): void {
    const indented = texts.map((text) => text.replaceAll(TRIMMED_FLAG, '$1    '));
    super.log(...indented.map((text) => text.replaceAll(/^( *)(.*)$/gm, foldLine)));
  }

  print(): void {
    const offers = offeredCommands(this.config, []).next;
    const named: readonly string[] = Object.values(SECTIONS).flat();
    const others = offers.map(({word}) => word).filter((word) => !named.includes(word));
    const begin =
      'Begin with `<%= config.bin %> init`; `--help` after a command prints its flags and examples, `<%= config.bin %> help server-path` the page of a rule, and `<%= config.bin %> help exit-codes` what exit codes mean.';
    const sections = Object.entries({...SECTIONS, 'OTHER COMMANDS': others}).map(([title, words]) => {
      const rows = words.flatMap((word) => offers.filter((offer) => offer.word === word));
      const list = this.renderList(
        rows.map(({word, help}) => [word, help]),
        {indentation: 2, spacer: '\n'},
      );
      return this.section(title, list);
    });
    this.log([this.formatRoot(), this.wrap(this.render(begin)), ...sections, ''].join('\n\n'));
  }
}

/** A line of help in several, where it is wider than the terminal. */
function foldLine(line: string, indent: string, text: string): string {
  const {columns = line.length} = processTerminal;
  // Colours have no width.
  if (stripVTControlCharacters(line).length <= columns) return line;
  const plain = stripVTControlCharacters(text);
  const next = plain.startsWith('$ ') ? ` \\\n${indent}    ` : `\n${indent}`;
  return indent + wrapText(plain, columns - indent.length - 4, '').replaceAll('\n', next);
}

/** Prints the help of the program, or of the command that some words name. oclif would sort commands by name. */
export async function printHelp(config: Config, words: readonly string[]): Promise<void> {
  const help = WrappedHelp.in(config);
  if (words.length === 0) help.print();
  else await help.showHelp([...words]);
}
