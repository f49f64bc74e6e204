/** A request as far as routes match it. */
export interface Request {
  readonly method: string;
  /** As it is on the wire, without query and fragment. */
  readonly path: string;
}

/** The fields of an HTTPRoute's rule that decide what happens to a request. */
export interface Rule {
  readonly matches: readonly Match[];
  readonly timeouts?: {readonly request: string};
  readonly retry?: object;
}

export interface Match {
  readonly path: {readonly type: string; readonly value: string};
  readonly method?: string;
}

/** An HTTPRoute, named `<namespace>/<name>`. */
export interface NamedRoute {
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** The rule that a mesh or a gateway uses for a request; the HTTPRoutes are in the order of their age. */
export type UsedRule = (routes: readonly NamedRoute[], request: Request) => Rule | undefined;

/** One match with the rule that it belongs to, and the place of that in its HTTPRoute. */
export interface Candidate {
  readonly match: Match;
  readonly rule: Rule;
  readonly route: NamedRoute;
  readonly index: number;
}

/** Every match of HTTPRoutes, in their order. */
export function candidates(routes: readonly NamedRoute[]): Candidate[] {
  return routes.flatMap((route) =>
    route.rules.flatMap((rule, index) => rule.matches.map((match) => ({match, rule, route, index}))),
  );
}

/** Whether an expression matches a path. */
type Matches = (expression: string, path: string) => boolean;

/**
 * Uses the rule of the first match that takes a request, in the order into which `sorted` puts the matches.
 *
 * @param compared what is compared of the path
 */
export function firstMatch(
  sorted: (all: Candidate[]) => Candidate[],
  matches: Matches,
  compared: (path: string) => string = (path) => path,
): UsedRule {
  // Sorting takes most of the time, and many requests are for the same routes.
  const orders = new WeakMap<object, readonly Candidate[]>();
  return (routes, {method, path}) => {
    const order = orders.get(routes) ?? sorted(candidates(routes));
    orders.set(routes, order);
    const request = {method, path: compared(path)};
    const takes = ({match}: Candidate) =>
      takesMethod(match, request) && takesPath(match, request.path, matches);
    return order.find(takes)?.rule;
  };
}

/** The order of types: Exact, RegularExpression, PathPrefix. */
export function compareTypes(a: Match, b: Match): number {
  const types = ['Exact', 'RegularExpression', 'PathPrefix'];
  return types.indexOf(a.path.type) - types.indexOf(b.path.type);
}

/** The longer text first; in bytes, as Go and Rust count. */
export function compareLengths(a: Match, b: Match): number {
  return Buffer.byteLength(b.path.value) - Buffer.byteLength(a.path.value);
}

/** A match with a method before one without. */
export function compareMethods(a: Match, b: Match): number {
  return Number(b.method !== undefined) - Number(a.method !== undefined);
}

/** Whether a match is for the method of a request. */
export function takesMethod({method}: Match, request: Request): boolean {
  return method === undefined || method === request.method;
}

/** Whether a match is for a path; gateways differ in what an expression matches. */
export function takesPath({path: {type, value}}: Match, path: string, matches: Matches): boolean {
  if (type === 'Exact') return path === value;
  if (type === 'RegularExpression') return matches(value, path);
  return `${path}/`.startsWith(`${value.replace(/\/$/, '')}/`);
}

/** An expression of an implementation in JavaScript, which has groups without case, `(?i:…)`, from Node 23 on only. */
export function compiled(expression: string): RegExp {
  const [start = '', inside] = expression.split('(?i:');
  if (inside === undefined) return new RegExp(expression, 's');
  // Only `/` and anchors come before and after such a group of ours.
  return new RegExp(`${start}(?:${inside.replaceAll('(?-i:', '(?:')}`, 'is');
}

/** Whether an expression matches the whole path, as in Envoy. */
export function isWhole(expression: string, path: string): boolean {
  return compiled(`^(?:${expression})$`).test(path);
}

/** Whether the first text that an expression finds in a path is the whole path; the expression is not anchored. */
export function findsWhole(expression: string, path: string): boolean {
  return compiled(expression).exec(path)?.[0] === path;
}

/** A path without empty segments. */
export function mergeSlashes(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/');
}
