import {Args, Command, type Interfaces} from '@oclif/core';
import {print} from '../../io/write/output-errors.ts';
import {HELP} from '../checked-command.ts';
import {COMPLETION_SCRIPTS} from './scripts.ts';

const steps = (
  bin: string,
) => `To complete commands, flags and values with Tab, run the lines of your shell, and start a new one.

bash
  echo 'eval "$(${bin} autocomplete bash)"' >> ~/.bashrc

zsh
  echo 'eval "$(${bin} autocomplete zsh)"' >> ~/.zshrc

fish
  mkdir -p ~/.config/fish/completions
  ${bin} autocomplete fish > ~/.config/fish/completions/${bin}.fish

PowerShell
  New-Item -ItemType Directory -Force (Split-Path $PROFILE)
  Add-Content $PROFILE '${bin} autocomplete powershell | Out-String | Invoke-Expression'
`;

/** Replaces `@oclif/plugin-autocomplete`; docs/maintainers/decisions.md has the reasons. */
export default class Autocomplete extends Command {
  static override readonly summary = 'Set up completion in bash, zsh, fish or PowerShell';

  static override readonly description =
    'With the name of a shell it prints the completion script for it, otherwise how to set it up. Linux packages and Homebrew install the scripts for bash, zsh and fish.';

  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    'eval "$(<%= config.bin %> <%= command.id %> bash)"',
  ];

  static override readonly args = {
    shell: Args.string({description: 'name of a shell', options: Object.keys(COMPLETION_SCRIPTS)}),
  };

  static override readonly flags: Interfaces.FlagInput = {
    help: HELP,
  };

  override async run(): Promise<void> {
    const {args} = await this.parse(Autocomplete);
    const script = Object.entries(COMPLETION_SCRIPTS).find(([shell]) => shell === args.shell)?.[1] ?? steps;
    print(script(this.config.bin));
  }
}
