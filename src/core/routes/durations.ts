/** The relative error of a quantile. */
const ERROR = 0.01;

const GROWTH = (1 + ERROR) / (1 - ERROR);

/**
 * Durations of any number of requests in little memory: they are counted in buckets that grow by a factor, so that a quantile is
 * right to one per cent.
 *
 * Source: Masson, Rim, Lee: DDSketch, a fast and fully-mergeable quantile sketch with relative-error guarantees.
 */
export class Durations {
  readonly #buckets = new Map<number, number>();
  #count = 0;

  add(milliseconds: number): void {
    // Below a microsecond nothing is measured.
    const bucket = Math.ceil(Math.log(Math.max(milliseconds, 0.001)) / Math.log(GROWTH));
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
    this.#count += 1;
  }

  /**
   * The duration in milliseconds that a share of the requests do not exceed; `undefined` without requests.
   *
   * @param share from 0 to 1
   */
  quantile(share: number): number | undefined {
    let left = Math.max(1, Math.ceil(share * this.#count));
    for (const [bucket, count] of [...this.#buckets].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return (2 * GROWTH ** bucket) / (GROWTH + 1);
    }
    return undefined;
  }
}
