import {fstatSync, writeSync} from 'node:fs';
import {format} from 'node:util';
import {outputError} from '../../core/base/problem.ts';
import {toUnwritable} from '../system-error.ts';

const STDOUT = 1;

/**
 * Writes to standard output. Node's stream for a file ignores that the system may write only a part, as on a disk that becomes
 * full, so a file is written here.
 */
export function print(text: string): void {
  try {
    if (!fstatSync(STDOUT).isFile()) process.stdout.write(text);
    else {
      const bytes = Buffer.from(text);
      for (let written = 0; written < bytes.length; ) written += writeSync(STDOUT, bytes, written);
    }
  } catch (error) {
    void stop(error);
  }
}

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

/** oclif prints by console.log, which ignores a full disk. */
export function printToStdout(): void {
  console.log = (...values: readonly unknown[]) => {
    print(`${format(...values)}\n`);
  };
}

async function stop(error: unknown): Promise<never> {
  const {printProblems} = await import('../print/problems.ts');
  const {message, hint} = toUnwritable(error);
  printProblems({error: (text) => process.stderr.write(text)}, [outputError(`<stdout>: ${message}`, hint)]);
  process.exit(1);
}
