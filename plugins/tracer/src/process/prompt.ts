import {openSync} from 'node:fs';
import {TracerError} from '../errors.ts';

/** Whether a user can be asked: one who sees the output on a terminal. */
export const canPrompt = (): boolean => Boolean(process.stdout.isTTY || process.stderr.isTTY);

/** The streams for a question: the controlling terminal when standard streams are redirected, for example by `--values -`. */
async function openTerminal() {
  if (process.stdin.isTTY && process.stderr.isTTY) return {input: process.stdin, output: process.stderr};
  const {ReadStream, WriteStream} = await import('node:tty');
  try {
    const [input, output] = [openSync('/dev/tty', 'r'), openSync('/dev/tty', 'w')];
    return {input: new ReadStream(input), output: new WriteStream(output)};
  } catch {
    throw new TracerError('cannot ask, because standard input is redirected: add --yes', 2);
  }
}

/** Asks a yes/no question; the default, and a closed terminal, mean no. Rejects when `signal` is aborted. */
export async function confirm(message: string, signal: AbortSignal): Promise<boolean> {
  const {default: ask} = await import('@inquirer/confirm');
  const {input, output} = await openTerminal();
  try {
    return await ask({message, default: false}, {input, output, signal});
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === 'ExitPromptError') return false;
    throw error;
  } finally {
    input.destroy();
  }
}
