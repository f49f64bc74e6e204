import {MAX_BYTES, MAX_REMOTE_SECONDS} from '../../core/base/limits.ts';
import {UnreadableSource} from '../system-error.ts';

/** A limit on all documents together was reached: none of the others can be read. */
export class LimitReached extends UnreadableSource {}

/** Counts bytes that were read, or that are about to be. Throws LimitReached when they are too many. */
export type ByteLimit = (bytes: number) => void;

/** How many bytes may be read of all of something. */
export function byteLimit(
  name = 'the description and the documents that it refers to',
  most = MAX_BYTES,
): ByteLimit {
  let left = most;
  return (bytes) => {
    left -= bytes;
    if (left < 0)
      throw new LimitReached(`more than ${most / 1024 / 1024} MiB in ${name}`, 'split it into smaller ones');
  };
}

/** How long the remote documents of a run may still take; the time begins with the first of them. */
export class RemoteTime {
  readonly #seconds: number;
  #signal: AbortSignal | undefined;

  constructor(seconds = MAX_REMOTE_SECONDS) {
    this.#seconds = seconds;
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.timeout(this.#seconds * 1000);
    return this.#signal;
  }

  /** The error when the time is over, otherwise `undefined`. */
  get timeout(): LimitReached | undefined {
    if (!this.#signal?.aborted) return undefined;
    return new LimitReached(
      `the remote documents took more than ${this.#seconds} seconds`,
      'download them and refer to the files',
    );
  }
}
