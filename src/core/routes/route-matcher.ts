import type {PathStep, RouteReader} from '../meshes.ts';
import {asOnTheWire, expressionText, withCapitals, withoutCase} from './path-expression.ts';
import {normalizePrefix} from './path-template.ts';
import {comparedLiteral, comparedPath, type Request} from './request.ts';
import type {Ordered} from './route-order.ts';
import {type InTree, RouteTree} from './route-tree.ts';
import {segmentsOf} from './segments.ts';

export interface Matchable {
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
  readonly #steps: readonly PathStep[];
  readonly #inCase: (path: string) => string;

  /**
   * @param matches in the order of the mesh
   * @param ignoresCase whether paths are compared without case
   */
  constructor(matches: readonly M[], reader: RouteReader, base = '', ignoresCase = false) {
    this.#steps = reader.pathSteps ?? [];
    // Gateways get what is percent-encoded in both cases of letters.
    const inCase = reader.anchors ? withCapitals : String;
    this.#inCase = ignoresCase ? withoutCase : inCase;
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
      const text = prefix + expressionText(expression);
      // Gateways get what is percent-encoded in both forms.
      const literal = reader.anchors ? comparedLiteral(text, this.#steps) : text;
      const segments = segmentsOf(this.#inCase(literal));
      this.#tree.add({method, segments, match, rank});
      this.#methods.add(method);
    }
  }

  get methods(): readonly string[] {
    return [...this.#methods];
  }

  /** The texts before the templates in the paths of routes, where these are not empty. */
  get prefixes(): readonly string[] {
    return [...this.#prefixes].filter((prefix) => prefix !== '');
  }

  /** The matches that take a request, the one that the mesh uses first. */
  of({method, path: sent}: Request): M[] {
    if (!sent.startsWith('/')) return [];
    const path = this.#inCase(comparedPath(sent, this.#steps));
    const described = [...this.#tree.wider({method, segments: segmentsOf(path)})];
    described.sort((a, b) => a.rank - b.rank);
    return [...described.map(({match}) => match), ...this.#ofEveryPath];
  }

  /** The change of the path of a request before it is compared, at the end of a sentence; empty if there is none. */
  changeOf(sent: string): string {
    const path = comparedPath(sent, this.#steps);
    const isRedirected = this.#steps[0] === 'redirect slashes' && /%(?:2f|5c)/i.test(sent);
    return path === sent ? '' : `; ${isRedirected ? 'redirected to' : 'compared as'} ${path}`;
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
