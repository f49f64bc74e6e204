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

/** One match with the rule that it belongs to. */
export interface Candidate {
  readonly match: Match;
  readonly rule: Rule;
}

/** Every match of HTTPRoutes, in their order. */
export function candidates(routes: readonly (readonly Rule[])[]): Candidate[] {
  return routes.flatMap((rules) => rules.flatMap((rule) => rule.matches.map((match) => ({match, rule}))));
}

/** Whether a match takes a request in Envoy: an expression has to match the whole path. */
export function envoyMatches({path: {type, value}, method}: Match, request: Request): boolean {
  if (method !== undefined && method !== request.method) return false;
  if (type === 'Exact') return request.path === value;
  if (type === 'RegularExpression') return new RegExp(`^(?:${value})$`, 's').test(request.path);
  return value === '/' || request.path === value || request.path.startsWith(`${value}/`);
}
