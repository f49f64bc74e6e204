import {closeSync, openSync} from 'node:fs';
import type {ReadStream, WriteStream} from 'node:tty';

/** The terminal that the process belongs to, whatever its standard streams are. */
const TERMINAL = '/dev/tty';

/** A terminal to ask on, and how to leave it. */
interface Terminal {
  readonly input: NodeJS.ReadStream | ReadStream;
  readonly output: NodeJS.WriteStream | WriteStream;
  readonly leave: () => void;
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

/**
 * Whether a person can be asked: one who looks at what is said, on the terminal. Standard input may be something else, such as values or
 * a list that a loop reads. The install script judges the same way.
 */
export function canAsk(): boolean {
  if (onStandardStreams()) return true;
  return Boolean(process.stdout.isTTY || process.stderr.isTTY) && canOpenTerminal();
}

async function terminal(): Promise<Terminal> {
  if (onStandardStreams())
    return {input: process.stdin, output: process.stderr, leave: () => process.stdin.pause()};
  const tty = await import('node:tty');
  const input = new tty.ReadStream(openSync(TERMINAL, 'r'));
  const output = new tty.WriteStream(openSync(TERMINAL, 'w'));
  const leave = () => {
    input.destroy();
    output.destroy();
  };
  return {input, output, leave};
}

/** Asks on the terminal; only `y` and `yes` count as yes. The end of input or an abort counts as no. */
export async function confirm(question: string, signal?: AbortSignal): Promise<boolean> {
  const {createInterface} = await import('node:readline/promises');
  const {input, output, leave} = await terminal();
  const lines = createInterface({input, output});
  const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  // readline takes Ctrl-C for itself while it reads.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await Promise.race([
      lines.question(question, {signal: signal ?? new AbortController().signal}),
      ended,
    ]);
    // The cursor is still behind the question.
    if (answer === undefined) output.write('\n');
    return /^y(es)?$/i.test(answer?.trim() ?? '');
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error;
  } finally {
    lines.close();
    leave();
  }
}
