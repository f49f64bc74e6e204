let isSet = false;

/**
 * Makes SIGINT and SIGTERM end the run when its files are written, which takes milliseconds, so that no temporary file is left. Files
 * are written synchronously, and Node handles a signal between two events.
 */
export function endAfterWriting(): void {
  if (isSet) return;
  isSet = true;
  // Without this listener the signal ends the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.kill(process.pid, signal));
}
