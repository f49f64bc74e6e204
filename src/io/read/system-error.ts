/** The code of a system error, such as `ENOENT`; `undefined` for any other. */
export function codeOf(error: unknown): string | undefined {
  // Not `instanceof Error`: in another realm, as in a test runner, Node's errors are of another class.
  return isObject(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The message of an error, or of its cause. */
export function messageOf(error: unknown): string {
  const cause = isObject(error) && 'cause' in error && error.cause ? error.cause : error;
  return isObject(cause) && 'message' in cause ? String(cause.message) : String(cause);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
