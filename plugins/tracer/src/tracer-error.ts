/** A failure that a person can do something about: its text says what, where and how to fix. Printed without a stack trace. */
export class TracerError extends Error {
  override readonly name = 'TracerError';
  /** 2 for wrong use, 1 for all else. */
  readonly exitCode: 1 | 2;
  /** Lines that help to see why, such as events and log lines of the cluster. */
  readonly details: readonly string[];

  constructor(message: string, exitCode: 1 | 2 = 1, details: readonly string[] = []) {
    super(message);
    this.exitCode = exitCode;
    this.details = details;
  }
}
