import {styleOf} from '../io/print/style.ts';
import type {Terminal} from '../io/write/output.ts';
import {print} from '../io/write/output-errors.ts';

export const processTerminal: Terminal = {
  out: print,
  style: styleOf(process.stdout),
  error: (text) => process.stderr.write(text),
  errorStyle: styleOf(process.stderr),
  // It may have been removed, which a caller reports.
  get folder() {
    return process.cwd();
  },
  // Of a terminal without a size it is 0.
  columns: process.stdout.columns === 0 ? 80 : process.stdout.columns,
};

/** Standard output is for differences. */
export const QUESTION_CONTEXT = {output: process.stderr};

export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks for a yes or a no. After Ctrl-C it throws an error for which `isInterrupted` is true. */
export async function confirm(message: string): Promise<boolean> {
  const {default: ask} = await import('@inquirer/confirm');
  return ask({message, default: true}, QUESTION_CONTEXT);
}

/** True for what a question throws after Ctrl-C. */
export function isInterrupted(error: unknown): boolean {
  return error instanceof Error && error.name === 'ExitPromptError';
}
