import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {codeOf} from './system-error.ts';
import {MAX_BYTES, type PathBase, tooLarge, toUnreadable, UnreadableSource} from './unreadable-source.ts';

/**
 * Reads standard input to its end.
 *
 * @throws UnreadableSource when it is closed or too large
 */
export function readStandardInput(): Buffer {
  return readDescriptor(0, 'standard input');
}

/**
 * Reads a local file or a named pipe.
 *
 * @param base what its path was relative to, for the message
 * @throws UnreadableSource when it does not exist, is a directory, is too large, or cannot be read
 */
export function readFileUri(uri: string, base?: PathBase): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(fileURLToPath(uri), 'r');
  } catch (error) {
    throw toUnreadable(error, base);
  }
  try {
    return readDescriptor(descriptor, 'the file');
  } finally {
    closeSync(descriptor);
  }
}

function readDescriptor(descriptor: number, name: string): Buffer {
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw new UnreadableSource('is a directory', 'name the file in it');
    if (stat.size > MAX_BYTES) throw tooLarge(name);
    return readAll(descriptor, name, stat.isFile() ? stat.size : 0);
  } catch (error) {
    throw toUnreadable(error);
  }
}

/** Reads to the end, whatever the size was at first: a pipe has none, and a file may grow. */
function readAll(descriptor: number, name: string, expected: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(expected - total + 1, 65_536));
    const length = readSome(descriptor, chunk);
    if (length === 0) return chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks);
    total += length;
    if (total > MAX_BYTES) throw tooLarge(name);
    chunks.push(chunk.subarray(0, length));
  }
}

function readSome(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      // A terminal or pipe in non-blocking mode may have nothing yet; Windows reports the end of a pipe as an error.
      if (codeOf(error) === 'EOF') return 0;
      if (codeOf(error) !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
