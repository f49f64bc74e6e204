import {nearestWord} from '../core/base/nearest-key.ts';
import {inputError} from '../core/base/problem.ts';
import {quote} from '../core/base/quote.ts';
import {LINT_RULES} from '../core/generate/lint.ts';
import {rulePage} from '../core/rules/rule.ts';
import {pageText} from '../io/print/page-text.ts';
import {printProblems} from '../io/print/report.ts';
import {shippedFile} from '../io/shipped-files.ts';
import {processTerminal} from './process-terminal.ts';

const EXIT_CODES = 'exit-codes';

/** What `apigen help` explains besides commands: rules, and what is the same for all commands. */
export const HELP_PAGES: readonly string[] = [EXIT_CODES, ...LINT_RULES.map(({code}) => code)];

/** Prints the page of a rule. Returns the exit code: 2 for a name that no rule has. */
export async function explainRule(name: string, root: string): Promise<number> {
  if (HELP_PAGES.includes(name)) {
    await printHelpPage(name, root);
    return 0;
  }
  const problem = inputError(`unknown rule ${quote(name)}`, `known are ${HELP_PAGES.slice(1).join(', ')}`);
  const suggestion = nearestWord(name, HELP_PAGES);
  printProblems(processTerminal, [{...problem, ...(suggestion && {suggestion})}]);
  return 2;
}

/** Prints a page of the documentation, which is in the package at `root`. */
export async function printHelpPage(name: string, root: string): Promise<void> {
  const {columns, style, out} = processTerminal;
  const isRule = name !== EXIT_CODES;
  const text = await shippedFile(`docs/${isRule ? 'rules/' : ''}${name}.md`, root);
  out(pageText(text, columns, style).trimStart());
  if (isRule) out(`\n${rulePage(name)}\n`);
}
