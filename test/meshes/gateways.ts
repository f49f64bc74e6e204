import {nginxRule} from './nginx.ts';
import {
  type Candidate,
  compareLengths,
  compareMethods,
  compareTypes,
  compiled,
  findsWhole,
  firstMatch,
  isWhole,
  type Match,
  mergeSlashes,
  type UsedRule,
} from './request.ts';

/** Sorts by the first comparison that decides; equal matches keep their order. */
function by(...comparisons: readonly ((a: Match, b: Match) => number)[]) {
  return (all: Candidate[]) =>
    all.sort((a, b) => comparisons.reduce((order, compare) => order || compare(a.match, b.match), 0));
}

/** What most do: by type, then the longer text, then those with a method first. */
const usual = by(compareTypes, compareLengths, compareMethods);

/**
 * Envoy takes the first match. A path with an encoded slash or backslash is redirected to the one with a slash.
 *
 * Source: envoyproxy/gateway, internal/gatewayapi/sort.go: `XdsIRRoutes.Less`; resource/resource.go: the order of HTTPRoutes;
 * listener.go: `MergeSlashes`, `EscapedSlashesAction`.
 */
const envoyGateway = firstMatch(usual, isWhole, (path) => mergeSlashes(path.replaceAll(/%(?:2F|5C)/gi, '/')));

/**
 * A prefix comes before every expression, for a mesh and for a Gateway.
 *
 * Source: istio, pilot/pkg/config/kube/gateway/conversion.go: `sortHTTPRoutes`, `getURIRank`, `getURILength`.
 */
export const istio = firstMatch(
  by((a, b) => rankInIstio(a) - rankInIstio(b), compareLengths, compareMethods),
  isWhole,
);

function rankInIstio({path}: Match): number {
  return ['Exact', 'PathPrefix', 'RegularExpression'].indexOf(path.type);
}

/**
 * For a mesh and for a Gateway. (The order of different methods does not matter.)
 *
 * Source: cilium, operator/pkg/model/translation/envoy_virtual_host.go: `SortableRoute.Less`.
 */
export const cilium = firstMatch(usual, isWhole);

/**
 * Expressions are not sorted by length. The annotation `kgateway.dev/route-weight` is left out.
 *
 * Source: kgateway-dev/kgateway, pkg/kgateway/translator/routeutils/sortable_route.go: `lessPath`, `routeWrapperLessFunc`;
 * irtranslator/fc.go: `MergeSlashes`.
 */
const kgateway = firstMatch(
  by(
    compareTypes,
    (a, b) => (a.path.type === 'RegularExpression' ? 0 : compareLengths(a, b)),
    compareMethods,
  ),
  isWhole,
  mergeSlashes,
);

/**
 * Exact first, then by the length of the text, then those with a method, then by the name of the HTTPRoute and the number of the
 * rule as one text. Age does not matter.
 *
 * Source: agentgateway/agentgateway, crates/agentgateway/src/types/agent.rs: `RouteSet::compare_route`; http/route.rs:
 * `matches_request`; controller/pkg/agentgateway/utils/utils.go: `InternalRouteRuleKey`.
 */
const agentgateway = firstMatch((all) => {
  const isExact = ({path}: Match) => Number(path.type === 'Exact');
  const key = ({route, index}: Candidate) => `${route.name}.${String(index).padStart(2, '0')}`;
  const byKey = all.sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
  return by((a, b) => isExact(b) - isExact(a), compareLengths, compareMethods)(byKey);
}, findsWhole);

/**
 * Of equal lengths the text from Z to A. A rule with a match of an earlier rule is left out.
 *
 * Source: projectcontour/contour, internal/sorter/sorter.go: `routeSorter.Less`; internal/dag/gatewayapi_processor.go:
 * `hasConflictRoute`; cmd/contour/serve.go: `MergeSlashes`.
 */
const contour = firstMatch(
  (all) => {
    const fromZ = (a: Match, b: Match) => compareTexts(b, a);
    return by(compareTypes, compareLengths, fromZ, compareMethods)(withoutConflicts(all));
  },
  isWhole,
  mergeSlashes,
);

function compareTexts(a: Match, b: Match): number {
  return a.path.value < b.path.value ? -1 : Number(a.path.value > b.path.value);
}

function withoutConflicts(all: readonly Candidate[]): Candidate[] {
  const known = new Set<string>();
  const refused = [...new Set(all.map(({rule}) => rule))].filter(({matches}) => {
    const keys = matches.map(({path, method}) => `${path.type} ${path.value} ${method}`);
    if (keys.some((key) => known.has(key))) return true;
    for (const key of keys) known.add(key);
    return false;
  });
  return all.filter(({rule}) => !refused.includes(rule));
}

/**
 * The expressions router: matches get a number by type, then by the length of their text, then by method. Expressions are open at
 * their end; paths are decoded, except reserved characters.
 *
 * Source: Kong/kubernetes-ingress-controller, internal/dataplane/translator/subtranslator/httproute_atc.go:
 * `EncodeToPriority`, `compareSplitHTTPRouteMatchesRelativePriority`, `pathMatcherFromHTTPPathMatch`; Kong/kong,
 * kong/router/utils.lua: `strip_uri_args`, kong/tools/uri.lua: `normalize`.
 */
const kong = firstMatch(
  usual,
  (expression, path) => compiled(expression.startsWith('^') ? expression : `^${expression}`).test(path),
  (path) => mergeSlashes(decodeUnreserved(path)),
);

/**
 * The match with the largest number. Which of equal ones wins is random in Traefik, here it is the older HTTPRoute: a test has to
 * try other orders. Expressions are not anchored; paths are decoded, except reserved characters.
 *
 * Source: traefik/traefik, pkg/provider/kubernetes/gateway/httproute.go: `loadHTTPRoute`, `buildMatchRule`, `buildPathRule`;
 * pkg/muxer/http/mux.go: `withRoutingPath`; matcher.go: `pathRegexp`; pkg/server/server_entrypoint_tcp.go: `normalizePath`,
 * `sanitizePath`.
 */
const traefik = firstMatch(
  (all) => all.sort((a, b) => priorityOf(b) - priorityOf(a)),
  (expression, path) => compiled(expression).test(path),
  (path) => decodeUnreserved(mergeSlashes(path)),
);

function priorityOf({match: {path, method}, route, index}: Candidate): number {
  const own = (method === undefined ? 0 : 1000) + route.rules.length - index;
  if (path.type === 'Exact') return 100_000 + own;
  if (path.type === 'PathPrefix' && path.value === '/') return 1 + own;
  return 10_000 + 100 * Buffer.byteLength(path.value) + own;
}

/** A path with its percent-encoded characters decoded, except reserved ones and `%`. */
function decodeUnreserved(path: string): string {
  const upper = path.replaceAll(/%[\da-f]{2}/gi, (encoded) => encoded.toUpperCase());
  // Bytes that are not UTF-8 become a character that no route has.
  const decode = (run: string) => Buffer.from(run.replaceAll('%', ''), 'hex').toString();
  const kept = upper.replaceAll(/%(?=2[13-9A-CF]|3[ABDF]|40|5[BD])/g, '%25');
  return kept.replaceAll(/(?:%[\dA-F]{2})+/g, decode);
}

/** The rule that each gateway uses for a request. */
export const GATEWAY_RULE_OF = {
  'envoy-gateway': envoyGateway,
  istio,
  cilium,
  kgateway,
  agentgateway,
  contour,
  traefik,
  nginx: nginxRule,
  kong,
} as const satisfies Readonly<Record<string, UsedRule>>;
