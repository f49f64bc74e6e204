import {TracerError} from '../errors.ts';
import type {Progress} from './progress.ts';

/** How a command talks to its user, and what ends it. */
export interface Session {
  /** Prints a line for the user, but not with `--json`. */
  readonly say: (line: string) => void;
  /** Prints what the user must see before a question, also with `--json`. */
  readonly show: (line: string) => void;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Signals that end a command. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work` with a signal that is aborted by Ctrl-C, SIGTERM or a closed terminal, so that child programs end and the state can be
 * reported. A second Ctrl-C ends the process immediately. A closed pipe (`| head`) does not stop the work.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort(new TracerError('interrupted'));
  };
  for (const stream of [process.stdout, process.stderr])
    stream.removeAllListeners('error').on('error', () => undefined);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
