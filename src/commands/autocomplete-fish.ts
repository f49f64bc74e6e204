import {Command, Flags, type Interfaces} from '@oclif/core';

/** Stands beside the commands of `@oclif/plugin-autocomplete`, which knows bash, zsh and PowerShell. */
export default class AutocompleteFish extends Command {
  static override readonly summary = 'Print the completion of fish';

  static override readonly description =
    'fish reads what lies in ~/.config/fish/completions by itself. Packages and Homebrew install it already.';

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
    process.stdout.write(fishCompletion(this.config));
  }
}
