import {Command} from '@oclif/core';
import {complete} from './complete.ts';

/** The command of completion scripts, where `main` does not run it at once. */
export default class Complete extends Command {
  static override readonly hidden = true;
  static override readonly strict = false;
  static override readonly summary = 'Print what can follow the words of a command line';

  override async run(): Promise<void> {
    // oclif sorts the words of such a command, and moves those that occur twice.
    this.parsed = true;
    await complete(this.argv, this.config);
  }
}
