import {readFlags} from '../core/flag-values.ts';
import {nearestKey} from '../core/nearest-key.ts';
import {type Problem, quote} from '../core/problem.ts';
import {looseReading} from './mesh-arguments.ts';
import {MESH_OPTIONS} from './mesh-options.ts';

const HELP = '`apigen mesh --help` shows all flags';

/**
 * What is wrong with a command line that oclif refused, in the form of every other problem: one a line, the value at fault
 * cut, a hint. oclif stops at the first mistake of some kinds; unknown flags, choices that are none and wrong settings are
 * found all the same. `undefined` for an error of another kind.
 *
 * @param args the command line
 */
export function wrongArguments(error: Error, args: readonly string[]): Problem[] | undefined {
  const {texts, unknown} = looseReading(args);
  const wrongValues = [...wrongChoices(texts), ...readFlags(texts).problems];
  if ('flags' in error && Array.isArray(error.flags))
    return [...error.flags.map((flag) => unknownFlag(String(flag))), ...wrongValues];
  if (!isUsageError(error)) return undefined;
  const told = NO_CHOICE.test(error.message) ? [] : sentences(error.message).map(asProblem);
  return [...told, ...unknown.map(unknownFlag), ...wrongValues];
}

const NO_CHOICE = /^Expected --[^=]+=.* to be one of: /s;

function asProblem(message: string): Problem {
  return {code: 'input', severity: 'error', message, hint: HELP};
}

function wrongChoices(given: Readonly<Record<string, string>>): Problem[] {
  return MESH_OPTIONS.flatMap(({name, choices}) => {
    const value = given[name];
    if (choices === undefined || value === undefined || choices.includes(value)) return [];
    const message = `must be one of ${choices.join(', ')}, but it is ${quote(value)}`;
    return [{...asProblem(message), flag: name}];
  });
}

function unknownFlag(name: string): Problem {
  const names = MESH_OPTIONS.map((option) => option.name);
  const meant = name.startsWith('--') ? nearestKey(name.slice(2, 100), names) : undefined;
  return {
    code: 'input',
    severity: 'error',
    message: `unknown flag ${quote(name)}`,
    hint: meant === undefined ? HELP : `did you mean \`--${meant}\`?`,
  };
}

function isUsageError(error: Error): boolean {
  const oclif = 'oclif' in error ? error.oclif : undefined;
  return typeof oclif === 'object' && oclif !== null && 'exit' in oclif && oclif.exit === 2;
}

/** oclif colours its sentences, puts a heading above them, and ends them with a pointer to the help. */
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
