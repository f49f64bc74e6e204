import {comparisonsFor, type Segment, segmentsOverlap} from './overlapping-segments.ts';
import type {Comparisons} from './segment-index.ts';

/** Fewer segments than these are compared one by one. */
const FEW = 8;

interface Entry<T> {
  readonly segment: Segment;
  readonly value: T;
}

/** Places in a list, without that at `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Segments, each with a value, found by their first and last literal texts instead of being compared with every other. */
export class SegmentsByEnds<T> {
  readonly #entries: Entry<T>[] = [];
  #heads: PrefixIndex<Entry<T>> | undefined;
  #tails: PrefixIndex<Entry<T>> | undefined;

  add(segment: Segment, value: T): void {
    this.#entries.push({segment, value});
    this.#heads = undefined;
    this.#tails = undefined;
  }

  /** The values of the segments that match some text that `segment`, one with a parameter or another text, matches too. */
  *overlapping(segment: Segment, comparisons: Comparisons): Generator<T> {
    const cost = comparisonsFor(segment.text);
    for (const {segment: other, value} of this.#candidates(segment, comparisons)) {
      comparisons.left -= cost;
      if (comparisons.left < 0) return;
      if (other.text !== segment.text && segmentsOverlap(other, segment)) yield value;
    }
  }

  #candidates(segment: Segment, comparisons: Comparisons): Iterable<Entry<T>> {
    if (this.#entries.length < FEW) return this.#entries;
    this.#heads ??= new PrefixIndex(this.#entries, (entry) => headOf(entry.segment));
    this.#tails ??= new PrefixIndex(this.#entries, (entry) => reversedTailOf(entry.segment));
    const byHead = this.#heads.related(headOf(segment), comparisons);
    const byTail = this.#tails.related(reversedTailOf(segment), comparisons);
    return byHead.count < byTail.count ? byHead.values() : byTail.values();
  }
}

function headOf({literals}: Segment): string {
  return literals[0] ?? '';
}

function reversedTailOf({literals}: Segment): string {
  return [...(literals.at(-1) ?? '')].reverse().join('');
}

/** Values by keys, of which those that begin with a text, or that a text begins with, are next to each other when sorted. */
class PrefixIndex<V> {
  readonly #sorted: readonly {readonly key: string; readonly value: V}[];
  readonly #lengths: readonly number[];

  constructor(values: readonly V[], keyOf: (value: V) => string) {
    this.#sorted = values
      .map((value) => ({key: keyOf(value), value}))
      .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    this.#lengths = [...new Set(this.#sorted.map(({key}) => key.length))];
  }

  /** The values whose key begins with `text`, or is what `text` begins with. */
  related(text: string, comparisons: Comparisons): {count: number; values: () => Generator<V>} {
    const shorter = this.#lengths.filter((length) => length < text.length);
    comparisons.left -= shorter.length * comparisonsFor(text);
    if (comparisons.left < 0) return {count: 0, values: () => this.#at([])};
    const ranges = [
      ...shorter.map((length) => this.#range(text.slice(0, length), (key, prefix) => key === prefix)),
      this.#range(text, (key, prefix) => key.startsWith(prefix)),
    ];
    return {
      count: ranges.reduce((sum, {from, to}) => sum + to - from, 0),
      values: () => this.#at(ranges),
    };
  }

  #range(text: string, isIn: (key: string, text: string) => boolean): Range {
    const from = this.#firstPlace(0, (key) => key >= text);
    return {from, to: this.#firstPlace(from, (key) => !isIn(key, text))};
  }

  /** The first place, from one on, of a key that `isFound` holds for, as it does for all after it. */
  #firstPlace(from: number, isFound: (key: string) => boolean): number {
    let [low, high] = [from, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isFound(this.#sorted[middle]?.key ?? '')) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  *#at(ranges: readonly Range[]): Generator<V> {
    for (const {from, to} of ranges) {
      for (let place = from; place < to; place += 1) {
        const entry = this.#sorted[place];
        if (entry) yield entry.value;
      }
    }
  }
}
