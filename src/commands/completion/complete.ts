import {parseArgs} from 'node:util';
import {Command} from '@oclif/core';
import {print} from '../../io/write/output-errors.ts';
import {offersFor} from './offers.ts';

/** The line that asks the shell to offer files too. No word of ours begins with a colon. */
export const FILES = ':files';

/**
 * What the completion scripts call at each Tab: `complete --word=<its beginning> -- <the words before it>`. Prints a word in each line,
 * with its help after a tab.
 */
export default class Complete extends Command {
  static override readonly hidden = true;
  static override readonly strict = false;
  static override readonly summary = 'Print what can follow the words of a command line';

  override async run(): Promise<void> {
    // oclif sorts the words of such a command, and moves those that occur twice.
    this.parsed = true;
    // A flag, because PowerShell before 7.3 leaves empty arguments out.
    const options = {word: {type: 'string', default: ''}} as const;
    const {values, positionals} = parseArgs({args: this.argv, options, allowPositionals: true});
    const {words, files} = await offersFor(this.config, positionals, values.word);
    const lines = words.map(({word, help}) => (help === '' ? word : `${word}\t${help}`));
    print([...lines, ...(files ? [FILES] : [])].map((line) => `${line}\n`).join(''));
  }
}
