import {closeSync, openSync} from 'node:fs';
import type {ReadStream, WriteStream} from 'node:tty';

/** The controlling terminal of the process, wherever its standard streams are redirected. */
const TERMINAL = '/dev/tty';

interface Terminal {
  readonly input: NodeJS.ReadStream | ReadStream;
  readonly output: NodeJS.WriteStream | WriteStream;
  readonly close: () => void;
}

function canOpenTerminal(): boolean {
  try {
    closeSync(openSync(TERMINAL, 'r+'));
    return true;
  } catch {
    return false;
  }
}

const onStandardStreams = () => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/** Whether a user can be asked: one who sees the output on a terminal. Standard input may be redirected, for example by `--values -`. */
export function canPrompt(): boolean {
  if (onStandardStreams()) return true;
  return Boolean(process.stdout.isTTY || process.stderr.isTTY) && canOpenTerminal();
}

async function openTerminal(): Promise<Terminal> {
  if (onStandardStreams())
    return {input: process.stdin, output: process.stderr, close: () => process.stdin.pause()};
  const tty = await import('node:tty');
  const input = new tty.ReadStream(openSync(TERMINAL, 'r'));
  const output = new tty.WriteStream(openSync(TERMINAL, 'w'));
  return {
    input,
    output,
    close: () => {
      input.destroy();
      output.destroy();
    },
  };
}

/** Runs a prompt of inquirer on the terminal; returns undefined when the user closes it. Rejects when `signal` is aborted. */
async function prompt<T>(
  signal: AbortSignal,
  ask: (context: {input: Terminal['input']; output: Terminal['output']; signal: AbortSignal}) => Promise<T>,
): Promise<T | undefined> {
  const {input, output, close} = await openTerminal();
  try {
    return await ask({input, output, signal});
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === 'ExitPromptError') return undefined;
    throw error;
  } finally {
    close();
  }
}

/** Asks a yes/no question; the default, and a closed terminal, mean no. */
export async function confirm(message: string, signal: AbortSignal): Promise<boolean> {
  const {default: ask} = await import('@inquirer/confirm');
  return (await prompt(signal, (context) => ask({message, default: false}, context))) ?? false;
}

/** Lets the user choose one of several texts; undefined when the user closes the terminal. */
export async function choose(
  message: string,
  choices: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const {default: ask} = await import('@inquirer/select');
  return prompt(signal, (context) => ask({message, choices: choices.map((value) => ({value}))}, context));
}
