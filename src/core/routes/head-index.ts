import {VARIABLE} from './path-expression.ts';
import {type Part, partsOf} from './pattern-parts.ts';

/** The longest text, and the most of them, that items are found by: fewer find more items. */
const MAX_LENGTH = 64;
const MAX_HEADS = 100;

/** The most items of which each is compared. */
const MAX_COMPARED = 32;

interface Node<T> {
  readonly items: (readonly [place: number, item: T])[];
  readonly next: Map<string, Node<T>>;
}

/** Items by the literal texts that their expressions begin with: of two that match the same text, one begins with the other. */
export class HeadIndex<T> {
  readonly #items: T[] = [];
  readonly #texts: string[] = [];
  readonly #root: Node<T> = {items: [], next: new Map()};
  /** How many items are found by their texts: few are all compared. */
  #indexed = 0;

  add(text: string, item: T): void {
    this.#texts.push(text);
    this.#items.push(item);
  }

  #index(item: T): void {
    const place = this.#indexed++;
    for (const head of headsOf(this.#texts[place] ?? '')) {
      let node = this.#root;
      for (const character of head.split('')) {
        const next: Node<T> = node.next.get(character) ?? {items: [], next: new Map()};
        node.next.set(character, next);
        node = next;
      }
      node.items.push([place, item]);
    }
  }

  /** The items whose expressions may match a text that this one does, as they were added. */
  near(text: string): readonly T[] {
    if (this.#items.length <= MAX_COMPARED) return this.#items;
    for (const item of this.#items.slice(this.#indexed)) this.#index(item);
    const found = new Map<number, T>();
    const collect = ({items}: Node<T>) => {
      for (const [place, item] of items) found.set(place, item);
    };
    for (const head of headsOf(text)) {
      let node: Node<T> | undefined = this.#root;
      for (const character of head.split('')) {
        collect(node);
        node = node.next.get(character);
        if (node === undefined) break;
      }
      const below = node ? [node] : [];
      for (let one = below.pop(); one; one = below.pop()) {
        collect(one);
        for (const next of one.next.values()) below.push(next);
      }
    }
    return [...found].sort(([a], [b]) => a - b).map(([, item]) => item);
  }
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
