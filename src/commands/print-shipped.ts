import {Command, Errors, type Interfaces} from '@oclif/core';
import {type ShippedFile, shippedFile} from '../io/shipped-files.ts';
import {print} from '../io/write/output-errors.ts';
import {oclifSentences} from './oclif-sentences.ts';

/** The base of commands that print a shipped file, byte for byte. */
export abstract class PrintShipped extends Command {
  protected async print(name: ShippedFile): Promise<void> {
    print(await shippedFile(name, this.ctor.plugin?.root ?? this.config.root));
  }

  /** oclif would print the help after the message, and in an executable a line on standard output, where a file is expected. */
  protected override async catch(error: Interfaces.CommandError): Promise<void> {
    if (!(error instanceof Errors.CLIError) || error.oclif.exit !== 2 || process.env.DEBUG) throw error;
    const [message = ''] = oclifSentences(error.message);
    this.logToStderr(`${message}\n    \`${this.config.bin} ${this.id} --help\` lists all flags`);
    process.exitCode = 2;
  }
}
