import {Config, type Errors, handle, type Interfaces, toConfiguredId} from '@oclif/core';
import {nearestKey} from '../core/base/nearest-key.ts';
import {inputError, type Problem} from '../core/base/problem.ts';
import {quote} from '../core/base/quote.ts';
import {printProblems} from '../io/print/problems.ts';
import {unknownCommand} from './command-not-found.ts';
import {offeredCommands} from './completion/offered-words.ts';
import {processTerminal} from './process-terminal.ts';

const MORE_HELP = '\nSee more help with --help';

/** The words of oclif before the message of a flag's parser. */
const PARSING = /^Parsing --\S+ \n\t/;

/** Ends the program with an error of oclif or of a command. What was wrong with a command line is printed as all other problems are. */
export async function endWithOclifError(
  error: unknown,
  args: readonly string[],
  options: Interfaces.LoadOptions,
): Promise<void> {
  if (!(error instanceof Error)) throw error;
  const isExit = 'code' in error && error.code === 'EEXIT';
  if (!isExit && !process.env.DEBUG) {
    const problems = isOfOclif(error)
      ? problemsOf(error.message, args, await Config.load(options))
      : [inputError(error.message, 'if this is a bug in apigen, set `DEBUG=*` for a stack trace')];
    printProblems(processTerminal, problems);
    process.exit(isOfOclif(error) ? (error.oclif.exit ?? 2) : 1);
  }
  // oclif would print the help of the program below the message.
  await handle(Object.assign(error, {showHelp: false}));
}

/** By what it has, not by its class: a plugin that was installed separately has its own copy of oclif. */
function isOfOclif(error: Error): error is Errors.CLIError {
  return 'oclif' in error;
}

function problemsOf(message: string, args: readonly string[], config: Interfaces.Config): Problem[] {
  const [, command] = /^Command (.+) not found\.$/.exec(message) ?? [];
  if (command !== undefined) return [unknownCommand(toConfiguredId(command, config), config)];
  const {path} = offeredCommands(config, args);
  const hint = `\`${[config.bin, ...path].join(' ')} --help\` has all that it takes`;
  const [text = '', help] = message.split(MORE_HELP);
  const [, flags] = /^Nonexistent flags?: (.+)$/s.exec(text) ?? [];
  if (flags !== undefined) {
    const known = Object.keys(config.findCommand(path.join(':'))?.flags ?? {});
    return flags.split(', ').map((flag) => {
      const name = flag.replace(/^-+/, '').replace(/=.*/s, '');
      const within = known.find((key) => name.startsWith(`${key}-`));
      const near = nearestKey(name, [...known, 'help', 'version']) ?? within;
      const question = near === undefined || `--${near}` === flag ? '' : `did you mean \`--${near}\`? `;
      return inputError(`unknown flag ${quote(flag)}`, `${question}${hint}`);
    });
  }
  const [first = '', ...others] = text
    .replace(PARSING, '')
    .split('\n')
    .map((line) => line.trim());
  const sentence = [first.charAt(0).toLowerCase() + first.slice(1), ...others].join(' ');
  const isUsage = help !== undefined || sentence.endsWith(' expects a value');
  return [isUsage ? inputError(sentence, hint) : {code: 'input', severity: 'error', message: sentence}];
}
