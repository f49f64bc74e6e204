import {LINKERD_TIMEOUTS} from './mesh-versions.ts';

/** The values of the setting `target`. */
export const TARGET_NAMES = ['service-profile', 'httproute'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

/** Names of the objects of an output in messages: one of them, and all of a description; and whose they are, for those who ask for help. */
export type TargetObjects = Readonly<Record<'kind' | 'one' | 'all', string> & {of?: string}>;

export const TARGET_OBJECTS: Readonly<Record<TargetName, TargetObjects>> = {
  'service-profile': {kind: 'ServiceProfile', one: 'a ServiceProfile', all: 'ServiceProfile'},
  httproute: {kind: 'HTTPRoute', one: 'an HTTPRoute', all: 'HTTPRoutes', of: 'the Gateway API'},
};

/** The versions of the Gateway API that have what HTTPRoutes are written with: names of rules from 1.4, `CORS` from 1.5, `retry` from 1.7. */
export const GATEWAY_API_VERSIONS = ['1.2', '1.4', '1.5', '1.7'] as const;

/** The first of them whose rules have names, to which policies are attached. */
export const NAMED_FROM = '1.4';
export type GatewayApiVersion = (typeof GATEWAY_API_VERSIONS)[number];

/** The methods that HTTPRoutes can match. Source: Gateway API v1, HTTPMethod. */
export const ROUTE_METHODS: readonly string[] = 'GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH'.split(
  ' ',
);

/** The types of matches, as the Gateway API names them. */
export type MatchType = 'Exact' | 'PathPrefix' | 'RegularExpression';

/** Kubernetes objects that an implementation reads. */
export interface MeshOutput {
  readonly target: TargetName;
  readonly apiVersion: string;
  /** True if it is written for a Gateway too. */
  readonly ofGateway?: true;
  /** Its name where a user chooses one of several. */
  readonly choice?: string;
}

/** A change of the path of a request before it is compared. */
export type PathStep =
  | 'redirect slashes'
  | `decode ${'unreserved' | 'unreserved, capitals' | 'all'}`
  | 'fold dots'
  | 'merge slashes';

/** What policies can say of who may call. */
export interface PolicyFacts {
  /** To rules of HTTPRoutes by their names, to the Service with paths and methods of their own, or to other HTTPRoutes, of ports of its pods. */
  readonly attachedTo: 'rules' | 'service' | 'ports';
  /** The claims of a token that may have its scopes; none where tokens are not checked. */
  readonly scopeClaims: readonly string[];
  /** Whether there are policies that limit rates, too. */
  readonly limitsRates?: true;
  /** How much of each an operation, a scheme or a description can ask for, if there is a limit. */
  readonly limits: Readonly<
    Partial<Record<'scopes' | 'audiences' | 'issuers' | 'clients' | 'rules', number>>
  >;
}

/** The way an implementation treats HTTPRoutes that have one kind of parent. */
export interface RouteReader {
  /**
   * How it ranks matches: by the type of their path, from the first to the last, and those of one type by the length of their
   * text if `byLength`. Where that decides nothing, the HTTPRoute that is older and the order in it do.
   */
  readonly types: readonly (readonly MatchType[])[];
  readonly byLength: boolean;
  /** The next criterion between HTTPRoutes, before their age or instead of it: texts of matches; names, or nothing that can be known. */
  readonly ties?: 'A to Z' | 'Z to A' | 'name' | 'nothing';
  /** Whether routes of a wider hostname get what those of a narrower one do not match, and if so whether the path counts first. */
  readonly widerHosts?: 'after narrower' | 'by path';
  /** The further loss of the younger of two HTTPRoutes with an equal match, at the end of a sentence. */
  readonly younger?: string;
  /** The match that it ranks below every other. */
  readonly catchAll: {readonly type: MatchType; readonly value: string};
  /** A hint, if it does not read `retry` of a rule in any case. */
  readonly insteadOfRetry?: string;
  /** True if it reads `retry` as an experimental feature, which can be switched off. */
  readonly retryIsExperimental?: true;
  /** The same for `timeouts.request`. */
  readonly insteadOfTimeout?: string;
  /** The same for the filter `CORS`, which makes it refuse the HTTPRoute. */
  readonly insteadOfCors?: string;
  /** What to use for rate limits, if it has something and `policies` do not limit them. */
  readonly insteadOfRateLimit?: string;
  /** How long it waits for a response where no timeout is set: a duration, or `none`. */
  readonly defaultTimeout: string;
  /** False if it reads durations with one unit only, and not `1h30m`. */
  readonly readsSeveralUnits?: false;
  /** False if it does not read HTTPRoutes in another namespace than that of their Service. */
  readonly readsConsumerRoutes?: false;
  /** How expressions are anchored in the text, if not by the reader. */
  readonly anchors?: {readonly start: '' | '^'; readonly end: '$'};
  /** A text that paths of one segment must not begin with, since it redirects to such paths itself. */
  readonly reserved?: string;
  /** True if it chooses by the path alone, and looks at methods only then. */
  readonly pathFirst?: true;
  /** The changes of the path of a request before it is compared, one after another. */
  readonly pathSteps?: readonly PathStep[];
  /** The largest program of RE2 for an expression; because of a larger one it refuses all routes. */
  readonly largestProgram?: number;
  /** Set where it can enforce who may call. */
  readonly policies?: PolicyFacts;
  /** The treatment of requests whose escapes it reads as a slash: `%2F`, and `%5C` if it redirects. */
  readonly encodedSlash?: string;
}

/** Facts about an implementation of the Gateway API or of ServiceProfiles. */
export interface MeshFacts {
  /** Its name in messages. */
  readonly title: string;
  /** The objects it reads; the first is the default of `target`. */
  readonly outputs: readonly [MeshOutput, ...MeshOutput[]];
  /** A hint where a version of it does not read what is written yet. */
  readonly olderVersions?: string;
  /** HTTPRoutes whose parent is a Service. */
  readonly service?: RouteReader;
  /** HTTPRoutes whose parent is a Gateway. */
  readonly gateway?: RouteReader;
}

const HTTP_ROUTE_OUTPUT = {
  target: 'httproute',
  apiVersion: 'gateway.networking.k8s.io/v1',
  ofGateway: true,
} as const;

/** The steps of Envoy with `normalize_path`. */
const NORMALIZED = ['decode unreserved', 'fold dots'] as const;

/** The default of `re2.max_program_size.error_level`, which Istio, Envoy Gateway and Contour raise. */
const ENVOYS_PROGRAM = 100;

const CLEANED = ['decode unreserved, capitals', 'merge slashes', 'fold dots'] as const;

/** The rules of most gateways: paths are compared as on the wire, and expressions match the whole path, with `$` in agentgateway too. */
const GATEWAY = {
  types: [['Exact'], ['RegularExpression'], ['PathPrefix']],
  byLength: true,
  catchAll: {type: 'PathPrefix', value: '/'},
  anchors: {start: '', end: '$'},
  pathSteps: [...NORMALIZED, 'merge slashes'],
  defaultTimeout: '15s',
} satisfies RouteReader;

const PREFIX_BY_LENGTH = [['Exact'], ['PathPrefix', 'RegularExpression']] as const;

const ISTIO_ROUTES = {
  types: [['Exact'], ['PathPrefix'], ['RegularExpression']],
  byLength: true,
  catchAll: {type: 'RegularExpression', value: '/.*'},
  pathSteps: NORMALIZED,
  insteadOfRateLimit: 'use an EnvoyFilter with `envoy.filters.http.local_ratelimit`',
  defaultTimeout: 'none',
} satisfies RouteReader;

/** Source: Istio, the CRD of AuthorizationPolicies; pilot, policy_applier.go, `buildSpaceDelimitedClaims`. */
const ISTIO = {
  ...ISTIO_ROUTES,
  policies: {attachedTo: 'service', scopeClaims: ['scope'], limits: {clients: 16, rules: 512}},
} satisfies RouteReader;

/** An implementation that reads HTTPRoutes of a Gateway alone, and how it differs from most. */
const gatewayNamed = (title: string, differences: Partial<RouteReader>) =>
  ({title, outputs: [HTTP_ROUTE_OUTPUT], gateway: {...GATEWAY, ...differences}}) satisfies MeshFacts;

/**
 * The outputs that each implementation reads, and how it ranks the matches of HTTPRoutes. An expression has to match the whole path, where
 * `anchors` say nothing else.
 *
 * Sources: linkerd2-proxy, linkerd/http/route, `RequestMatch`: a match of the whole path is longer than one of a prefix; linkerd2,
 * policy-controller, `convert_gateway_rule` and `parse_duration`: what it cannot read is dropped. Istio, pilot, `sortHTTPRoutes`:
 * a prefix wins over every expression. Cilium, operator, `SortableRoute.Less`, and the documentation of GAMMA. Envoy Gateway,
 * internal/gatewayapi/sort.go. kgateway, routeutils/sortable_route.go: expressions not by length; krtcollections/builtin.go,
 * `buildHTTPRouteRulePolicy`: `retry`. agentgateway, types/agent.rs.
 * Contour, internal/sorter/sorter.go. Kong, the expressions router of its ingress controller. Traefik, kubernetes/gateway/httproute.go:
 * expressions are open at both ends. NGINX Gateway Fabric, nginx/config/servers.go: a location by the path, methods in it,
 * with internal redirects to `/_ngf-internal-rule0-route0`, which an expression for all paths of one segment would take.
 *
 * Sources of `widerHosts`: Envoy, route_matching.rst, and NGINX Gateway Fabric, `server_name`: one for a request. agentgateway, http/route.rs.
 * Kong, httproute_atc.go, and Traefik, `buildMatchRule`: a part of each match. `younger`: Contour, `hasConflictRoute`.
 *
 * Sources of default timeouts: Envoy, RouteAction `timeout`: 15 s; Istio, pilot `setTimeout`, and Cilium, operator `timeoutMutation`,
 * switch it off. linkerd2, profile_translator.go, and agentgateway, http/timeout.rs: none. Kong, `DefaultServiceTimeout`, and nginx,
 * `proxy_read_timeout`: from one read to the next. Traefik, `ResponseHeaderTimeout`: none. Contour, gatewayapi_processor.go,
 * and Traefik, httproute.go, refuse the filter `CORS`.
 *
 * Sources of what to do instead: nginx 1.22 was asked: `proxy_read_timeout` answers 504 in time, and `proxy_next_upstream` asks another Pod,
 * for methods that are idempotent. NGINX Gateway Fabric 2.6, apis/v1alpha1, ProxySettingsPolicy, which writes the first, and SnippetsPolicy.
 * Traefik 3.7.9 was asked: `responseHeaderTimeout` answers 504 in time, `respondingTimeouts` do not; its httproute.go takes the transport of
 * the static configuration, and none of a ServersTransport. The others from their sources: Traefik, config/dynamic, Retry and Headers;
 * Contour 1.33, apis/projectcontour/v1, HTTPProxy; Kong 3.5, kongstate/service.go, whose retries are of failed connections; kgateway 2.2,
 * TrafficPolicy; Linkerd 2.20, `parse_http_retry`.
 *
 * Sources of `pathSteps`: Envoy 1.40, which was asked; Envoy Gateway, xds/translator/listener.go; Istio, listener_builder.go,
 * `BASE`; Cilium's Envoy, .bazelrc, `path_normalization_by_default`: its `http-normalize-path` is for policies; kgateway,
 * irtranslator/fc.go; Contour, envoy/v3/listener.go. Traefik, server_entrypoint_tcp.go, `normalizePath` and `sanitizePath`. Kong,
 * tools/uri.lua, `normalize`. nginx, `ngx_http_parse_complex_uri`.
 */
export const MESHES = {
  linkerd: {
    title: 'Linkerd',
    olderVersions: 'use the target `service-profile`',
    outputs: [
      {
        target: 'service-profile',
        apiVersion: 'linkerd.io/v1alpha2',
        choice: 'ServiceProfile (every version)',
      },
      {
        ...HTTP_ROUTE_OUTPUT,
        choice: `HTTPRoute (timeouts from ${LINKERD_TIMEOUTS} on; what Linkerd develops)`,
      },
    ],
    service: {
      types: [['Exact', 'RegularExpression'], ['PathPrefix']],
      byLength: false,
      catchAll: {type: 'PathPrefix', value: '/'},
      insteadOfRetry:
        'annotate the Service with `retry.linkerd.io/http: 5xx`, or use the target `service-profile`, which has `retryable` alone',
      insteadOfRateLimit: 'use an HTTPLocalRateLimitPolicy, for a Server',
      readsSeveralUnits: false,
      policies: {attachedTo: 'ports', scopeClaims: [], limits: {}},
      defaultTimeout: 'none',
    },
  },
  istio: {
    title: 'Istio',
    outputs: [HTTP_ROUTE_OUTPUT],
    service: ISTIO,
    gateway: {...GATEWAY, ...ISTIO_ROUTES, catchAll: {type: 'RegularExpression', value: '/.*$'}},
  },
  cilium: {
    title: 'Cilium',
    outputs: [HTTP_ROUTE_OUTPUT],
    service: {
      types: GATEWAY.types,
      byLength: true,
      catchAll: GATEWAY.catchAll,
      readsConsumerRoutes: false,
      largestProgram: ENVOYS_PROGRAM,
      pathSteps: NORMALIZED,
      defaultTimeout: 'none',
    },
    gateway: {...GATEWAY, pathSteps: NORMALIZED, largestProgram: ENVOYS_PROGRAM, defaultTimeout: 'none'},
  },
  'envoy-gateway': gatewayNamed('Envoy Gateway', {
    pathSteps: ['redirect slashes', ...NORMALIZED, 'merge slashes'],
    // api/v1alpha1, JWTPrincipal, JWTProvider and JWT.
    policies: {
      attachedTo: 'rules',
      scopeClaims: ['scope', 'scp'],
      limits: {scopes: 16, audiences: 8, issuers: 16},
      limitsRates: true,
    },
    encodedSlash: `redirects them to the path with \`/\`, unless a ClientTrafficPolicy has \`path.escapedSlashesAction: KeepUnchanged\``,
  }),
  kgateway: gatewayNamed('kgateway', {
    byLength: false,
    largestProgram: ENVOYS_PROGRAM,
    retryIsExperimental: true,
    insteadOfRetry:
      'leave `KGW_ENABLE_EXPERIMENTAL_GATEWAY_API_FEATURES` at its default, or use a TrafficPolicy with `retry`',
    insteadOfRateLimit: 'use a TrafficPolicy with `rateLimit`',
  }),
  agentgateway: gatewayNamed('agentgateway', {
    types: PREFIX_BY_LENGTH,
    ties: 'name',
    widerHosts: 'after narrower',
    pathSteps: [],
    insteadOfRateLimit: 'use an AgentgatewayPolicy with `rateLimit`',
    defaultTimeout: 'none',
  }),
  contour: gatewayNamed('Contour', {
    ties: 'Z to A',
    younger: ', and Contour leaves out the whole rule of the other one',
    insteadOfRetry: 'use an HTTPProxy with `retryPolicy`',
    insteadOfCors: 'use an HTTPProxy with `corsPolicy`',
    insteadOfRateLimit: 'use an HTTPProxy with `rateLimitPolicy`',
  }),
  kong: gatewayNamed('Kong', {
    widerHosts: 'after narrower',
    insteadOfRetry: 'annotate the Service with `konghq.com/retries`',
    insteadOfTimeout: 'annotate the Service with `konghq.com/read-timeout`',
    insteadOfCors: 'use the plugin `cors`, with `extra_methods: [OPTIONS]`',
    insteadOfRateLimit: 'use the plugin `rate-limiting`',
    pathSteps: CLEANED,
    defaultTimeout: '60s',
  }),
  traefik: gatewayNamed('Traefik', {
    types: PREFIX_BY_LENGTH,
    ties: 'nothing',
    widerHosts: 'by path',
    anchors: {start: '^', end: '$'},
    pathSteps: CLEANED,
    insteadOfRetry: 'use a Middleware with `retry` at the entry point',
    insteadOfTimeout: 'set the static `serversTransport.forwardingTimeouts.responseHeaderTimeout`',
    insteadOfCors: 'use a Middleware with `headers` at the entry point, with `extra_methods: [OPTIONS]`',
    insteadOfRateLimit: 'use a Middleware with `rateLimit` at the entry point',
    defaultTimeout: 'none',
  }),
  nginx: gatewayNamed('NGINX Gateway Fabric', {
    pathFirst: true,
    ties: 'A to Z',
    reserved: '_ngf-internal-',
    insteadOfRetry: 'use a SnippetsPolicy with `proxy_next_upstream`',
    insteadOfTimeout: 'use a ProxySettingsPolicy with `timeout.read`',
    insteadOfRateLimit: 'use a RateLimitPolicy',
    defaultTimeout: '60s',
    pathSteps: ['decode all', 'merge slashes', 'fold dots'],
    encodedSlash: 'compares them with `/`',
  }),
} satisfies Readonly<Record<string, MeshFacts>>;

export type MeshName = keyof typeof MESHES;

/** The values of the setting `mesh`. */
export const MESH_NAMES = Object.keys(MESHES).filter((name): name is MeshName => name in MESHES);

const {policies: _, ...LINKERD_ROUTES} = MESHES.linkerd.service;

/** Where `mesh` is not set: the ServiceProfile of the specification, and HTTPRoutes for Linkerd. */
const NO_MESH: MeshFacts = {
  ...MESHES.linkerd,
  service: LINKERD_ROUTES,
  outputs: [{target: 'service-profile', apiVersion: 'mesh.io/v1alpha2'}, HTTP_ROUTE_OUTPUT],
};

/** The facts about a value of the setting `mesh`. */
export function meshNamed(name: MeshName | undefined): MeshFacts {
  return name === undefined ? NO_MESH : MESHES[name];
}

/** The implementations that read HTTPRoutes of a Gateway. */
export const GATEWAY_NAMES = MESH_NAMES.filter((name) => meshNamed(name).gateway !== undefined);

/** The reader of HTTPRoutes with one kind of parent: with the name of a Gateway that, else the Service. */
export function routeReader(mesh: MeshName | undefined, gateway: string | undefined): RouteReader {
  const {service, gateway: reader} = meshNamed(mesh);
  // The other one only where the settings contradict each other, which is reported.
  return (gateway ? reader : service) ?? service ?? reader ?? MESHES.linkerd.service;
}

/** The outputs for a mesh, or for a Gateway if it has a name. */
export function meshOutputs(mesh: MeshName | undefined, gateway: string | undefined): readonly MeshOutput[] {
  return meshNamed(mesh).outputs.filter(({ofGateway}) => ofGateway || !gateway);
}

/** The versions of an output, one for each API group in which something reads it. */
export function apiVersionsOf(target: TargetName): readonly string[] {
  const outputs = [NO_MESH, ...Object.values<MeshFacts>(MESHES)].flatMap((mesh) => mesh.outputs);
  return [...new Set(outputs.flatMap((output) => (output.target === target ? output.apiVersion : [])))];
}

/** The output that is written: the one that is chosen, else the first that is read. */
export function meshOutput(mesh?: MeshName, chosen?: TargetName, gateway?: string): MeshOutput {
  const outputs = meshOutputs(mesh, gateway);
  return outputs.find(({target}) => target === chosen) ?? outputs[0] ?? meshNamed(mesh).outputs[0];
}

/** What policies of what reads an output can say; `undefined` where none are written. */
export function policyFacts(mesh?: MeshName, chosen?: TargetName, gateway?: string): PolicyFacts | undefined {
  return meshOutput(mesh, chosen, gateway).ofGateway ? routeReader(mesh, gateway).policies : undefined;
}
