import {Command, Flags, type Interfaces} from '@oclif/core';
import {print} from '../../io/write/output-errors.ts';

/** `@oclif/plugin-autocomplete` supports bash, zsh and PowerShell only. */
export default class AutocompleteFish extends Command {
  static override readonly summary = 'Print the completion script for fish';

  static override readonly description =
    'fish loads the files in ~/.config/fish/completions. Linux packages and Homebrew install it for you.';

  static override readonly examples = [
    'mkdir -p ~/.config/fish/completions',
    '<%= config.bin %> <%= command.id %> > ~/.config/fish/completions/<%= config.bin %>.fish',
  ];

  static override readonly flags: Interfaces.FlagInput = {
    help: Flags.help({char: 'h', summary: 'Print this help'}),
  };

  override async run(): Promise<void> {
    await this.parse(AutocompleteFish);
    const {fishCompletion} = await import('./fish-completion.ts');
    print(fishCompletion(this.config));
  }
}
