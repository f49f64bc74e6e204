import {TracerError} from '../errors.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Reports that standard output cannot be written, as on a full disk. The work goes on: it must not stop halfway. */
function reportUnwritable(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || process.exitCode === 1) return;
  process.stderr.write(`Error: cannot write to standard output: ${error.message}\n`);
  process.exitCode = 1;
}

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
  process.stdout.removeAllListeners('error').on('error', reportUnwritable);
  process.stderr.removeAllListeners('error').on('error', () => undefined);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
