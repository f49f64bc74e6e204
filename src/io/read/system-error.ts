/** The code of a system error, such as `ENOENT`, or that of its cause; `undefined` for any other. */
export function codeOf(error: unknown): string | undefined {
  // Not `instanceof Error`: in another realm, as in a test runner, Node's errors are of another class.
  if (!isObject(error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : undefined;
}

/** What a user should do about a failure of the system, by its code. */
export type Reasons = Readonly<Record<string, readonly [message: string, hint: string]>>;

/** Failures of reading and writing alike. */
export const SYSTEM_REASONS: Reasons = {
  EMFILE: ['too many open files', 'raise the limit: `ulimit -n 1024`'],
  ENFILE: ['too many open files in the system', 'close other programs'],
  ENOMEM: ['not enough memory', 'close other programs'],
  EIO: ['the disk reports an error', 'check the disk'],
  ELOOP: ['too many symbolic links', 'check the links for a cycle'],
  ENXIO: ['is a socket or a device that is not there', 'name a file'],
  ENODEV: ['is a device that is not there', 'name a file'],
  ESTALE: ['the file was removed on its server', 'run the command again'],
  ETIMEDOUT: ['the connection timed out', 'check the network'],
  ERR_INVALID_ARG_VALUE: ['no such file', 'remove the character U+0000 from the path'],
};

/** The reason of a failure without words of its own: its code. */
export function unknownReason(message: string, error: unknown): string {
  const code = codeOf(error);
  return code === undefined ? message : `${message} (${code})`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
