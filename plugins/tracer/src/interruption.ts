import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work` with a signal that Ctrl-C, SIGTERM or a closed terminal aborts, so that programs which it started are ended and what it
 * changed can be told. A second Ctrl-C ends the process at once. A reader that has seen enough (`| head`) ends nothing: what was begun is finished.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort(new TracerError(text('interrupted')));
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
