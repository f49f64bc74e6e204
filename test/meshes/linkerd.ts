import {candidates, findsWhole, type Match, type Request, type Rule, type UsedRule} from './request.ts';

/**
 * The rule that Linkerd's proxy uses: the longest path match, then the one with a method; the first of equals, among rules and
 * among HTTPRoutes.
 *
 * Source: linkerd2-proxy, linkerd/http/route: `find`, `RequestMatch` and `MatchPath::match_length`.
 */
export const linkerdRule: UsedRule = (routes, request) => {
  let best: {rule: Rule; summary: Summary} | undefined;
  for (const {match, rule} of candidates(routes)) {
    const summary = summarize(match, request);
    if (summary && (best === undefined || isGreater(summary, best.summary))) best = {rule, summary};
  }
  return best?.rule;
};

interface Summary {
  readonly length: number;
  readonly method: number;
}

function isGreater(a: Summary, b: Summary): boolean {
  return a.length === b.length ? a.method > b.method : a.length > b.length;
}

function summarize({path, method}: Match, request: Request): Summary | undefined {
  if (method !== undefined && method !== request.method) return undefined;
  const length = matchLength(path, request.path);
  return length === undefined ? undefined : {length, method: method === undefined ? 0 : 1};
}

function matchLength({type, value}: Match['path'], path: string): number | undefined {
  if (type === 'Exact') return path === value ? path.length : undefined;
  if (type === 'RegularExpression') return findsWhole(value, path) ? path.length : undefined;
  if (value === '/') return 1;
  const [prefix, trimmed] = [value.replace(/\/+$/, ''), path.replace(/\/+$/, '')];
  return trimmed === prefix || trimmed.startsWith(`${prefix}/`) ? prefix.length : undefined;
}
