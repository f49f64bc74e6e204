import {codeOf, messageOf} from './system-error.ts';

/** The largest document that is read, in bytes. */
export const MAX_BYTES = 100 * 1024 * 1024;

/** A document that could not be read; the message is the reason. */
export class UnreadableSource extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableSource';
    this.hint = hint;
  }
}

/** The problem of a document with more than `MAX_BYTES`. */
export function tooLarge(name: string): UnreadableSource {
  return new UnreadableSource(
    `${name} is larger than ${MAX_BYTES / 1024 / 1024} MiB`,
    'split the description into several files',
  );
}

/** What a relative path is relative to, by where it is written. */
const PATH_BASES = {
  'command line': 'the working directory',
  reference: 'the file that holds the `$ref`',
  configuration: 'the folder of redocly.yaml',
} as const;

export type PathBase = keyof typeof PATH_BASES;

const REASONS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ENOTDIR: ['no such file', 'a part of the path is a file, not a directory'],
  EISDIR: ['is a directory', 'name the file in it'],
  EACCES: ['permission denied', 'check the permissions of the file'],
  EPERM: ['permission denied', 'check the permissions of the file'],
  ELOOP: ['too many symbolic links', 'check the links for a cycle'],
  ENAMETOOLONG: ['no such file', 'use a shorter path'],
  // RFC 3986, section 2.2: encoded, the slash is data and divides nothing.
  ERR_INVALID_FILE_URL_PATH: [
    'a file name cannot contain `%2F`, which is an encoded slash',
    'write `/` between directories',
  ],
  ERR_INVALID_ARG_VALUE: ['no such file', 'remove the character U+0000 from the path'],
  ERR_INVALID_FILE_URL_HOST: ['files of other hosts cannot be read', 'use a path or an http(s) address'],
};

/** Why a document cannot be read; `base` is what its path was relative to. */
export function toUnreadable(error: unknown, base: PathBase = 'command line'): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const code = codeOf(error) ?? '';
  const missing = ['no such file', `check the path; it is relative to ${PATH_BASES[base]}`] as const;
  const other = [`cannot be read: ${messageOf(error)}`, 'check the address and the network'] as const;
  const [message, hint] = code === 'ENOENT' ? missing : (REASONS[code] ?? other);
  return new UnreadableSource(message, hint, {cause: error});
}
