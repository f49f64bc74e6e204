import {normalizePrefix} from '../openapi/path-template.ts';
import {asOnTheWire, expressionText, pathExpression, VARIABLE} from '../openapi/routes/path-expression.ts';
import {WiderRoutes} from '../openapi/routes/wider-routes.ts';
import type {RouteMatch, Target, TargetInput} from '../targets/target.ts';

/** A request as far as routes match it. */
export interface Request {
  /** In upper case. */
  readonly method: string;
  /** As it is on the wire, without query and fragment. */
  readonly path: string;
}

/** A match with its place in the order of the mesh. */
interface Ranked {
  readonly match: RouteMatch;
  readonly rank: number;
}

/** The matches of one method. */
interface Matches {
  readonly literal: Map<string, Ranked[]>;
  readonly patterns: WiderRoutes<Ranked[]>;
}

/**
 * Finds the matches of an output that take a request, without comparing it with each of them: the request's path is looked up
 * among the paths by the same index that orders the routes.
 */
export class RouteMatcher {
  readonly #byMethod = new Map<string, Matches>();
  readonly #ofEveryPath: RouteMatch[] = [];

  constructor({target, input}: {readonly target: Target; readonly input: TargetInput}) {
    const prefix = asOnTheWire(normalizePrefix(input.settings.get('path.base') ?? ''));
    for (const [rank, match] of target.matches(input).entries()) {
      const {operation} = match;
      if (operation) this.#add(prefix + expressionText(pathExpression(operation.pathItem.path)), match, rank);
      else this.#ofEveryPath.push(match);
    }
  }

  #add(text: string, match: RouteMatch, rank: number): void {
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

  /** The matches that take a request, the one that the mesh uses first. */
  of({method, path}: Request): RouteMatch[] {
    if (!path.startsWith('/')) return [];
    const matches = this.#byMethod.get(method);
    const described = matches
      ? [...(matches.literal.get(path) ?? []), ...matches.patterns.matching(path).flat()]
      : [];
    described.sort((a, b) => a.rank - b.rank);
    return [...described.map(({match}) => match), ...this.#ofEveryPath];
  }
}
