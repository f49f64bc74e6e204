import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/** The largest document that is read, in bytes. */
export const MAX_BYTES = 100 * 1024 * 1024;

/** How long a remote document may take, in milliseconds. */
const REMOTE_TIMEOUT = 30_000;

/** The URI of standard input; relative references in it are resolved from the working folder. */
export const STANDARD_INPUT = '-';

/** A document that could not be read, with a reason for the user. */
export class UnreadableSource extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableSource';
    this.hint = hint;
  }
}

/** True for an `http:` or `https:` URL. */
export function isRemote(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** The absolute URI of what `--in` names: a file, an http(s) URL, or `-` for standard input. */
export function uriOf(source: string): string {
  if (isRemote(source)) return new URL(source).href;
  return pathToFileURL(source === STANDARD_INPUT ? path.resolve('<stdin>') : path.resolve(source)).href;
}

/**
 * Reads standard input to its end.
 *
 * @throws UnreadableSource when it is closed or too large
 */
export function readStandardInput(): Buffer {
  return readDescriptor(0, 'standard input');
}

/**
 * Reads a local file, or what a pipe gives under a file's name.
 *
 * @throws UnreadableSource when it does not exist, is a folder, is too large, or may not be read
 */
export function readFileUri(uri: string): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(fileURLToPath(uri), 'r');
  } catch (error) {
    throw toUnreadable(error);
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
    if (stat.isDirectory()) throw new UnreadableSource('this is a folder', 'name the file in it');
    if (stat.size > MAX_BYTES) throw tooLarge(name);
    return readAll(descriptor, name, stat.isFile() ? stat.size : 0);
  } catch (error) {
    throw toUnreadable(error);
  }
}

/** Reads until the end, whatever the size said at first: a pipe has none, and a file may grow. */
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
      // A terminal or pipe in non-blocking mode has nothing yet; Windows reports the end of a pipe as an error.
      if (codeOf(error) === 'EOF') return 0;
      if (codeOf(error) !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/**
 * Fetches a remote document.
 *
 * @param mayLeaveHost whether a redirect may lead to another host
 * @throws UnreadableSource for a refused connection, a status other than 2xx, a timeout, or too large a body
 */
export async function fetchUri(uri: string, mayLeaveHost: boolean): Promise<Buffer> {
  try {
    const response = await fetch(uri, {
      signal: AbortSignal.timeout(REMOTE_TIMEOUT),
      redirect: mayLeaveHost ? 'follow' : 'manual',
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw new UnreadableSource(
        `the server redirects (HTTP ${response.status})`,
        'refer to the final address, or allow other hosts with `--remote-refs`',
      );
    }
    if (!response.ok)
      throw new UnreadableSource(`the server answers HTTP ${response.status}`, 'check the address');
    return await readBody(response);
  } catch (error) {
    throw toUnreadable(error);
  }
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    total += chunk.length;
    if (total > MAX_BYTES) throw tooLarge('the document');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(name: string): UnreadableSource {
  return new UnreadableSource(
    `${name} is larger than ${MAX_BYTES / 1024 / 1024} MiB`,
    'split the description, or leave out what is no path',
  );
}

/** The code of a system error, such as `ENOENT`; `undefined` for any other. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const REASONS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ENOENT: ['no such file', 'check the path; it is seen from the folder where the command runs'],
  ENOTDIR: ['no such file', 'a part of the path is no folder'],
  EISDIR: ['this is a folder', 'name the file in it'],
  EACCES: ['the file may not be read', 'check its permissions'],
  EPERM: ['the file may not be read', 'check its permissions'],
  ELOOP: ['the file cannot be reached', 'its symbolic links lead in a circle'],
  ENAMETOOLONG: ['no such file', 'the path is longer than the system allows'],
};

function toUnreadable(error: unknown): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const [message, hint] = REASONS[codeOf(error) ?? ''] ?? [
    `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    'check the address, and that it can be reached from here',
  ];
  return new UnreadableSource(message, hint, {cause: error});
}
