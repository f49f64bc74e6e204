import {Command} from '@oclif/core';
import {type ShippedFile, shippedFile} from '../io/shipped-files.ts';
import {print} from '../io/write/output-errors.ts';

/** The base of commands that print a shipped file, byte for byte. */
export abstract class PrintShipped extends Command {
  protected async print(name: ShippedFile): Promise<void> {
    print(await shippedFile(name, this.ctor.plugin?.root ?? this.config.root));
  }
}
