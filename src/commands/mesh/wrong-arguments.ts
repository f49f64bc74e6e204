import {nearestKey} from '../../core/nearest-key.ts';
import type {Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {oclifSentences} from '../oclif-sentences.ts';
import {
  excludedBy,
  isRepeated,
  type LenientArguments,
  parseLeniently,
  readArguments,
} from './mesh-arguments.ts';
import type {MeshArguments, MeshFlag} from './mesh-flags.ts';

/** The command that was typed. */
export interface TypedCommand {
  /** Its words, such as `routes match`. */
  readonly name: string;
  readonly flags: readonly MeshFlag[];
}

/**
 * What is wrong with a command line that oclif refused, as problems like all others. oclif stops at the first mistake of
 * some kinds; here all of them are found. What only oclif finds is shown in its words. `undefined` for an error of another
 * kind.
 *
 * @param args the command line
 */
export function wrongArguments(
  error: Error,
  args: readonly string[],
  command: TypedCommand,
): Problem[] | undefined {
  if (!isUsageError(error)) return undefined;
  const {given, unknown, valued} = parseLeniently(args, command.flags);
  const found = [
    ...unknown.map((name) => unknownFlag(name, command)),
    ...valued.map(unexpectedValue),
    ...misused(given, command),
    ...readArguments(given, command.flags).problems,
  ];
  return found.length > 0
    ? found
    : oclifSentences(error.message).map((message) => toProblem(message, command));
}

/** The switches that were given a value. oclif accepts these, and takes the value for an argument. */
export function unexpectedValues(args: readonly string[], {flags}: TypedCommand): Problem[] {
  return parseLeniently(args, flags).valued.map(unexpectedValue);
}

function unexpectedValue({flag: {key, isNegatable}, value}: LenientArguments['valued'][number]): Problem {
  return {
    code: 'input',
    severity: 'error',
    message: `takes no value: found ${quote(value)}`,
    hint: isNegatable ? `write \`--${key}\` or \`--no-${key}\`` : `write \`--${key}\`, or leave it out`,
    flag: key,
  };
}

function toProblem(message: string, {name}: TypedCommand): Problem {
  return {code: 'input', severity: 'error', message, hint: `\`apigen ${name} --help\` lists all flags`};
}

function unknownFlag(name: string, command: TypedCommand): Problem {
  const names = command.flags.map(({key}) => key);
  const meant = name.startsWith('--') ? nearestKey(name.slice(2, 100), names) : undefined;
  const problem = toProblem(`unknown flag ${quote(name)}`, command);
  return meant === undefined ? problem : {...problem, suggestion: `--${meant}`};
}

function misused(given: MeshArguments, command: TypedCommand): Problem[] {
  return command.flags
    .filter(({key}) => key in given)
    .flatMap((flag) => {
      const repeated = isRepeated(flag, given) ? ['can only be given once'] : [];
      const excluded = excludedBy(flag, given).map((other) => `cannot be combined with --${other}`);
      return [...repeated, ...excluded].map((message) => ({...toProblem(message, command), flag: flag.key}));
    });
}

function isUsageError(error: Error): boolean {
  const oclif = 'oclif' in error ? error.oclif : undefined;
  return typeof oclif === 'object' && oclif !== null && 'exit' in oclif && oclif.exit === 2;
}
