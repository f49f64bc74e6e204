import {Flags, type Interfaces} from '@oclif/core';
import {PrintShipped} from './print-shipped.ts';

export default class Ruleset extends PrintShipped {
  static override readonly summary = 'Print a Spectral ruleset that needs nothing but itself';

  static override readonly description =
    "One file with Spectral's own functions alone, for where `apigen/spectral` from npm cannot be extended. Its head lists what it cannot check.";

  static override readonly examples = ['<%= config.bin %> <%= command.id %> > apigen.spectral.yaml'];

  static override readonly flags: Interfaces.FlagInput = {
    help: Flags.help({char: 'h', summary: 'Print this help'}),
  };

  override async run(): Promise<void> {
    await this.parse(Ruleset);
    await this.print('rulesets/apigen.spectral.yaml');
  }
}
