import {inputError} from '../../core/problem.ts';
import {type ReadDescription, UnreadableDescription} from '../../io/read/read-description.ts';
import {confirm, QUESTION_CONTEXT} from '../confirm.ts';

export interface FileChange {
  readonly file: string;
  /** `undefined` when there is no file yet. */
  readonly before: string | undefined;
  readonly text: string;
  /** What is left to the user to add, of a file of another tool. */
  readonly toAdd?: string;
}

/** A file cannot be changed as asked, or something that is needed is not known. */
export class Refused extends UnreadableDescription {}

/** Refuses with a problem, at a place of a description if it is about one. */
export function refused(
  message: string,
  hint: string,
  at?: Pick<ReadDescription, 'uri' | 'texts'>,
  pointer = '',
): Refused {
  const place = at && {location: {uri: at.uri, pointer}};
  return new Refused([inputError(message, hint, place)], at?.texts ?? new Map());
}

export const MISSING_NAME = 'the name of the target Service is missing';

/** The first of many names, for a message. */
export function firstOf(names: readonly string[]): string {
  return names.slice(0, 10).join(', ');
}

/** What a user chooses from. The value of a setting is empty if it is not written. */
export interface Choice<V = string> {
  readonly name: string;
  readonly value: V;
}

/** Asks a user; absent where nobody can be asked. */
export type Questions = typeof TERMINAL_QUESTIONS;

/** Questions on the terminal. After Ctrl-C they throw an error named `ExitPromptError`. */
export const TERMINAL_QUESTIONS = {
  choose: async <V>(message: string, choices: readonly Choice<V>[]): Promise<V> => {
    const {default: select} = await import('@inquirer/select');
    return select({message, choices}, QUESTION_CONTEXT);
  },
  chooseSeveral: async <V>(message: string, choices: readonly Choice<V>[]): Promise<V[]> => {
    const {default: checkbox} = await import('@inquirer/checkbox');
    return checkbox({message, choices}, QUESTION_CONTEXT);
  },
  /** A text; `validate` returns what is wrong with it. */
  text: async (message: string, suggested: string, validate: (text: string) => string | true) => {
    const {default: input} = await import('@inquirer/input');
    return input({message, default: suggested, validate}, QUESTION_CONTEXT);
  },
  confirm,
};
