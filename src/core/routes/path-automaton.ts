import {
  encodedForm,
  NON_EMPTY_MARK,
  PARAMETER_MARK,
  REST_MARK,
  SPANNING_MARK,
  VARIABLE,
} from './path-expression.ts';

/** A character that no literal text has. */
const OTHER = PARAMETER_MARK;

/** An expression as the literal texts at its ends, and what is between them. */
const ENDS = /^([^\0-\u0003[\]|^]*)(.*?)([^\0-\u0003[\]|^]*)$/s;

/** Whether an expression matches all that another one does; for those whose parameters may span segments. */
export function pathCovers(path: string, narrower: string): boolean {
  const [, head = '', middle, tail = ''] = ENDS.exec(path) ?? [];
  // Only segments that may be missing could be literal text or nothing.
  if (!narrower.includes(REST_MARK)) {
    if (!narrower.startsWith(head) || !narrower.endsWith(tail)) return false;
    if (middle === SPANNING_MARK) return narrower.length >= head.length + tail.length;
  }
  return new PathAutomaton(path).covers(narrower);
}

/** Whether some text matches both expressions. No character of them has two forms. */
export function pathOverlaps(a: string, b: string): boolean {
  const [headA, headB] = [headOf(a), headOf(b)];
  return (headA.startsWith(headB) || headB.startsWith(headA)) && new PathAutomaton(a).overlaps(b);
}

/** The literal text that an expression begins with. */
function headOf(text: string): string {
  const end = text.search(VARIABLE);
  return end === -1 ? text : text.slice(0, end);
}

/**
 * The text of an expression as an automaton, for those whose parameters match slashes too: its states are the bits of a number, and
 * lead to the next one, except for characters with two forms and segments that may be missing.
 *
 * Source: Baeza-Yates and Gonnet, A new approach to text searching, 1992.
 */
class PathAutomaton {
  readonly #length: number;
  /** The states that a character leads on from: by one state, and by the three of its encoded form. */
  readonly #edges = new Map<string, bigint>();
  readonly #jumps = new Map<string, bigint>();
  #anyEdge = 0n;
  /** The states that any character but a slash leads back to, and those of slashes too. */
  #inSegment = 0n;
  #everywhere = 0n;
  /** The states that are followed by the next, or the one after it, without a character. */
  #skips = 0n;
  #skipsTwo = 0n;

  constructor(text: string) {
    let length = 0;
    const bit = () => 1n << BigInt(length);
    const addEdge = (character: string) => {
      this.#edges.set(character, (this.#edges.get(character) ?? 0n) | bit());
      length += 1;
    };
    for (const character of text)
      switch (character) {
        case PARAMETER_MARK:
          this.#inSegment |= bit();
          break;
        case SPANNING_MARK:
          this.#everywhere |= bit();
          break;
        case NON_EMPTY_MARK:
          this.#anyEdge |= bit();
          length += 1;
          this.#inSegment |= bit();
          break;
        case REST_MARK:
          this.#skipsTwo |= bit();
          addEdge('/');
          this.#everywhere |= bit();
          this.#skips |= bit();
          length += 1;
          break;
        default: {
          const encoded = encodedForm(character);
          if (encoded) this.#jumps.set(character, (this.#jumps.get(character) ?? 0n) | bit());
          for (const one of encoded ?? character) addEdge(one);
        }
      }
    this.#length = length;
  }

  /** Whether it matches all that another expression does. */
  covers(text: string): boolean {
    // Each is a set of states after some text that the other matches, with no smaller one among them.
    let sets: readonly bigint[] = [this.#skipped(1n)];
    for (const character of text) {
      sets = smallest(sets.flatMap((states) => this.#afterEach(states, character)));
      if (sets[0] === 0n) return false;
    }
    return sets.every((states) => this.#isEnd(states));
  }

  /** The states after each text that a part of another expression matches: of its other characters, one is enough. */
  #afterEach(states: bigint, character: string): readonly bigint[] {
    switch (character) {
      case PARAMETER_MARK:
        return this.#reached([states], OTHER);
      case SPANNING_MARK:
        return this.#reached([states], `${OTHER}/`);
      case NON_EMPTY_MARK:
        return this.#reached([this.#after(states, OTHER)], OTHER);
      case REST_MARK:
        return [states, ...this.#reached([this.#after(states, '/')], `${OTHER}/`)];
      default:
        return [this.#after(states, character)];
    }
  }

  /** The smallest sets of states after any text of some characters. */
  #reached(from: readonly bigint[], characters: string): readonly bigint[] {
    for (let known = from; ; ) {
      const sets = smallest(
        known.flatMap((states) => [states, ...Array.from(characters, (one) => this.#after(states, one))]),
      );
      if (sets.length === known.length && sets.every((states, index) => states === known[index])) return sets;
      known = sets;
    }
  }

  /** Whether some text matches both. */
  overlaps(text: string): boolean {
    let states = this.#skipped(1n);
    for (const character of text) {
      states = this.#afterAny(states, character);
      if (states === 0n) return false;
    }
    return this.#isEnd(states);
  }

  /** The states after any of the texts that a part of another expression matches. */
  #afterAny(states: bigint, character: string): bigint {
    switch (character) {
      case PARAMETER_MARK:
        return this.#closure(states, false);
      case SPANNING_MARK:
        return this.#closure(states, true);
      case NON_EMPTY_MARK:
        return this.#closure(this.#afterLetter(states), false);
      case REST_MARK:
        return states | this.#closure(this.#after(states, '/'), true);
      default:
        return this.#after(states, character);
    }
  }

  #closure(from: bigint, withSlashes: boolean): bigint {
    for (let states = from; ; ) {
      const next = states | this.#afterLetter(states) | (withSlashes ? this.#after(states, '/') : 0n);
      if (next === states) return states;
      states = next;
    }
  }

  /** The states after any character but a slash. */
  #afterLetter(states: bigint): bigint {
    return [...this.#edges.keys(), OTHER].reduce(
      (all, one) => (one === '/' ? all : all | this.#after(states, one)),
      0n,
    );
  }

  #after(states: bigint, character: string): bigint {
    const isSlash = character === '/';
    const loops = isSlash ? this.#everywhere : this.#everywhere | this.#inSegment;
    const edges = (this.#edges.get(character) ?? 0n) | (isSlash ? 0n : this.#anyEdge);
    const jumps = this.#jumps.get(character) ?? 0n;
    return this.#skipped((states & loops) | ((states & edges) << 1n) | ((states & jumps) << 3n));
  }

  #skipped(states: bigint): bigint {
    return states | ((states & this.#skips) << 1n) | ((states & this.#skipsTwo) << 2n);
  }

  #isEnd(states: bigint): boolean {
    return (states >> BigInt(this.#length)) % 2n === 1n;
  }
}

/** The sets without those that have another one in them. */
function smallest(sets: readonly bigint[]): readonly bigint[] {
  if (sets.length === 1) return sets;
  const found: bigint[] = [];
  for (const states of [...new Set(sets)].sort((a, b) => (a < b ? -1 : 1)))
    if (!found.some((other) => (other & states) === other)) found.push(states);
  return found;
}
