import {
  encodedForm,
  NON_EMPTY_MARK,
  NON_EMPTY_REST_MARK,
  OPTIONAL_END,
  OPTIONAL_MARK,
  PARAMETER_MARK,
  SPANNING_MARK,
  VARIABLE,
} from './path-expression.ts';

/** What parameters are tried with: a character that is not in the expression, or any character but a slash. */
const [OTHER, ANY] = [PARAMETER_MARK, SPANNING_MARK];

/**
 * Whether an expression matches all that another one does, for those whose parameters may span segments. Where a set of states contains
 * another one, the smaller one decides, and of the characters that are not in the expression one is enough.
 */
export function pathCovers(path: string, narrower: string): boolean {
  return leadsToEnd(path, narrower, OTHER, smallest);
}

/** Whether some text matches both expressions. No character of them has two forms. */
export function pathOverlaps(a: string, b: string): boolean {
  return leadsToEnd(a, b, ANY, union);
}

function leadsToEnd(path: string, other: string, letter: string, join: (sets: Sets) => Sets): boolean {
  const mayFit = endsFit(path.split(VARIABLE), other.split(VARIABLE));
  return mayFit && new PathAutomaton(path).leadsToEnd(other, letter, join);
}

/** Whether two expressions can begin and end with the same text, given as the literal texts in them. */
export function endsFit(a: readonly string[], b: readonly string[]): boolean {
  const [headA = '', headB = '', tailA = '', tailB = ''] = [a[0], b[0], a.at(-1), b.at(-1)];
  return (
    (headA.startsWith(headB) || headB.startsWith(headA)) && (tailA.endsWith(tailB) || tailB.endsWith(tailA))
  );
}

/** Sets of states, after different texts. */
type Sets = readonly bigint[];

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
  /** The states that are followed by another one without a character, from the first to the last. */
  readonly #skips: {readonly from: bigint; readonly to: bigint}[] = [];

  constructor(text: string) {
    let length = 0;
    let optional = 0n;
    const bit = () => 1n << BigInt(length);
    const addEdge = (character: string) => {
      for (const one of character === '/' ? [character] : [character, ANY])
        this.#edges.set(one, (this.#edges.get(one) ?? 0n) | bit());
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
        case NON_EMPTY_REST_MARK:
          this.#anyEdge |= bit();
          addEdge('/');
          this.#everywhere |= bit();
          break;
        case OPTIONAL_MARK:
          optional = bit();
          break;
        case OPTIONAL_END:
          this.#skips.push({from: optional, to: bit() << 1n}, {from: bit(), to: bit() << 1n});
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

  /**
   * Whether the states lead to the end after the texts that another expression matches: after each, or after any if they are joined.
   *
   * @param letter what its parameters are tried with, apart from slashes
   */
  leadsToEnd(text: string, letter: string, join: (sets: Sets) => Sets): boolean {
    const after = (sets: Sets, character: string) =>
      join(sets.map((states) => this.#after(states, character)));
    const afterAny = (from: Sets, characters: readonly string[]) => {
      for (let known = from; ; ) {
        const sets = join([...known, ...characters.flatMap((one) => after(known, one))]);
        if (sets.length === known.length && sets.every((states, index) => states === known[index]))
          return sets;
        known = sets;
      }
    };
    let without: Sets = [];
    const afterPart: Readonly<Record<string, (sets: Sets) => Sets>> = {
      [PARAMETER_MARK]: (sets) => afterAny(sets, [letter]),
      [NON_EMPTY_MARK]: (sets) => afterAny(after(sets, letter), [letter]),
      [SPANNING_MARK]: (sets) => afterAny(sets, [letter, '/']),
      [NON_EMPTY_REST_MARK]: (sets) =>
        afterAny(join([...after(sets, letter), ...after(sets, '/')]), [letter, '/']),
      [OPTIONAL_MARK]: (sets) => {
        without = sets;
        return sets;
      },
      [OPTIONAL_END]: (sets) => join([...without, ...sets]),
    };
    let sets: Sets = [this.#skipped(1n)];
    for (const part of text) {
      sets = afterPart[part]?.(sets) ?? after(sets, part);
      if (sets[0] === 0n && without.length === 0) return false;
    }
    return sets.every((states) => (states >> BigInt(this.#length)) % 2n === 1n);
  }

  #after(states: bigint, character: string): bigint {
    const isSlash = character === '/';
    const loops = isSlash ? this.#everywhere : this.#everywhere | this.#inSegment;
    const edges = (this.#edges.get(character) ?? 0n) | (isSlash ? 0n : this.#anyEdge);
    const jumps = this.#jumps.get(character) ?? 0n;
    return this.#skipped((states & loops) | ((states & edges) << 1n) | ((states & jumps) << 3n));
  }

  #skipped(states: bigint): bigint {
    return this.#skips.reduce((all, {from, to}) => ((all & from) === 0n ? all : all | to), states);
  }
}

function union(sets: Sets): Sets {
  return [sets.reduce((all, states) => all | states, 0n)];
}

/** The sets without those that contain another one. */
function smallest(sets: Sets): Sets {
  if (sets.length === 1) return sets;
  const found: bigint[] = [];
  for (const states of [...new Set(sets)].sort((a, b) => (a < b ? -1 : 1)))
    if (!found.some((other) => (other & states) === other)) found.push(states);
  return found;
}
