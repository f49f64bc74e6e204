import {type Errors, type Interfaces, toConfiguredId} from '@oclif/core';
import {nearestKey} from '../core/nearest-key.ts';
import {inputError, type Problem} from '../core/problem.ts';
import {quote} from '../core/quote.ts';
import {printProblems} from '../io/print/report.ts';
import {unknownCommand} from './command-not-found.ts';
import {offeredCommands} from './completion/offered-words.ts';
import {processTerminal} from './process-terminal.ts';

const MORE_HELP = '\nSee more help with --help';

/** Prints what oclif found wrong with a command line as all other problems are printed. */
export function printOclifError(
  {message}: Errors.CLIError,
  args: readonly string[],
  config: Interfaces.Config,
): void {
  printProblems(processTerminal, [problemOf(message, args, config)]);
}

function problemOf(message: string, args: readonly string[], config: Interfaces.Config): Problem {
  const [, command] = /^Command (.+) not found\.$/.exec(message) ?? [];
  if (command !== undefined) return unknownCommand(toConfiguredId(command, config), config);
  const {path} = offeredCommands(config, args);
  const hint = `\`${[config.bin, ...path].join(' ')} --help\` has all that it takes`;
  const [, flag] = /^Nonexistent flag: (\S+)/.exec(message) ?? [];
  if (flag !== undefined) {
    const known = Object.keys(config.findCommand(path.join(':'))?.flags ?? {});
    const near = nearestKey(flag.replace(/^-+/, ''), [...known, 'help', 'version']);
    const question = near === undefined ? '' : `did you mean \`--${near}\`? `;
    return inputError(`unknown flag ${quote(flag)}`, `${question}${hint}`);
  }
  const [text = '', help] = message.split(MORE_HELP);
  const [first = '', ...others] = text.split('\n').map((line) => line.trim());
  const found = [first.charAt(0).toLowerCase() + first.slice(1), ...others].join(' ');
  return help === undefined ? {code: 'input', severity: 'error', message: found} : inputError(found, hint);
}
