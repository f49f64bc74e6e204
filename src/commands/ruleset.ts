import type {Interfaces} from '@oclif/core';
import {HELP} from './help-flag.ts';
import {PrintShipped} from './print-shipped.ts';

export default class Ruleset extends PrintShipped {
  static override readonly summary = 'Print the Spectral ruleset without dependencies';

  static override readonly description =
    "One file that uses only Spectral's own functions, for places where `@apigen/cli/spectral` from npm cannot be extended. Its first lines list what it cannot check.";

  static override readonly examples = ['<%= config.bin %> <%= command.id %> > apigen.spectral.yaml'];

  static override readonly flags: Interfaces.FlagInput = {
    help: HELP,
  };

  override async run(): Promise<void> {
    await this.parse(Ruleset);
    await this.print('rulesets/apigen.spectral.yaml');
  }
}
