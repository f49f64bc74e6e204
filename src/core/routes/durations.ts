/**
 * Durations of any number of requests in little memory: each is counted with three digits, at most 900 counts from one power of
 * ten to the next. A quantile of durations with more digits is right to half a per cent, any other is exact.
 */
export class Durations {
  readonly #counts = new Map<number, number>();
  #count = 0;

  /** @param milliseconds 0 or more */
  add(milliseconds: number): void {
    const rounded = Number(milliseconds.toPrecision(3));
    this.#counts.set(rounded, (this.#counts.get(rounded) ?? 0) + 1);
    this.#count += 1;
  }

  /**
   * The duration in milliseconds that a share of the requests do not exceed; `undefined` without requests.
   *
   * @param share from 0 to 1
   */
  quantile(share: number): number | undefined {
    let left = Math.max(1, Math.ceil(share * this.#count));
    for (const [milliseconds, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return milliseconds;
    }
    return undefined;
  }
}
