import {nearestKey} from '../../core/nearest-key.ts';
import type {Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {
  excludedBy,
  isRepeated,
  type LenientArguments,
  parseLeniently,
  readMeshArguments,
} from './mesh-arguments.ts';
import {MESH_FLAGS, type MeshArguments} from './mesh-flags.ts';

const HELP = '`apigen mesh --help` lists all flags';

/**
 * What is wrong with a command line that oclif refused, as problems like all others. oclif stops at the first mistake of
 * some kinds; here all of them are found. What only oclif finds is shown in its words. `undefined` for an error of another
 * kind.
 *
 * @param args the command line
 */
export function wrongArguments(error: Error, args: readonly string[]): Problem[] | undefined {
  if (!isUsageError(error)) return undefined;
  const {given, unknown, valued} = parseLeniently(args);
  const found = [
    ...unknown.map(unknownFlag),
    ...valued.map(unexpectedValue),
    ...misused(given),
    ...readMeshArguments(given).problems,
  ];
  return found.length > 0 ? found : sentences(error.message).map(toProblem);
}

/** The switches that were given a value. oclif accepts these, and takes the value for an argument. */
export function unexpectedValues(args: readonly string[]): Problem[] {
  return parseLeniently(args).valued.map(unexpectedValue);
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

function toProblem(message: string): Problem {
  return {code: 'input', severity: 'error', message, hint: HELP};
}

function unknownFlag(name: string): Problem {
  const names = MESH_FLAGS.map(({key}) => key);
  const meant = name.startsWith('--') ? nearestKey(name.slice(2, 100), names) : undefined;
  const problem = toProblem(`unknown flag ${quote(name)}`);
  return meant === undefined ? problem : {...problem, suggestion: `--${meant}`};
}

function misused(given: MeshArguments): Problem[] {
  return MESH_FLAGS.filter(({key}) => key in given).flatMap((flag) => {
    const repeated = isRepeated(flag, given) ? ['can only be given once'] : [];
    const excluded = excludedBy(flag, given).map((other) => `cannot be combined with --${other}`);
    return [...repeated, ...excluded].map((message) => ({...toProblem(message), flag: flag.key}));
  });
}

function isUsageError(error: Error): boolean {
  const oclif = 'oclif' in error ? error.oclif : undefined;
  return typeof oclif === 'object' && oclif !== null && 'exit' in oclif && oclif.exit === 2;
}

/** oclif colours its sentences, adds a heading, and ends them with a pointer to the help. */
function sentences(message: string): string[] {
  return message
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        line !== '' &&
        line !== 'See more help with --help' &&
        !/^The following errors? occurred:$/.test(line),
    );
}
