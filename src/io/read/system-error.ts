/** What a user can put right; the message is the reason. */
export abstract class FixableError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

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
  EISDIR: ['is a directory', 'name a file'],
  EMFILE: ['too many open files', 'raise the limit: `ulimit -n 1024`'],
  ELOOP: ['too many symbolic links', 'check the links for a cycle'],
};

/** The reason of a failure without words of its own: those of the system or runtime, without the path or value. */
export function unknownReason(message: string, error: unknown): string {
  const cause = rootCause(error);
  const own = isObject(cause) && 'message' in cause ? String(cause.message) : '';
  const reason = own.replace(/(?:, \w+(?: '|$)|\. Received ).*$/s, '') || codeOf(error);
  return reason === undefined ? message : `${message}: ${reason}`;
}

function rootCause(error: unknown): unknown {
  return isObject(error) && 'cause' in error && isObject(error.cause) ? rootCause(error.cause) : error;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
