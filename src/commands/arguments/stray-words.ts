import {statSync} from 'node:fs';
import {inputError} from '../../core/base/problem.ts';
import {UNREADABLE_FOLDER} from '../../io/read/local-file.ts';
import {isRemote, STANDARD_INPUT} from '../../io/read/source.ts';
import {isPattern} from '../../io/run/find/inputs.ts';
import {toUnreadable, type UnreadableSource} from '../../io/system-error.ts';
import {shellWord} from './arguments.ts';
import {type GivenFlags, PRINTING, type TypedCommand} from './flags.ts';

/** The inputs that are not files, and whether one of them was meant for something else, such as a flag or the output. */
export function strayWords(names: readonly string[], given: GivenFlags, typed: TypedCommand) {
  const stray = names.flatMap((name, index) => {
    const reason = whyNotAFile(name);
    const isAlone = index === 0 || 'out' in given;
    return reason
      ? [{name, reason, fix: meantAsFlag(name) ?? (isAlone ? undefined : meantAsOutput(name, given, typed))}]
      : [];
  });
  const joined = stray.map(({name}) => name).join(' ');
  const quoted =
    stray.length > 1 && whyNotAFile(joined) === undefined ? `quote the name: '${joined}'` : undefined;
  const problems = stray.map(({name, reason: {message, hint}, fix = hint}) =>
    inputError(message, quoted ?? fix, {location: {uri: name, pointer: ''}}),
  );
  return {problems, areMisplaced: quoted !== undefined || stray.some(({fix}) => fix !== undefined)};
}

function whyNotAFile(name: string): UnreadableSource | undefined {
  if (name === STANDARD_INPUT || isRemote(name) || isPattern(name)) return undefined;
  try {
    return statSync(name).isDirectory() ? UNREADABLE_FOLDER : undefined;
  } catch (error) {
    return toUnreadable(error);
  }
}

function meantAsFlag(name: string): string | undefined {
  if (name.startsWith('-')) return 'write flags before `--`: what follows it is a file';
  const flag = name.replace(/^[\u2010-\u2015\u2212]+/, '');
  return flag === name ? undefined : `write \`--${flag}\`: a flag begins with two hyphens`;
}

/** Of a word that is called as outputs are. */
function meantAsOutput(
  name: string,
  given: GivenFlags,
  {name: command, flags}: TypedCommand,
): string | undefined {
  const isFolder = name.endsWith('/') && flags.some(({key}) => key === 'check');
  if (!isFolder && !/\.(json|txt|sarif|html?|xml)$/i.test(name)) return undefined;
  const isPrinted = PRINTING.test(command) || 'json' in given;
  if (!isPrinted && !flags.some(({key}) => key === 'out')) return undefined;
  return `name a description, or, to write the output to it, add \`${isPrinted ? '>' : '-o'} ${shellWord(name)}\``;
}
