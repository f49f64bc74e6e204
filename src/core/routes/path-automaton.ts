import {VARIABLE} from './path-expression.ts';
import {MARK} from './pattern-marks.ts';
import {type ClassPart, type Part, partsOf, sampleText} from './pattern-parts.ts';

/** The characters to try parameters with: one that is not in the expression, or any but a slash. */
const [OTHER, ANY] = [MARK.parameter, MARK.spanning];

/**
 * Whether an expression matches all that another one does, for those whose parameters may span segments. Where a set of states contains
 * another one, the smaller one decides, and of the characters that are not in the expression one is enough.
 */
export function pathCovers(path: string, narrower: string): boolean {
  return mayFit(path, narrower, false) && leadsToEnd(path, narrower, OTHER, smallest);
}

/** Whether some text matches both expressions. No character of them has two forms. */
export function pathOverlaps(a: string, b: string): boolean {
  return mayFit(a, b, true) && leadsToEnd(a, b, ANY, union);
}

/** Whether one may cover or overlap another one, by what is found at once: the literal texts at their ends, and a text of the other one. */
export function mayFit(path: string, other: string, overlaps: boolean): boolean {
  const [one, two] = [comparedOf(path), comparedOf(other)];
  return (
    endsFit(one.literals, two.literals) && (overlaps || one.automaton.leadsToEnd(two.sample, OTHER, union))
  );
}

function leadsToEnd(path: string, other: string, letter: string, join: (sets: Sets) => Sets): boolean {
  return comparedOf(path).automaton.leadsToEnd(comparedOf(other).parts, letter, join);
}

/** The parts of a text to compare: its literal texts, of which the first and the last are at its ends, and a short text that it matches. */
function toCompared(text: string) {
  const literals = text
    .replace(/[\u0007\u0008\u000e]/g, '')
    .replace(REPEATED_START, '$1')
    .split(VARIABLE);
  const parts = partsOf(text, false);
  return {literals, parts, sample: [...sampleText(parts, 0)], automaton: new PathAutomaton(text)};
}

/** The last ones, by their texts: each may be compared with thousands. */
const compared = new Map<string, ReturnType<typeof toCompared>>();
const MAX_COMPARED = 5000;

function comparedOf(text: string) {
  const parts = compared.get(text) ?? toCompared(text);
  if (compared.size >= MAX_COMPARED) compared.clear();
  if (!compared.has(text)) compared.set(text, parts);
  return parts;
}

/** Literal text at the start whose last character may be missing. */
const REPEATED_START = /^([^\0-\u001f[\]|^]*)[^\0-\u001f[\]|^](?=[\u0016\u0018])/;

/** Whether two expressions can begin and end with the same text, given as the literal texts in them. */
export function endsFit(a: readonly string[], b: readonly string[]): boolean {
  const [headA = '', headB = '', tailA = '', tailB = ''] = [a[0], b[0], a.at(-1), b.at(-1)];
  return (
    (headA.startsWith(headB) || headB.startsWith(headA)) && (tailA.endsWith(tailB) || tailB.endsWith(tailA))
  );
}

/** The most sets that are compared: after some expressions there are very many. */
const MAX_SETS = 500;

/** Sets of states, after different texts. */
type Sets = readonly bigint[];

/**
 * The text of an expression as an automaton, for those whose parameters match slashes too or have patterns: its states are the bits of a
 * number, and lead to the next one, except for what may be missing or repeated, and for one of several texts.
 *
 * Source: Baeza-Yates and Gonnet, A new approach to text searching, 1992.
 */
class PathAutomaton {
  #length = 0;
  /** The states that a character leads on from, that any but a slash does, and those from which one of these does not. */
  readonly #edges = new Map<string, bigint>();
  #anyEdge = 0n;
  readonly #except = new Map<string, bigint>();
  /** The states that any character but a slash leads back to, and those of slashes too. */
  #inSegment = 0n;
  #everywhere = 0n;
  /** The states after a character and others, as far as they were asked for. */
  readonly #afterStates = new Map<string, Map<bigint, bigint>>();
  /** The states that are followed by others without a character. */
  readonly #skips: {readonly from: bigint; readonly to: bigint}[] = [];

  readonly #start: bigint;

  constructor(text: string) {
    for (const part of partsOf(text, true)) this.#add(part);
    this.#start = this.#skipped(1n);
  }

  get #state(): bigint {
    return 1n << BigInt(this.#length);
  }

