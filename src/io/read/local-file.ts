import {closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {codeOf, type PathBase, toUnreadable, UnreadableSource} from '../system-error.ts';
import {type ByteLimit, byteLimit} from './read-limits.ts';

interface ReadFileOptions {
  /** The base of a relative path, for the message. */
  readonly base?: PathBase | undefined;
  readonly limit?: ByteLimit;
  /** Reads a pipe or a device too, when the path is its own name: for what the user names on the command line. */
  readonly pipes?: boolean;
}

/** Reads standard input to its end. Throws UnreadableSource when it is closed or too large. */
export function readStandardInput(limit: ByteLimit): Buffer {
  return readDescriptor(0, false, limit);
}

/**
 * Reads a local file. A file whose size is 0 is not read: it is empty, or it is one like `/proc/kmsg`, which may never end.
 *
 * @throws UnreadableSource when it does not exist, is not a regular file, is too large, or cannot be read
 */
export function readFileUri(uri: string, options: ReadFileOptions = {}): Buffer {
  const {base, limit = byteLimit(), pipes = false} = options;
  let descriptor: number | undefined;
  try {
    const file = fileURLToPath(uri);
    // A link in a checkout may point to a pipe or device that never ends; those in /dev are what they are named.
    const regularOnly = !pipes || (!/^\/(dev|proc)\//.test(file) && lstatSync(file).isSymbolicLink());
    // Opening a pipe waits for its other end.
    const flags = regularOnly ? constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) : 'r';
    descriptor = openSync(file, flags);
    return readDescriptor(descriptor, regularOnly, limit);
  } catch (error) {
    throw toUnreadable(error, base);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

export const UNREADABLE_FOLDER = new UnreadableSource('is a directory', 'name the file in it');

function readDescriptor(descriptor: number, regularOnly: boolean, limit: ByteLimit): Buffer {
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw UNREADABLE_FOLDER;
    if (!stat.isFile() && !regularOnly) return readToEnd(descriptor, limit);
    if (!stat.isFile())
      throw new UnreadableSource(
        'is not a regular file',
        'only `--in` reads a pipe or a device, by its own name',
      );
    limit(stat.size);
    return stat.size === 0 ? Buffer.of() : readFileSync(descriptor);
  } catch (error) {
    throw toUnreadable(error);
  }
}

function readToEnd(descriptor: number, limit: ByteLimit): Buffer {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    const length = readSome(descriptor, chunk);
    if (length === 0) return Buffer.concat(chunks);
    limit(length);
    chunks.push(chunk.subarray(0, length));
    // No text has such a byte, and `/dev/zero` has nothing else.
    if (chunk.subarray(0, length).includes(0)) return Buffer.concat(chunks);
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
