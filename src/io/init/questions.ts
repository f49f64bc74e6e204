/** Asks a user. */
export interface Questions {
  /** One of several; `default` is the value that is chosen first. */
  readonly choose: <V extends string>(
    message: string,
    choices: readonly Choice<V>[],
    first?: V,
  ) => Promise<V>;
  /** Any number of several. */
  readonly chooseSeveral: <V extends string>(message: string, choices: readonly Choice<V>[]) => Promise<V[]>;
  /** A text; `validate` returns what is wrong with it. */
  readonly text: (
    message: string,
    suggested: string,
    validate: (text: string) => string | undefined,
  ) => Promise<string>;
  readonly confirm: (message: string) => Promise<boolean>;
}

export interface Choice<V extends string> {
  readonly name: string;
  readonly value: V;
  /** Why it cannot be chosen. */
  readonly disabled?: string;
}

/** The user closed the prompt, as with Ctrl-C. */
export class Interrupted extends Error {}

/** Whether a user can be asked. */
export function canAsk(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}

/** Questions on the terminal. They are written to standard error, since the difference goes to standard output. */
export const TERMINAL_QUESTIONS: Questions = {
  choose: async (message, choices, first) => {
    const {default: select} = await import('@inquirer/select');
    const config = {message, choices, ...(first === undefined ? {} : {default: first})};
    return ask((context) => select(config, context));
  },
  chooseSeveral: async (message, choices) => {
    const {default: checkbox} = await import('@inquirer/checkbox');
    return ask((context) => checkbox({message, choices}, context));
  },
  text: async (message, suggested, validate) => {
    const {default: input} = await import('@inquirer/input');
    const config = {message, default: suggested, validate: (text: string) => validate(text) ?? true};
    return ask((context) => input(config, context));
  },
  confirm: async (message) => {
    const {default: confirm} = await import('@inquirer/confirm');
    return ask((context) => confirm({message, default: true}, context));
  },
};

async function ask<T>(prompt: (context: {output: NodeJS.WritableStream}) => Promise<T>): Promise<T> {
  try {
    return await prompt({output: process.stderr});
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError')
      throw new Interrupted('closed', {cause: error});
    throw error;
  }
}