  /** Parts share a state only where none leads back to it but by any character. */
  #add(part: Part): void {
    if (typeof part === 'string' || 'characters' in part) this.#addCharacters(part);
    else if ('choices' in part) {
      const from = this.#state;
      let [starts, ends] = [0n, 0n];
      for (const choice of part.choices) {
        this.#length += 1;
        starts |= this.#state;
        for (const one of choice) this.#add(one);
        ends |= this.#state;
      }
      this.#skips.push({from, to: starts});
      this.#skipFrom(ends);
    } else {
      if (part.min === 1) this.#add(part.part);
      this.#addOptional(part.part, part.isEndless);
    }
  }

  #addOptional(part: Part, isEndless: boolean): void {
    if (isAny(part)) {
      if (part.spans) this.#everywhere |= this.#state;
      else this.#inSegment |= this.#state;
      return;
    }
    this.#skipFrom(this.#state);
    const start = this.#state;
    this.#add(part);
    if (isEndless) this.#skips.push({from: this.#state, to: start});
    this.#skipFrom(start | this.#state);
  }

  /** Adds a state that these lead to without a character. */
  #skipFrom(from: bigint): void {
    this.#length += 1;
    this.#skips.push({from, to: this.#state});
  }

  #addCharacters(part: string | ClassPart): void {
    const {characters, isNegated, spans} = typeof part === 'string' ? {...SINGLE, characters: part} : part;
    const mark = (states: Map<string, bigint>, one: string) =>
      states.set(one, (states.get(one) ?? 0n) | this.#state);
    if (isNegated) this.#anyEdge |= this.#state;
    for (const one of characters) mark(isNegated ? this.#except : this.#edges, one);
    if (spans) mark(this.#edges, '/');
    if (!isNegated && characters !== '/') mark(this.#edges, ANY);
    this.#length += 1;
  }

  /**
   * Whether the states lead to the end after the texts that another expression matches, given as its parts: after each, or after any if they are joined.
   *
   * @param letter what its parameters are tried with, apart from slashes
   */
  leadsToEnd(other: readonly Part[], letter: string, join: (sets: Sets) => Sets): boolean {
    const afterOne = (sets: Sets, one: string) => join(sets.map((states) => this.#after(states, one)));
    const afterPart = (sets: Sets, part: Part): Sets => {
      if (typeof part === 'string') return afterOne(sets, part);
      if ('characters' in part)
        return join(this.#lettersOf(part, letter).flatMap((one) => afterOne(sets, one)));
      if ('choices' in part) return join(part.choices.flatMap((choice) => afterAll(sets, choice)));
      let reached = part.min === 1 ? afterPart(sets, part.part) : sets;
      for (;;) {
        const joined = join([...reached, ...afterPart(reached, part.part)]);
        const isSame = (states: bigint, index: number) => states === reached[index];
        if (!part.isEndless || (joined.length === reached.length && joined.every(isSame))) return joined;
        reached = joined;
      }
    };
    const afterAll = (from: Sets, parts: readonly Part[]): Sets => {
      let sets = from;
      for (const part of parts) {
        sets = afterPart(sets, part);
        if (sets[0] === 0n) return NONE;
      }
      return sets;
    };
    const sets = afterAll([this.#start], other);
    return sets.every((states) => (states >> BigInt(this.#length)) % 2n === 1n);
  }

  /** One of the characters of each kind that a part of another expression matches. */
  #lettersOf({characters, isNegated, spans}: ClassPart, letter: string): readonly string[] {
    const inEdges = characters === '' ? [] : this.#edges.keys();
    const inExceptions = characters === '' && letter === ANY ? [] : this.#except.keys();
    const isOther = (one: string) => one !== '/' && one !== ANY && !characters.includes(one);
    const others = [...inEdges, ...inExceptions].filter(isOther);
    const all = isNegated ? [characters === '' ? letter : OTHER, ...others] : [...characters];
    const kinds = new Map(all.map((one) => [this.#edgesOf(one), one]));
    return spans ? [...kinds.values(), '/'] : [...kinds.values()];
  }

  /** The states that a character leads on from. */
  #edgesOf(character: string): bigint {
    const any = character === '/' ? 0n : this.#anyEdge & ~(this.#except.get(character) ?? 0n);
    return (this.#edges.get(character) ?? 0n) | any;
  }

  #after(states: bigint, character: string): bigint {
    const afterStates = this.#afterStates.get(character) ?? new Map<bigint, bigint>();
    const earlier = afterStates.get(states);
    if (earlier !== undefined) return earlier;
    const loops = character === '/' ? this.#everywhere : this.#everywhere | this.#inSegment;
    const after = this.#skipped((states & loops) | ((states & this.#edgesOf(character)) << 1n));
    if (afterStates.size > MAX_SETS) afterStates.clear();
    this.#afterStates.set(character, afterStates.set(states, after));
    return after;
  }

  #skipped(states: bigint): bigint {
    const all = this.#skips.reduce(
      (reached, {from, to}) => ((reached & from) === 0n ? reached : reached | to),
      states,
    );
    return all === states ? all : this.#skipped(all);
  }
}

const SINGLE = {isNegated: false, spans: undefined};

const NONE: Sets = [0n];

/** Whether a part is any character, of a segment or of all. */
function isAny(part: Part): part is ClassPart {
  return typeof part !== 'string' && 'characters' in part && part.isNegated && part.characters === '';
}

function union(sets: Sets): Sets {
  return [sets.reduce((all, states) => all | states, 0n)];
}

/** The sets without those that contain another one; too many to compare are as if nothing were matched. */
function smallest(sets: Sets): Sets {
  if (sets.length === 1) return sets;
  const kept: bigint[] = [];
  for (const states of [...new Set(sets)].sort((a, b) => (a < b ? -1 : 1)))
    if (!kept.some((other) => (other & states) === other)) kept.push(states);
  return kept.length > MAX_SETS ? NONE : kept;
}
