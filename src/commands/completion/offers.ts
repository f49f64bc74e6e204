import type {Command, Interfaces} from '@oclif/core';
import {apiNames} from '../../io/redocly-config/api-names.ts';
import {type Offer, offeredCommands, offeredFlags} from './offered-words.ts';

/** What can follow the words of a command line: words of ours, and whether files can. */
export interface Offers {
  readonly words: readonly Offer[];
  readonly files: boolean;
}

type Flag = Command.Flag.Cached;

/** The name of a value that is a path: `file`, `file|url|-`, `redocly.yaml`. */
const FILE = /\b(file|path|folder|dir)\b|\.ya?ml\b/;
/** The name of an argument that is an API of redocly.yaml, or the path of its description. */
const API = 'api';

const words = (values: readonly string[]): Offers => ({
  words: values.map((word) => ({word, help: ''})),
  files: false,
});
const joined = (...all: readonly Offers[]): Offers => ({
  words: all.flatMap((offers) => offers.words),
  files: all.some(({files}) => files),
});

/** The flag that a word of the command line is, if it takes a value. */
function flagWithValue(command: Command.Loadable | undefined, word: string | undefined): Flag | undefined {
  const flags = Object.values(command?.flags ?? {});
  return flags.find(
    ({type, name, char}) => type === 'option' && (word === `--${name}` || word === `-${char}`),
  );
}

function flagValues(flag: Flag): Offers {
  const {options = [], helpValue = ''} = flag.type === 'option' ? flag : {};
  return {...words(options), files: FILE.test(String(helpValue))};
}

async function argumentValues(
  {args}: Command.Loadable,
  index: number,
  config: string | undefined,
): Promise<Offers> {
  const all = Object.values(args);
  const arg = all[index] ?? (all.at(-1)?.multiple ? all.at(-1) : undefined);
  if (!arg) return words([]);
  if (arg.name === API) return {...words(await apiNames(config)), files: true};
  return {...words(arg.options ?? []), files: FILE.test(arg.name)};
}

/**
 * What can follow the words `before`, where the word at the cursor begins with `current`. Everything comes from oclif's table of
 * commands, those of plugins included; the shell keeps what `current` begins.
 */
export async function offersFor(
  config: Interfaces.Config,
  before: readonly string[],
  current: string,
): Promise<Offers> {
  // `help` is followed by a command.
  const given = before[0] === 'help' ? before.slice(1) : before;
  const {path, next} = offeredCommands(config, given);
  const command = config.findCommand(path.join(':'));
  const rest = given.slice(path.length);
  const [, name = '', start = ''] = /^(--[^=]+)(=)/.exec(current) ?? [];
  const flag = flagWithValue(command, start === '' ? rest.at(-1) : name);
  if (flag) {
    const values = flagValues(flag);
    return {
      ...values,
      words: values.words.map(({word}) => ({word: `${start && `${name}=`}${word}`, help: ''})),
    };
  }
  if (current.startsWith('-')) return {words: offeredFlags(config, command), files: false};
  if (!command) return {words: rest.length === 0 ? next : [], files: false};
  const index = rest.filter(
    (word, at) => !word.startsWith('-') && !flagWithValue(command, rest[at - 1]),
  ).length;
  const file = rest[rest.indexOf('--config') + 1];
  const values = await argumentValues(command, index, rest.includes('--config') ? file : undefined);
  return joined({words: index === 0 ? next : [], files: false}, values);
}
