import {inputError, type Problem} from '../../core/base/problem.ts';
import type {Resource} from '../../core/kubernetes/resource.ts';
import type {SettingValues} from '../../core/settings/table.ts';
import type {VersionNeed} from '../../core/targets/version-needs.ts';
import {wrapText} from '../../io/print/page-text.ts';
import {type ReadDescription, UnreadableDescription} from '../../io/read/read-description.ts';
import {confirm, QUESTION_CONTEXT} from '../process-terminal.ts';
import type {Suggestions} from './suggest-settings.ts';

export interface FileChange {
  readonly file: string;
  /** `undefined` when there is no file yet. */
  readonly before: string | undefined;
  readonly text: string;
  /** The versions that the output of a description needs. */
  readonly needs?: readonly VersionNeed[];
  /** Set where nothing enforces the `security` of a description. */
  readonly isOpen?: boolean;
  /** Text that is left to the user to add, of a file of another tool. */
  readonly toAdd?: string;
}

/** A file cannot be changed as asked, or something that is needed is not known. */
export class Refused extends UnreadableDescription {}

/** Refuses with a problem, at a place of a description if it is about one. */
export function refusal(
  message: string,
  hint: string,
  at?: Pick<ReadDescription, 'uri' | 'texts'>,
  pointer = '',
): Refused {
  const place = at && {location: {uri: at.uri, pointer}};
  return new Refused([inputError(message, hint, place)], at?.texts ?? new Map());
}

/** A description, as it is known before anything is asked. */
export interface InitInput {
  readonly source: string;
  /** By flags. */
  readonly given: SettingValues;
  /** At the root of the description. */
  readonly existing: SettingValues;
  readonly suggested: Suggestions;
  /** The problems of `apigen mesh` with these flags. */
  readonly check: (settings: SettingValues) => readonly Problem[];
}

/** How the settings of the descriptions of a run are completed. */
export interface InitRun {
  readonly questions: Questions | undefined;
  readonly isSeveral: boolean;
  /** The descriptions of the run. */
  readonly all: readonly InitInput[];
  /** The Services of the cluster, if it has to be one of them. */
  readonly services: readonly Resource[] | undefined;
  /** The answers so far: descriptions with the same default share one. */
  readonly answers: Map<string, string>;
  /** The descriptions so far, by the names of their Services. */
  readonly sources: Map<string, string>;
  /** The guesses so far, for which nobody was asked: a setting, its value, and where that is from; or why it was left out. */
  readonly guesses: (readonly string[])[];
}

export const MISSING_NAME = 'the name of the target Service is missing';

/** The first of many names, for a message. */
export function firstOf(names: readonly string[]): string {
  return names.slice(0, 10).join(', ');
}

/**
 * An answer that a user can choose. Its value is empty if nothing is written, else the keys and values of settings; one without a
 * value is asked for.
 */
export interface Choice<V = string> {
  readonly name: string;
  readonly value: V;
}

/** How many choices are visible: all that the terminal has room for, below the question and above the help. */
const pageSize = () => Math.max(7, (process.stderr.rows || 24) - 4);

/** A text in lines with room for some more characters: inquirer would break words. */
const wrapLines = (text: string, more = 0) => wrapText(text, (process.stderr.columns || 80) - more, '  ');

/** Choices in lines, below their question and behind it once one is chosen. */
const wrapChoices = <V>(message: string, choices: readonly Choice<V>[]) =>
  choices.map(({name, value}) => ({value, short: wrapAnswer(message, name), name: wrapLines(name, 2)}));

const wrapAnswer = (message: string, answer: string) =>
  wrapLines(`${message} ${answer}`).includes('\n') ? `\n  ${wrapLines(answer)}` : answer;

/** Asks a user; absent where nobody can be asked. */
export type Questions = typeof TERMINAL_QUESTIONS;

/** Questions on the terminal. After Ctrl-C they throw an error named `ExitPromptError`. */
export const TERMINAL_QUESTIONS = {
  choose: async <V>(message: string, choices: readonly Choice<V>[]): Promise<V> => {
    const {default: select} = await import('@inquirer/select');
    return select(
      {message: wrapLines(message), choices: wrapChoices(message, choices), pageSize: pageSize()},
      QUESTION_CONTEXT,
    );
  },
  chooseSeveral: async <V>(message: string, choices: readonly Choice<V>[]): Promise<V[]> => {
    const {default: checkbox} = await import('@inquirer/checkbox');
    const nameOf = new Map(choices.map(({name, value}) => [value, name]));
    const answer = (chosen: readonly {readonly value: V}[]) =>
      wrapAnswer(message, chosen.map(({value}) => nameOf.get(value)).join(', '));
    return checkbox(
      {
        message: wrapLines(message),
        choices: wrapChoices(message, choices),
        pageSize: pageSize(),
        theme: {style: {renderSelectedChoices: answer}},
      },
      QUESTION_CONTEXT,
    );
  },
  /** A text; `validate` returns what is wrong with it. */
  text: async (message: string, suggested: string, validate: (text: string) => string | true) => {
    const {default: input} = await import('@inquirer/input');
    const lines = wrapLines(message, suggested.length + 3);
    const validateInLines = (answer: string) => {
      const fault = validate(answer);
      return fault === true || fault.replace(/\S.*/g, (line) => wrapLines(line, 2));
    };
    return input({message: lines, default: suggested, validate: validateInLines}, QUESTION_CONTEXT);
  },
  confirm,
};
