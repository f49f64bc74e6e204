import type {Command} from '@oclif/core';
import {isMap, ownValue} from '../../core/base/json.ts';
import {HTTP_METHODS} from '../../core/openapi/version.ts';
import {readFileUri} from '../../io/read/local-file.ts';
import {readDocument} from '../../io/read/parse-document.ts';
import {uriOf} from '../../io/read/source.ts';
import {print} from '../../io/write/output-errors.ts';
import {withDashes} from '../arguments/arguments.ts';
import {type CommandTable, type Offer, offeredCommands, offeredFlags} from './offered-words.ts';

/** The line that asks the shell to offer files too. No word of ours begins with a colon. */
export const FILES = ':files';

/**
 * What completion scripts run at each Tab: `complete --word=<its beginning> -- <the words before it>`. Prints a word in each line, with its
 * help after a tab. The word is in a flag, because PowerShell before 7.3 leaves empty arguments out.
 */
export async function complete(
  [flag = '', , ...before]: readonly string[],
  table: CommandTable,
): Promise<number> {
  const {words, files} = await offersFor(table, before, flag.slice('--word='.length));
  const lines = words.map(({word, help}) => (help === '' ? word : `${word}\t${help}`));
  print([...lines, ...(files ? [FILES] : [])].map((line) => `${line}\n`).join(''));
  return 0;
}

/** The words of ours that can follow those of a command line, and whether files can. */
interface Offers {
  readonly words: readonly Offer[];
  readonly files: boolean;
}

type Flag = Extract<Command.Flag.Cached, {type: 'option'}>;

/** The name of a value that is a path: `file`, `file|url|-`, `redocly.yaml`. */
const FILE = /\b(file|path|folder|dir)\b|\.ya?ml\b/;
/** The name of what is a method of HTTP, or a description before a log. An argument `path` after it is that of a request, not of a file. */
const METHOD = 'method';

const words = (values: readonly string[]): Offers => ({
  words: values.map((word) => ({word, help: ''})),
  files: false,
});
/** The flag that a word of the command line is, if it takes a value. */
function flagWithValue(command: Command.Loadable | undefined, word: string | undefined): Flag | undefined {
  const flags = Object.values(command?.flags ?? {}).filter((flag) => flag.type === 'option');
  return flags.find(
    ({name, char}) => withDashes(word ?? '') === withDashes(`--${name}`) || word === `-${char}`,
  );
}

/** Flags with "-" for "_" where none begins as typed. */
function asTyped(offers: readonly Offer[], current: string): readonly Offer[] {
  if (offers.some(({word}) => word.startsWith(current))) return offers;
  return offers.map((offer) => ({...offer, word: withDashes(offer.word)}));
}

/** The values of a flag or an argument; `file` is the name of its value. */
async function valuesOf(
  {name, options}: {readonly name: string; readonly options?: readonly string[] | undefined},
  file: string,
  config: string | undefined,
): Promise<Offers> {
  if (name === 'description')
    return config === undefined ? {words: [], files: true} : words(await apiNames(config));
  if (name === 'skip-rule' || name === 'explain') {
    const {EXPLAINED_RULES} = await import('../../core/generate/lint.ts');
    const offered = EXPLAINED_RULES.filter(({severity}) => name === 'explain' || severity !== 'error');
    return words(offered.map(({code}) => code));
  }
  if (name === METHOD && !options)
    return {...words(HTTP_METHODS['3.2'].map((method) => method.toUpperCase())), files: true};
  return {...words(options ?? []), files: FILE.test(file)};
}

/**
 * The offers after the words `before`, where the word at the cursor begins with `current`. Everything comes from oclif's table of
 * commands, those of plugins included; the shell keeps what `current` begins.
 */
async function offersFor(config: CommandTable, before: readonly string[], current: string): Promise<Offers> {
  // What follows `help` or `explain` is not a command line.
  const isHelp = before[0] === 'help' || before[0] === 'explain';
  const given = isHelp ? before.slice(1) : before;
  const {path, next} = offeredCommands(config, given);
  const command = config.commands.find(({id}) => id === path.join(':'));
  const rest = given.slice(path.length);
  const [, name = '', start = ''] = /^(--[^=]+)(=)/.exec(current) ?? [];
  const flag = flagWithValue(command, start === '' ? rest.at(-1) : name);
  const [, file] = /^--config[=\n](.*)/m.exec(rest.join('\n')) ?? [];
  if (flag) {
    const values = await valuesOf(flag, String(flag.helpValue ?? ''), file);
    return {
      ...values,
      words: values.words.map(({word}) => ({word: `${start && `${name}=`}${word}`, help: ''})),
    };
  }
  if (current.startsWith('-')) return {words: asTyped(offeredFlags(config, command), current), files: false};
  const pages =
    isHelp && given.length === 0 ? words((await import('../help-pages.ts')).PAGE_NAMES).words : [];
  if (!command || isHelp) return {words: rest.length === 0 ? [...next, ...pages] : [], files: false};
  const index = rest.filter(
    (word, at) => !word.startsWith('-') && !flagWithValue(command, rest[at - 1]),
  ).length;
  const args = Object.values(command.args);
  const arg = args[index] ?? args.filter(({multiple}) => multiple).at(-1);
  const isOfRequest = args[index - 1]?.name === METHOD;
  const values = arg ? await valuesOf(arg, isOfRequest ? '' : arg.name, file) : words([]);
  return {...values, words: [...(index === 0 ? next : []), ...values.words]};
}

/** The names of the APIs in a configuration file itself, not in files that it extends; none if it cannot be read. */
async function apiNames(source: string): Promise<readonly string[]> {
  try {
    const uri = uriOf(source);
    const {entry} = await readDocument(readFileUri(uri), uri);
    const apis = 'content' in entry ? ownValue(entry.content, 'apis') : undefined;
    return isMap(apis) ? Object.keys(apis) : [];
  } catch {
    return [];
  }
}
