import {hasInOrder} from './literals.ts';
import {PARAMETER_MARK, VARIABLE} from './path-expression.ts';

/** How many comparisons may still be made. Below 0, look-ups find nothing more. */
export interface Comparisons {
  left: number;
}

/** A comparison of a long text counts as several. */
const CHARACTERS_OF_A_COMPARISON = 64;

/** A parameter alone. */
const ANY_SEGMENT = `/${PARAMETER_MARK}/`;

/** A segment that matches more than one text. */
interface Pattern<T> {
  readonly text: string;
  /** The literal texts, with a parameter between each two. */
  readonly literals: readonly string[];
  /** How many characters of another text one of them may be compared at: a long text between the ends at all of its own. */
  readonly places: number;
  readonly value: T;
}

/** Keys by their length: the beginnings or ends of a text are looked up instead of being compared with every key. */
type ByLength<V> = Map<number, Map<string, V>>;

/**
 * Segments, such as `/{a}.json/` with the mark for its parameter, each with a value. A segment has its slashes, so that its
 * first and last literal texts match at its ends only.
 */
export class SegmentIndex<T> {
  /** Most indexes have one segment, and a map of one takes several times the memory. */
  #first: {readonly text: string; readonly value: T} | undefined;
  #others: Map<string, T> | undefined;
  /** The patterns by what they begin with, and then by what they end with. */
  #byEnds: ByLength<ByLength<Pattern<T>[]>> | undefined;

  get(text: string): T | undefined {
    return this.#first?.text === text ? this.#first.value : this.#others?.get(text);
  }

  add(text: string, value: T): void {
    if (this.#first === undefined) {
      this.#first = {text, value};
    } else {
      this.#others ??= new Map();
      this.#others.set(text, value);
    }
    if (text === ANY_SEGMENT || !VARIABLE.test(text)) return;
    const fixed = text.split(VARIABLE);
    const [head = '', tail = ''] = [fixed[0], fixed.at(-1)];
    this.#byEnds ??= new Map();
    const byTail = entry(this.#byEnds, head, (): ByLength<Pattern<T>[]> => new Map());
    const literals = text.split(PARAMETER_MARK);
    entry(byTail, tail, (): Pattern<T>[] => []).push({text, literals, places: placesOf(literals), value});
  }

  /** The values of the other segments that match every text that `text` matches. */
  *wider(text: string, comparisons: Comparisons): Generator<T> {
    const any = text === ANY_SEGMENT ? undefined : this.get(ANY_SEGMENT);
    if (any !== undefined) yield any;
    if (!this.#byEnds) return;
    const cost = Math.ceil(text.length / CHARACTERS_OF_A_COMPARISON);
    for (const pattern of candidates(this.#byEnds, text, comparisons, cost)) {
      comparisons.left -= cost * pattern.places;
      if (comparisons.left < 0) return;
      // The marks in `text` are like any other character: a parameter matches them, and so it matches whatever the other
      // parameter does; a literal text does not.
      if (pattern.text !== text && hasInOrder(text, pattern.literals)) yield pattern.value;
    }
  }
}

/** The patterns that begin and end as `text` does. */
function* candidates<T>(
  byEnds: ByLength<ByLength<Pattern<T>[]>>,
  text: string,
  comparisons: Comparisons,
  cost: number,
): Generator<Pattern<T>> {
  for (const [length, byHead] of byEnds) {
    comparisons.left -= cost;
    if (comparisons.left < 0) return;
    const byTail = byHead.get(text.slice(0, length));
    for (const [tailLength, patterns] of byTail ?? []) {
      comparisons.left -= cost;
      if (comparisons.left < 0) return;
      yield* patterns.get(text.slice(-tailLength)) ?? [];
    }
  }
}

function entry<V>(map: ByLength<V>, key: string, create: () => V): V {
  const sameLength = map.get(key.length) ?? new Map<string, V>();
  map.set(key.length, sameLength);
  const value = sameLength.get(key) ?? create();
  sameLength.set(key, value);
  return value;
}

function placesOf(literals: readonly string[]): number {
  const lengths = literals.slice(1, -1).map(({length}) => length);
  return Math.max(1, ...lengths.filter((length) => length > CHARACTERS_OF_A_COMPARISON));
}
