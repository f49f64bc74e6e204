import {asOnTheWire, expressionText, pathExpression} from './path-expression.ts';
import {normalizePrefix} from './path-template.ts';
import type {Ordered} from './route-order.ts';
import {type InTree, RouteTree} from './route-tree.ts';
import {segmentsOf} from './segments.ts';

/** A request as far as routes match it. */
export interface Request {
  /** In upper case. */
  readonly method: string;
  /** As it is on the wire, without query and fragment. */
  readonly path: string;
}

/** What a matcher needs to know of a match. */
interface Matchable {
  /** Absent for the match of what is not described, which takes every path. */
  readonly operation?: Ordered;
}

/** A match with its place in the order of the mesh. */
interface Ranked<M> extends InTree {
  readonly match: M;
  readonly rank: number;
}

/** Finds the matches of an output that take a request, without comparing it with each of them. */
export class RouteMatcher<M extends Matchable> {
  readonly #tree = new RouteTree<Ranked<M>>();
  readonly #methods = new Set<string>();
  readonly #ofEveryPath: M[] = [];
  readonly #prefix: string;

  /** @param matches in the order of the mesh */
  constructor(matches: readonly M[], base = '') {
    this.#prefix = asOnTheWire(normalizePrefix(base));
    for (const [rank, match] of matches.entries()) {
      const {operation} = match;
      if (operation === undefined) {
        this.#ofEveryPath.push(match);
        continue;
      }
      const {method, pathItem} = operation;
      const segments = segmentsOf(this.#prefix + expressionText(pathExpression(pathItem.path)));
      this.#tree.add({method, segments, match, rank});
      this.#methods.add(method);
    }
  }

  /** The methods of the routes. */
  get methods(): readonly string[] {
    return [...this.#methods];
  }

  /** A request's path with `path.base` in front; `undefined` where that adds nothing. */
  prefixed(path: string): string | undefined {
    return this.#prefix === '' ? undefined : this.#prefix + path;
  }

  /** The matches that take a request, the one that the mesh uses first. */
  of({method, path}: Request): M[] {
    if (!path.startsWith('/')) return [];
    const described = [...this.#tree.wider({method, segments: segmentsOf(path)})];
    described.sort((a, b) => a.rank - b.rank);
    return [...described.map(({match}) => match), ...this.#ofEveryPath];
  }
}

/** The path of a request's target, which may be an address, as in the log of Linkerd. Source: RFC 9112, section 3.2. */
export function pathOfTarget(target: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const [path = ''] = target.slice(address.length).split(/[?#]/, 1);
  return address !== '' && path === '' ? '/' : path;
}
