import {format} from 'node:util';

/**
 * Makes the program stop with a message and exit code 1 when standard output cannot be written, as on a full disk. A reader that closed the
 * pipe (`| head`) is not an error. Call it again after oclif is imported, which adds a listener that throws.
 */
export function stopAtOutputErrors(): void {
  process.stdout.removeAllListeners('error');
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0);
    void stop(error);
  });
}

/** oclif prints by console.log, which in an executable ignores a full disk: Bun writes it without the stream. */
export function printToStdout(): void {
  console.log = (...values: readonly unknown[]) => {
    process.stdout.write(`${format(...values)}\n`);
  };
}

async function stop(error: Error): Promise<never> {
  const {unwritableOutput} = await import('./output.ts');
  process.stderr.write(unwritableOutput('<stdout>', error));
  process.exit(1);
}
