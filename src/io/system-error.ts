/** An error that a user can fix; the message is the reason. */
export abstract class FixableError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

export class UnreadableSource extends FixableError {}

/** A file could not be written, and was not changed. */
export class UnwritableFile extends FixableError {
  override readonly name = 'UnwritableFile';
}

/** The code of a system error, such as `ENOENT`, or of the error that caused it; `undefined` for any other. */
export function codeOf(error: unknown): string | undefined {
  const cause = rootCause(error);
  return isObject(cause) && 'code' in cause ? String(cause.code) : undefined;
}

function rootCause(error: unknown): unknown {
  return isObject(error) && 'cause' in error && isObject(error.cause) ? rootCause(error.cause) : error;
}

// Not `instanceof Error`: in another realm, as in a test runner, Node's errors are of another class.
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const PERMISSIONS = ['permission denied', 'check the permissions of the file and of its directory'] as const;
const PART_IS_FILE = ['a part of the path is a file, not a directory', 'check the path'] as const;

/** Frequent failures, by the code of the system. */
const REASONS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  EACCES: PERMISSIONS,
  EPERM: PERMISSIONS,
  EROFS: ['the file system is read-only', 'write to another directory'],
  EISDIR: ['is a directory', 'name a file'],
  ENOTDIR: PART_IS_FILE,
  EEXIST: PART_IS_FILE,
  EMFILE: ['too many open files', 'raise the limit: `ulimit -n 1024`'],
  ENOSPC: ['no space left on the device', 'free some space or choose another disk'],
};

/** Why something failed: in the system's or runtime's own words, without the path or value, unless it is frequent. */
function reasonOf(error: unknown, failure: string, hint: string): readonly [message: string, hint: string] {
  const cause = rootCause(error);
  const text = isObject(cause) && 'message' in cause ? String(cause.message) : '';
  const reason = text.replace(/(?:, \w+(?: '|$)|\. Received ).*$/s, '') || codeOf(error);
  return REASONS[codeOf(error) ?? ''] ?? [`${failure}: ${reason}`, hint];
}

/** The base of a relative path, by where it is written. */
const PATH_BASES = {
  'command line': 'the working directory',
  reference: 'the file that holds the `$ref`',
  configuration: 'the folder of redocly.yaml',
  kustomization: 'the folder of the kustomization',
} as const;

export type PathBase = keyof typeof PATH_BASES;

/** Why a file cannot be read; `base` is what its path was relative to. */
export function toUnreadable(error: unknown, base: PathBase = 'command line'): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const isMissing = codeOf(error) === 'ENOENT';
  const missing = ['no such file', `check the path; it is relative to ${PATH_BASES[base]}`] as const;
  const [message, hint] = isMissing ? missing : reasonOf(error, 'cannot be read', 'check the file');
  return new UnreadableSource(message, hint, {cause: error});
}

export function toUnreachable(error: unknown): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const isUntrusted = /CERT|ISSUER|SIGNATURE/.test(codeOf(error) ?? '');
  const fix = isUntrusted
    ? 'set NODE_EXTRA_CA_CERTS to the certificates of its issuer, or correct the address'
    : 'check the address and the network';
  return new UnreadableSource(...reasonOf(error, 'cannot be read', fix), {cause: error});
}

export function toUnwritable(error: unknown): UnwritableFile {
  if (error instanceof UnwritableFile) return error;
  return new UnwritableFile(...reasonOf(error, 'cannot be written', 'choose another path'), {cause: error});
}
