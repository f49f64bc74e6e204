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

/** The rule that a gateway uses for a request; the HTTPRoutes are in the order of their age. */
export type GatewayRule = (routes: readonly NamedRoute[], request: Request) => Rule | undefined;

/** One match with the rule that it belongs to. */
export interface Candidate {
  readonly match: Match;
  readonly rule: Rule;
}

/** Every match of rules, in their order. */
export function candidates(rules: readonly Rule[]): Candidate[] {
  return rules.flatMap((rule) => rule.matches.map((match) => ({match, rule})));
}

/** The rules of HTTPRoutes, in their order. */
export function rulesOf(routes: readonly NamedRoute[]): Rule[] {
  return routes.flatMap(({rules}) => rules);
}

/** The rule of the first match that takes a request, in this order of the matches; equal ones keep their order. */
export function firstRule(
  rules: readonly Rule[],
  compare: (a: Match, b: Match) => number,
  takes: (match: Match) => boolean,
): Rule | undefined {
  const sorted = candidates(rules).sort((a, b) => compare(a.match, b.match));
  return sorted.find(({match}) => takes(match))?.rule;
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

/** The usual order: by type, then by length, then by method. */
export function compareMatches(a: Match, b: Match): number {
  return compareTypes(a, b) || compareLengths(a, b) || compareMethods(a, b);
}

/** Whether a match is for the method of a request. */
export function takesMethod({method}: Match, request: Request): boolean {
  return method === undefined || method === request.method;
}

/** Whether a match is for a path; gateways differ in what an expression matches. */
export function takesPath(
  {path: {type, value}}: Match,
  path: string,
  matches: (expression: string, path: string) => boolean,
): boolean {
  if (type === 'Exact') return path === value;
  if (type === 'RegularExpression') return matches(value, path);
  return `${path}/`.startsWith(`${value.replace(/\/$/, '')}/`);
}

/** Whether a match takes a request in Envoy: an expression has to match the whole path. */
export function envoyMatches(match: Match, request: Request): boolean {
  const whole = (expression: string, path: string) => new RegExp(`^(?:${expression})$`, 's').test(path);
  return takesMethod(match, request) && takesPath(match, request.path, whole);
}

/** Whether the first text that an expression finds in a path is the whole path; the expression is not anchored. */
export function findsWhole(expression: string, path: string): boolean {
  return new RegExp(expression, 's').exec(path)?.[0] === path;
}

/** A path without empty segments. */
export function mergeSlashes(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/');
}

/** A path with its percent-encoded characters decoded, except reserved ones and `%`. */
export function decodeUnreserved(path: string): string {
  const upper = path.replaceAll(/%[\da-f]{2}/gi, (encoded) => encoded.toUpperCase());
  return decodeURIComponent(upper.replaceAll(/%(?=2[13-9A-CF]|3[ABDF]|40|5[BD])/g, '%25'));
}
