/**
 * The index of the line that contains `offset`.
 *
 * @param starts the offsets at which the lines begin, ascending; the first is 0
 */
export function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
