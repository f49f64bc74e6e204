import {MAX_BYTES, MAX_REMOTE_SECONDS} from '../../core/limits.ts';
import {UnreadableSource} from './unreadable-source.ts';

/** How many bytes may still be read, such as of a description and the documents that it refers to. */
export class ByteLimit {
  readonly #name: string;
  readonly #most: number;
  #left: number;

  constructor(name = 'the description and the documents that it refers to', most = MAX_BYTES) {
    this.#name = name;
    this.#most = most;
    this.#left = most;
  }

  /**
   * Counts bytes that were read, or that are about to be.
   *
   * @throws UnreadableSource when they are too many
   */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    throw new UnreadableSource(
      `more than ${this.#most / 1024 / 1024} MiB in ${this.#name}`,
      'split it into smaller ones',
    );
  }
}

/** How long the remote documents of a run may still take; the time begins with the first of them. */
export class RemoteTime {
  #signal: AbortSignal | undefined;

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.timeout(MAX_REMOTE_SECONDS * 1000);
    return this.#signal;
  }
}
