/** A failure that the user can act on: the message says what is wrong and how to fix it. It is printed without a stack trace. */
export class TracerError extends Error {
  override readonly name = 'TracerError';
  /** 2 for wrong usage, otherwise 1. */
  readonly exitCode: 1 | 2;
  /** Lines printed below the message, such as events and logs. */
  readonly details: readonly string[];

  constructor(message: string, exitCode: 1 | 2 = 1, details: readonly string[] = []) {
    super(message);
    this.exitCode = exitCode;
    this.details = details;
  }
}
