import {Command} from '@oclif/core';
import {type ShippedFile, shippedFile} from '../io/shipped-files.ts';

/** What the commands share that print a shipped file, byte for byte. */
export abstract class PrintShipped extends Command {
  protected async print(name: ShippedFile): Promise<void> {
    process.stdout.write(await shippedFile(name, this.ctor.plugin?.root ?? this.config.root));
  }
}
