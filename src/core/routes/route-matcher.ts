import {normalizePrefix} from '../openapi/path-template.ts';
import {asOnTheWire, expressionText, pathExpression, VARIABLE} from '../openapi/routes/path-expression.ts';
import type {Ordered} from '../openapi/routes/route-order.ts';
import {WiderRoutes} from '../openapi/routes/wider-routes.ts';
import type {RouteMatch, Target, TargetInput} from '../targets/target.ts';

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
interface Ranked<M> {
  readonly match: M;
  readonly rank: number;
}

/** The matches of one method. */
interface Matches<M> {
  readonly literal: Map<string, Ranked<M>[]>;
  readonly patterns: WiderRoutes<Ranked<M>[]>;
}

/** The matcher of an output. */
export function outputMatcher(output: {readonly target: Target; readonly input: TargetInput}): RouteMatcher {
  const {target, input} = output;
  return new RouteMatcher(target.matches(input), input.settings.get('path.base'));
}

/**
 * Finds the matches of an output that take a request, without comparing it with each of them: the request's path is looked up
 * among the paths by the same index that orders the routes.
 */
export class RouteMatcher<M extends Matchable = RouteMatch> {
  readonly #byMethod = new Map<string, Matches<M>>();
  readonly #ofEveryPath: M[] = [];
  readonly #prefix: string;

  /** @param matches in the order of the mesh */
  constructor(matches: readonly M[], base = '') {
    this.#prefix = asOnTheWire(normalizePrefix(base));
    for (const [rank, match] of matches.entries()) {
      const {operation} = match;
      if (operation) this.#add(this.#prefix + textOf(operation), match, rank);
      else this.#ofEveryPath.push(match);
    }
  }

  #add(text: string, match: M, rank: number): void {
    const method = match.operation?.method ?? '';
    const matches = this.#byMethod.get(method) ?? {literal: new Map(), patterns: new WiderRoutes()};
    this.#byMethod.set(method, matches);
    const known = matches.patterns.add(text, () => []) ?? matches.literal.get(text) ?? [];
    known.push({match, rank});
    if (!VARIABLE.test(text)) matches.literal.set(text, known);
  }

  /** The methods of the routes. */
  get methods(): readonly string[] {
    return [...this.#byMethod.keys()];
  }

  /** A request's path with `path.base` in front; `undefined` where that adds nothing. */
  prefixed(path: string): string | undefined {
    return this.#prefix === '' ? undefined : this.#prefix + path;
  }

  /** The matches that take a request, the one that the mesh uses first. */
  of({method, path}: Request): M[] {
    if (!path.startsWith('/')) return [];
    const matches = this.#byMethod.get(method);
    const described = matches
      ? [...(matches.literal.get(path) ?? []), ...matches.patterns.matching(path).flat()]
      : [];
    described.sort((a, b) => a.rank - b.rank);
    return [...described.map(({match}) => match), ...this.#ofEveryPath];
  }
}

function textOf({pathItem}: Ordered): string {
  return expressionText(pathExpression(pathItem.path));
}
