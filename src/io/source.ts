import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/** The largest document that is read, in bytes. */
export const MAX_BYTES = 100 * 1024 * 1024;

/** How long a remote document may take, in milliseconds. */
const REMOTE_TIMEOUT = 30_000;

const MAX_REDIRECTS = 10;

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

/**
 * The absolute URI of what `--in` names: a file, an http(s) URL, or `-` for standard input. An address that is none comes
 * back as it is; fetching it says so.
 */
export function uriOf(source: string): string {
  if (isRemote(source)) return URL.canParse(source) ? new URL(source).href : source;
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
    if (!URL.canParse(uri)) throw new UnreadableSource('this is no valid address', 'check its spelling');
    const response = await request(new URL(uri), mayLeaveHost, MAX_REDIRECTS);
    if (!response.ok)
      throw new UnreadableSource(`the server answers HTTP ${response.status}`, 'check the address');
    return await readBody(response);
  } catch (error) {
    throw toUnreadable(error);
  }
}

/** Follows redirects by itself, so that one may be refused that leads to another host. */
async function request(url: URL, mayLeaveHost: boolean, redirects: number): Promise<Response> {
  const {address, headers} = withoutCredentials(url);
  const response = await fetch(address, {
    headers,
    signal: AbortSignal.timeout(REMOTE_TIMEOUT),
    redirect: 'manual',
  });
  const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
  if (next === null) return response;
  const target = new URL(next, url);
  if (!isRemote(target.href) || redirects === 0 || (!mayLeaveHost && target.host !== url.host)) {
    throw new UnreadableSource(
      `the server redirects to ${redirects === 0 ? 'ever more addresses' : 'another host'} (HTTP ${response.status})`,
      'refer to the final address, or allow other hosts with `--remote-refs`',
    );
  }
  return request(target, mayLeaveHost, redirects - 1);
}

/** `fetch` refuses a URL with a user's name and password in it; they go into a header, as in other programs. */
function withoutCredentials(url: URL): {address: URL; headers: Record<string, string>} {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  if (url.username === '' && url.password === '') return {address, headers: {}};
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
  return {address, headers: {authorization: `Basic ${credentials.toString('base64')}`}};
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
  // Not `instanceof Error`: in a realm of its own, as under a test runner, Node's errors are of another class.
  return isObject(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What an error says, or the error that caused it. */
export function messageOf(error: unknown): string {
  const cause = isObject(error) && 'cause' in error && error.cause ? error.cause : error;
  return isObject(cause) && 'message' in cause ? String(cause.message) : String(cause);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** From where a relative path is seen, by where it is written. */
export const SEEN_FROM = {
  commandLine: 'check the path; it is seen from the folder where the command runs',
  reference: 'check the path; it is seen from the file that holds the `$ref`',
} as const;

const REASONS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ENOENT: ['no such file', SEEN_FROM.commandLine],
  ENOTDIR: ['no such file', 'a part of the path is no folder'],
  EISDIR: ['this is a folder', 'name the file in it'],
  EACCES: ['the file may not be read', 'check its permissions'],
  EPERM: ['the file may not be read', 'check its permissions'],
  ELOOP: ['the file cannot be reached', 'its symbolic links lead in a circle'],
  ENAMETOOLONG: ['no such file', 'the path is longer than the system allows'],
  // RFC 3986, section 2.2: encoded, the slash is data and divides nothing.
  ERR_INVALID_FILE_URL_PATH: [
    "`%2F` is a slash within a file's name, and no file has one there",
    'write `/` between a folder and what is in it',
  ],
  ERR_INVALID_ARG_VALUE: ['no such file', "no file's name holds the character U+0000"],
  ERR_INVALID_FILE_URL_HOST: ['files of other hosts cannot be read', 'write a path, or an http(s) address'],
};

function toUnreadable(error: unknown): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const [message, hint] = REASONS[codeOf(error) ?? ''] ?? [
    `it cannot be read: ${messageOf(error)}`,
    'check the address, and that it can be reached from here',
  ];
  return new UnreadableSource(message, hint, {cause: error});
}
