import {
  decodeUnreserved,
  type Match,
  mergeSlashes,
  type NamedRoute,
  type Request,
  type Rule,
  takesMethod,
  takesPath,
} from './request.ts';

/**
 * The rule that Traefik uses: the match with the largest number. Which of equal ones wins is random in Traefik, here it is the
 * older HTTPRoute: a test has to try other orders. Expressions are not anchored; paths are decoded, except reserved characters.
 *
 * Source: traefik/traefik, pkg/provider/kubernetes/gateway/httproute.go: `loadHTTPRoute`, `buildMatchRule`, `buildPathRule`;
 * pkg/muxer/http/mux.go: `withRoutingPath`; matcher.go: `pathRegexp`; pkg/server/server_entrypoint_tcp.go: `normalizePath`,
 * `sanitizePath`.
 */
export function traefikRule(routes: readonly NamedRoute[], {method, path}: Request): Rule | undefined {
  const request = {method, path: decodeUnreserved(mergeSlashes(path))};
  const numbered = routes.flatMap(({rules}) =>
    rules.flatMap((rule, index) =>
      rule.matches.map((match) => ({match, rule, priority: priorityOf(match) + rules.length - index})),
    ),
  );
  numbered.sort((a, b) => b.priority - a.priority);
  return numbered.find(({match}) => takesMethod(match, request) && takesPath(match, request.path, finds))
    ?.rule;
}

function priorityOf({path: {type, value}, method}: Match): number {
  const ofMethod = method === undefined ? 0 : 1000;
  if (type === 'Exact') return 100_000 + ofMethod;
  if (type === 'PathPrefix' && value === '/') return 1 + ofMethod;
  return 10_000 + 100 * Buffer.byteLength(value) + ofMethod;
}

function finds(expression: string, path: string): boolean {
  return new RegExp(expression).test(path);
}
