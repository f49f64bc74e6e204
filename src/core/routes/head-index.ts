import {VARIABLE} from './path-expression.ts';
import {type Part, partsOf} from './pattern-parts.ts';

/** The longest text, and the most of them, that items are found by: fewer find more items. */
const MAX_LENGTH = 64;
const MAX_HEADS = 100;

/** The most items of which each is compared. */
const MAX_COMPARED = 32;

/** Items by the literal texts that their expressions begin with: of two that match the same text, one begins with the other. */
export class HeadIndex<T> {
  readonly #items: T[] = [];
  readonly #texts: string[] = [];
  /** The places of items by their heads, and by all that these begin with. */
  readonly #byHead = new Map<string, number[]>();
  readonly #byStart = new Map<string, number[]>();
  #indexed = 0;

  add(text: string, item: T): void {
    this.#texts.push(text);
    this.#items.push(item);
  }

  /** The items whose expressions may match a text that this one does, as they were added. */
  near(text: string): readonly T[] {
    if (this.#items.length <= MAX_COMPARED) return this.#items;
    for (; this.#indexed < this.#items.length; this.#indexed += 1)
      for (const head of headsOf(this.#texts[this.#indexed] ?? '')) {
        push(this.#byHead, head, this.#indexed);
        for (const start of startsOf(head)) push(this.#byStart, start, this.#indexed);
      }
    const places = new Set(
      headsOf(text).flatMap((head) => [
        ...(this.#byStart.get(head) ?? []),
        ...startsOf(head).flatMap((start) => this.#byHead.get(start) ?? []),
      ]),
    );
    return [...places].sort((a, b) => a - b).flatMap((place) => this.#items.slice(place, place + 1));
  }
}

function push(places: Map<string, number[]>, key: string, place: number): void {
  const known = places.get(key);
  if (known) known.push(place);
  else places.set(key, [place]);
}

function startsOf(head: string): string[] {
  return Array.from({length: head.length + 1}, (_, length) => head.slice(0, length));
}

/** The literal texts that an expression begins with: one for each of its first choices. */
function headsOf(text: string): readonly string[] {
  if (!VARIABLE.test(text)) return [text.slice(0, MAX_LENGTH)];
  return [...new Set(extend([''], partsOf(text, true)).heads.map((head) => head.slice(0, MAX_LENGTH)))];
}

/** Literal texts with those that parts begin with, and whether other parts may follow these. */
function extend(
  start: readonly string[],
  parts: readonly Part[],
): {heads: readonly string[]; isWhole: boolean} {
  let heads = start;
  for (const part of parts) {
    if (typeof part === 'string') heads = heads.map((head) => head + part);
    else if (!('choices' in part)) return {heads, isWhole: false};
    else {
      const before = heads;
      const choices = part.choices.map((choice) => extend(before, choice));
      const longer = choices.flatMap((choice) => choice.heads);
      if (longer.length > MAX_HEADS) return {heads, isWhole: false};
      heads = longer;
      if (!choices.every(({isWhole}) => isWhole)) return {heads, isWhole: false};
    }
  }
  return {heads, isWhole: true};
}
