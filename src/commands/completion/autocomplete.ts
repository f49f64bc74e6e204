import {Args} from '@oclif/core';
import {print} from '../../io/write/output-errors.ts';
import {plainCommand} from '../checked-command.ts';
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
export default plainCommand(
  {
    summary: 'Set up completion in bash, zsh, fish or PowerShell',
    description: [
      'With the name of a shell it prints the completion script for it, otherwise how to set it up. Linux packages and Homebrew install the scripts for bash, zsh and fish.',
    ],
    examples: ['', 'eval "$(<%= config.bin %> <%= command.id %> bash)"'],
    args: {shell: Args.string({description: 'name of a shell', options: Object.keys(COMPLETION_SCRIPTS)})},
  },
  ({args, config}) => {
    const script = Object.entries(COMPLETION_SCRIPTS).find(([shell]) => shell === args.shell)?.[1] ?? steps;
    print(script(config.bin));
  },
);
