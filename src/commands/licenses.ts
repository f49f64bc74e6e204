import type {Interfaces} from '@oclif/core';
import {NOTICES} from '../io/shipped-files.ts';
import {HELP} from './help-flag.ts';
import {PrintShipped} from './print-shipped.ts';

export default class Licenses extends PrintShipped {
  static override readonly summary = 'Print the licences of the packages that are part of this program';

  static override readonly flags: Interfaces.FlagInput = {
    help: HELP,
  };

  override async run(): Promise<void> {
    await this.parse(Licenses);
    await this.print(NOTICES);
  }
}
