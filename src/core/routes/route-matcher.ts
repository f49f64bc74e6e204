import {asOnTheWire, expressionText, withoutCase} from './path-expression.ts';
import {normalizePrefix} from './path-template.ts';
import type {Request} from './request.ts';
import type {Ordered} from './route-order.ts';
import {type InTree, RouteTree} from './route-tree.ts';
import {segmentsOf} from './segments.ts';

interface Matchable {
  /** Absent for the match of what is not described, which takes every path. */
  readonly operation?: Ordered;
  /** Its method, if that is another than the operation's. */
  readonly method?: string;
}

/** Finds the matches of an output that take a request, without comparing it with each of them. */
export class RouteMatcher<M extends Matchable> {
  /** The matches with their places in the order of the mesh. */
  readonly #tree = new RouteTree<InTree & {readonly match: M; readonly rank: number}>();
  readonly #methods = new Set<string>();
  readonly #ofEveryPath: M[] = [];
  readonly #prefixes = new Set<string>();
  readonly #compared: (path: string) => string;

  /**
   * @param matches in the order of the mesh
   * @param ignoresCase whether paths are compared without case
   */
  constructor(matches: readonly M[], base = '', ignoresCase = false) {
    this.#compared = ignoresCase ? withoutCase : (path) => path;
    const prefix = asOnTheWire(normalizePrefix(base));
    for (const [rank, match] of matches.entries()) {
      const {operation} = match;
      if (operation === undefined) {
        this.#ofEveryPath.push(match);
        continue;
      }
      const {expression, pathItem} = operation;
      const {method = operation.method} = match;
      const {path, template = path} = pathItem;
      this.#prefixes.add(prefix + asOnTheWire(path.slice(0, path.length - template.length)));
      const segments = segmentsOf(this.#compared(prefix + expressionText(expression)));
      this.#tree.add({method, segments, match, rank});
      this.#methods.add(method);
    }
  }

  get methods(): readonly string[] {
    return [...this.#methods];
  }

  /** What the paths of routes have in front of their templates, where that is something. */
  get prefixes(): readonly string[] {
    return [...this.#prefixes].filter((prefix) => prefix !== '');
  }

  /** The matches that take a request, the one that the mesh uses first. */
  of({method, path}: Request): M[] {
    if (!path.startsWith('/')) return [];
    const described = [...this.#tree.wider({method, segments: segmentsOf(this.#compared(path))})];
    described.sort((a, b) => a.rank - b.rank);
    return [...described.map(({match}) => match), ...this.#ofEveryPath];
  }
}

/** Why the mesh uses the first of the matches that take a request; `preference` says what decides between two. */
export function reasonForFirst<M>(
  [first, second, ...others]: readonly M[],
  preference: (first: M, second: M) => string,
): string {
  if (first === undefined || second === undefined) return 'the only route that matches';
  return `the first of ${others.length + 2} routes that match: ${preference(first, second)}`;
}
