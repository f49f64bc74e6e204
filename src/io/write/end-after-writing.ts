/**
 * Makes SIGINT and SIGTERM end the run when its files are written, which takes milliseconds, so that no temporary file is left. Files
 * are written synchronously, and Node handles a signal between two events.
 */
export function endAfterWriting(): void {
  // Otherwise the process could end, with exit code 0, before it: Node asks for signals between two turns.
  setImmediate(() => setImmediate(() => {}));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // `--watch` has a listener of its own, which ends it without an error.
    if (process.listenerCount(signal) > 0) continue;
    // Without this listener the signal ends the process.
    process.once(signal, () => process.kill(process.pid, signal));
  }
}
