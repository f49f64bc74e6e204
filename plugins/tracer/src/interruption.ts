import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/**
 * Runs `work` with a signal that Ctrl-C or SIGTERM aborts, so that programs which it started are ended and what it changed can be told.
 * A second Ctrl-C ends the process at once. A reader that has seen enough (`| head`) ends nothing: what was begun is finished.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort(new TracerError(text('interrupted')));
  };
  process.stdout.removeAllListeners('error').on('error', () => undefined);
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
