import {Config, type Errors, handle, type Interfaces, toConfiguredId} from '@oclif/core';
import {nearestKey, nearestWord} from '../core/base/nearest-key.ts';
import {inputError, type Problem} from '../core/base/problem.ts';
import {quote} from '../core/base/quote.ts';
import {printProblems} from '../io/print/problems.ts';
import {isRemote} from '../io/read/source.ts';
import {shellWord} from './arguments/arguments.ts';
import {MESH_FLAGS} from './arguments/flags.ts';
import {offeredCommands} from './completion/offered-words.ts';
import {PAGE_NAMES} from './help-pages.ts';
import {processTerminal} from './process-terminal.ts';

/** Names in other programs of something that is called differently here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  '-v': '--version',
  completion: 'autocomplete',
  bundle: 'mesh',
  convert: 'mesh',
  generate: 'mesh',
  profile: 'mesh',
  render: 'mesh',
  check: 'lint',
  validate: 'lint',
  verify: 'lint',
};

/**
 * Suggests a command that is near. Unlike oclif's own plugin it never asks: a pipeline with a terminal would wait for an answer.
 *
 * @param typed with the arguments, which oclif takes for words of the command
 */
function unknownCommand(typed: string, config: Interfaces.Config): Problem {
  const words = typed.split(' ');
  const {path, next} = offeredCommands(config, words);
  const word = words[path.length] ?? '';
  if (path.length > 0 && next.length === 0) {
    const command = [config.bin, ...path].join(' ');
    const hint =
      path[0] === 'krm'
        ? `write \`apigen mesh ${shellWord(word)}\`, or let kustomize run it: docs/krm.md`
        : `read \`${command} --help\``;
    return inputError(`\`${command}\` takes no argument: found ${quote(word)}`, hint);
  }
  const ofProgram = path.length > 0 ? [] : ['--help', '--version', ...Object.keys(SYNONYMS)];
  const nearest = nearestKey(word.toLowerCase(), [...next.map((offer) => offer.word), ...ofProgram]);
  const near = SYNONYMS[nearest ?? ''] ?? nearest;
  const page = near === undefined && path.length === 0 ? nearestWord(word, PAGE_NAMES) : undefined;
  const below = config.commands.find(
    ({id}) => id.startsWith([...path, ''].join(':')) && id.endsWith(`:${word}`),
  );
  const others = below?.id.split(':') ?? path;
  const meant = page !== undefined ? ['help', page] : near === undefined ? others : [...path, near];
  const asked = [...path, word].join(' ').trim();
  const what = asked.startsWith('-') ? `flag ${quote(word)}` : `command ${quote(asked)}`;
  if (meant === path && path.length > 0)
    return inputError(`unknown ${what}`, `\`${[config.bin, ...path].join(' ')} --help\` lists its commands`);
  const question = meant.length === 0 ? '' : `did you mean \`${[config.bin, ...meant].join(' ')}\`? `;
  return inputError(`unknown ${what}`, `${question}\`${config.bin} help\` lists all commands`);
}

/**
 * Refuses a flag or a description before the command or without one: oclif would take it for a command, or print the help of a topic,
 * as if that was asked for.
 */
export function refuseEarlyWord(args: readonly string[], config: Interfaces.Config): void {
  const {path, next} = offeredCommands(config, args);
  const after = args.slice(path.length);
  const [word = ''] = after;
  const isFlag = word.startsWith('-') && word !== '-h' && word !== '--help';
  const isOfMesh = path.length === 0 && isMeantForMesh(word);
  if (config.findCommand(path.join(':')) || !(isFlag || isOfMesh)) return;
  const commands = next.map((offer) => offer.word);
  const index = after.findIndex((one) => commands.includes(one));
  if (path.length === 0 && !isOfMesh && (index === -1 || word === '--version')) return;
  const words = index === -1 ? ['mesh', ...after] : [...after.slice(index), ...after.slice(0, index)];
  const topic = [config.bin, ...path].join(' ');
  const hint = `did you mean \`${[topic, ...words.map(shellWord)].join(' ')}\`?`;
  const isUnknown = index === -1 && !isOfMesh;
  const problem = isUnknown
    ? inputError(`unknown flag ${quote(word)}`, `\`${topic} --help\` lists its commands`)
    : inputError(
        index === -1 ? `no command before ${quote(word)}` : `${quote(word)} is before the command`,
        hint,
      );
  printProblems(processTerminal, [problem]);
  process.exit(2);
}

function isMeantForMesh(word: string): boolean {
  const isFlag = MESH_FLAGS.some(({key, char}) => word === `--${key}` || word === `-${char}`);
  return isFlag || isRemote(word) || /\.(ya?ml|json)$/i.test(word);
}

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
  const [, command] = /^command (.+) not found\.?$/i.exec(message) ?? [];
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
