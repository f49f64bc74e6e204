import {nearestKey} from '../core/nearest-key.ts';
import {type Problem, quote} from '../core/problem.ts';
import {MESH_OPTIONS} from './mesh-options.ts';

const HELP = '`apigen mesh --help` shows all flags';

/**
 * What oclif found wrong with a command line, in the form of every other problem: one a line, the value at fault cut, a
 * hint. `undefined` for an error of another kind.
 */
export function wrongArguments(error: Error): Problem[] | undefined {
  if ('flags' in error && Array.isArray(error.flags)) return error.flags.map(unknownFlag);
  if (!isUsageError(error)) return undefined;
  const [, name, value = '', choices] = NO_CHOICE.exec(error.message) ?? [];
  if (name !== undefined) {
    const message = `must be one of ${choices}, but it is ${quote(value)}`;
    return [{code: 'input', severity: 'error', message, hint: HELP, flag: name}];
  }
  return sentences(error.message).map((message) => ({code: 'input', severity: 'error', message, hint: HELP}));
}

const NO_CHOICE = /^Expected --([^=]+)=(.*) to be one of: (.*?)(?:\n|$)/s;

function unknownFlag(flag: unknown): Problem {
  const name = String(flag);
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
