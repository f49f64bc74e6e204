import {type Hook, type Interfaces, toConfiguredId} from '@oclif/core';
import {nearestKey} from '../core/nearest-key.ts';
import {quote} from '../core/quote.ts';
import {printProblems} from '../io/report/report.ts';
import {inputError} from './arguments/arguments.ts';
import {offeredCommands} from './completion/offered-words.ts';
import {processTerminal} from './process-terminal.ts';

/** What other programs call something that is called differently here. */
const SYNONYMS: Readonly<Record<string, string>> = {completion: 'autocomplete', completions: 'autocomplete'};

/**
 * Returns the words of the command that was most likely meant, with each word replaced by one that is near; `undefined` if the first wrong
 * word has none.
 */
function nearestCommand(config: Interfaces.Config, words: readonly string[]): readonly string[] | undefined {
  const {path, next} = offeredCommands(config, words);
  const word = words[path.length];
  if (word === undefined || next.length === 0) return path;
  const offered = next.map((one) => one.word);
  const near = SYNONYMS[word] ?? nearestKey(word, offered);
  if (near === undefined || !offered.includes(near)) return undefined;
  const corrected = [...path, near];
  return nearestCommand(config, [...corrected, ...words.slice(corrected.length)]) ?? corrected;
}

/** Returns what was most likely meant, as Markdown, or `undefined`. */
function suggestion(config: Interfaces.Config, words: readonly string[]): string | undefined {
  const [first = ''] = words;
  const flag = /^-v$/i.test(first) ? '--version' : nearestKey(first, ['--help', '--version']);
  const meant = flag ? [flag] : nearestCommand(config, words);
  return meant && `\`${[config.bin, ...meant].join(' ')}\``;
}

/** What other programs call their command that updates them. */
const UPDATES = ['update', 'upgrade', 'self-update'];

/**
 * Reports an unknown command, suggests one that is near, and exits with 2. Unlike oclif's own plugin it never asks:
 * a pipeline with a terminal would wait for an answer.
 */
export const commandNotFound: Hook.CommandNotFound = async ({id, config}) => {
  // oclif takes arguments for words of the command.
  const asked = toConfiguredId(id, config);
  const words = asked.split(' ');
  const meant = suggestion(config, words);
  const question = meant === undefined ? '' : `did you mean ${meant}? `;
  const what = asked.startsWith('-') ? `flag ${quote(words[0] ?? '')}` : `command ${quote(asked)}`;
  const hint = UPDATES.includes(words[0] ?? '')
    ? 'to update it, install it again in the same way'
    : `${question}\`${config.bin} help\` lists all commands`;
  printProblems(processTerminal, [inputError(`unknown ${what}`, hint)]);
  process.exit(2);
};
