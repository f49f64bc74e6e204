import {stripVTControlCharacters} from 'node:util';
import {type Config, Help} from '@oclif/core';
import {wrapText} from '../io/print/page-text.ts';
import {offeredCommands} from './completion/offered-words.ts';
import {SECTIONS} from './help-pages.ts';
import {processTerminal} from './process-terminal.ts';

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
