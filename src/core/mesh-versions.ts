/** The features that rules of HTTPRoutes use. */
export const ROUTE_FIELDS = ['timeouts', 'retry', 'CORS', 'expressions', 'methods', 'names'] as const;
export type RouteField = (typeof ROUTE_FIELDS)[number];
type FirstVersions = {readonly [F in RouteField]?: string};

const matching = (version: string): FirstVersions => ({expressions: version, methods: version});

/**
 * From which version of an implementation on it reads what.
 *
 * @param repository on GitHub, and the tag of a version in it, for which `*` stands
 * @param oldest the oldest version that was looked at; what that reads, older ones may read too
 * @param supported the oldest version that is reckoned with where the cluster does not show its own
 * @param selector the labels of Deployments that show it; empty for the CRD of HTTPRoutes
 * @param image the last part of the name of their image, or of an annotation of the CRD, as an expression
 * @param sources by file the first versions that read a field there; what no file has is not read
 */
const versions = (
  repository: string,
  [oldest, supported]: readonly [oldest: string, supported: string],
  [selector, image]: readonly [selector: string, image: string],
  sources: Readonly<Record<string, FirstVersions>>,
) => ({repository, oldest, supported, shown: {selector, image}, sources});

export type MeshVersions = ReturnType<typeof versions>;

const CONVERSION = 'pilot/pkg/config/kube/gateway/conversion.go';
const INGRESS_CONTROLLER = 'kubernetes-ingress-controller';
const NGINX = 'app.kubernetes.io/name in (nginx-gateway,nginx-gateway-fabric)';
const AGENTGATEWAY = ['agentgateway=agentgateway', 'controller'] as const;
const ENVOY_GATEWAY = ['control-plane=envoy-gateway', 'gateway'] as const;
const CILIUM = ['io.cilium/app=operator', 'operator(?:-[a-z]+)?'] as const;
/** From which version on Linkerd reads timeouts of HTTPRoutes. */
export const LINKERD_TIMEOUTS = '2.20 (edge-25.11.3)';

const DESTINATION = 'linkerd.io/control-plane-component=destination';

/**
 * Fields that each reads, from the tags of its repository up to August 2026; of kgateway, 2.2 and 2.4 alone. Timeouts below a second are
 * read in each version that reads timeouts. Cilium makes of `retry` before 1.20 a policy of Envoy without a condition, which never
 * retries. Before 2.5, expressions of NGINX Gateway Fabric are open at their beginning.
 *
 * Sources of `supported`: Cilium and Istio, the last three; Envoy Gateway, its compatibility matrix; Contour, the last one. Of Linkerd, what
 * many have. The others do not say it in their repositories: the last one.
 */
export const MESH_VERSIONS = {
  linkerd: versions('linkerd/linkerd2@version-*', ['2.16', '2.16'], [DESTINATION, 'controller'], {
    'policy-controller/k8s/index/src/outbound/index/http.rs': {timeouts: LINKERD_TIMEOUTS},
    'policy-controller/k8s/index/src/routes/http.rs': matching('2.16'),
  }),
  istio: versions('istio/istio@*.0', ['1.14', '1.29'], ['app=istiod', 'pilot'], {
    [CONVERSION]: {timeouts: '1.20', retry: '1.25', CORS: '1.26', ...matching('1.14')},
  }),
  cilium: versions('cilium/cilium@v*.0', ['1.16', '1.18'], CILIUM, {
    'operator/pkg/model/ingestion/gateway.go': {timeouts: '1.16', CORS: '1.20', ...matching('1.16')},
    'operator/pkg/model/translation/envoy_virtual_host.go': {retry: '1.20'},
  }),
  'envoy-gateway': versions('envoyproxy/gateway@v*.0', ['0.3', '1.9'], ENVOY_GATEWAY, {
    'internal/gatewayapi/route.go': {timeouts: '0.6', retry: '1.3', ...matching('0.3')},
    'internal/gatewayapi/filters.go': {CORS: '1.4'},
    'internal/gatewayapi/backendtrafficpolicy.go': {names: '1.6'},
  }),
  kgateway: versions('kgateway-dev/kgateway@v*.0', ['2.2', '2.4'], ['kgateway=kgateway', 'kgateway'], {
    'pkg/krtcollections/builtin.go': {timeouts: '2.2', retry: '2.2', CORS: '2.2'},
    'pkg/kgateway/translator/irtranslator/route.go': matching('2.2'),
    'api/v1alpha1/kgateway/traffic_policy_types.go': {names: '2.2'},
  }),
  agentgateway: versions('agentgateway/agentgateway@v*.0', ['1.0', '1.4'], AGENTGATEWAY, {
    'controller/pkg/agentgateway/translator/builtin_helpers.go': {timeouts: '1.0', retry: '1.0'},
    'controller/pkg/agentgateway/translator/conversion.go': {CORS: '1.0'},
    'controller/pkg/agentgateway/translator/agw.go': matching('1.0'),
    'controller/pkg/agentgateway/plugins/traffic_plugin.go': {names: '1.0'},
  }),
  contour: versions('projectcontour/contour@v*.0', ['1.24', '1.33'], ['app=contour', 'contour'], {
    'internal/dag/gatewayapi_processor.go': {timeouts: '1.28', expressions: '1.25', methods: '1.24'},
  }),
  kong: versions(
    `Kong/${INGRESS_CONTROLLER}@v*.0`,
    ['2.10', '3.5'],
    ['app=ingress-kong', INGRESS_CONTROLLER],
    {
      'internal/dataplane/parser/translators/httproute_atc.go': matching('2.10'),
    },
  ),
  traefik: versions('traefik/traefik@v*.0', ['3.0', '3.7'], ['app.kubernetes.io/name=traefik', 'traefik'], {
    'pkg/provider/kubernetes/gateway/httproute.go': matching('3.1'),
  }),
  nginx: versions('nginx/nginx-gateway-fabric@v*.0', ['1.0', '2.6'], [NGINX, 'nginx-gateway-fabric'], {
    'internal/controller/nginx/config/servers.go': {expressions: '2.5'},
    'internal/controller/state/graph/common_filter.go': {CORS: '2.5'},
    'internal/mode/static/nginx/config/servers.go': {methods: '1.0'},
  }),
};

/** The same of the CRDs of HTTPRoutes, in the standard channel. */
export const GATEWAY_API = versions(
  'kubernetes-sigs/gateway-api@v*.0',
  ['1.2', '1.7'],
  ['', 'bundle-version'],
  {
    'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml': {
      ...matching('1.2'),
      timeouts: '1.2',
      names: '1.4',
      CORS: '1.5',
      retry: '1.7',
    },
  },
);

/** The first version that reads each field, as far as there is one, and the file that shows it. */
export function firstReading({sources}: MeshVersions) {
  return Object.entries(sources).flatMap(([file, read]) =>
    ROUTE_FIELDS.flatMap((field) => {
      const {[field]: version} = read;
      return version ? {field, version, file} : [];
    }),
  );
}

/** Whether a version, as tags of images have it, is older than another; one in parentheses counts for releases of its kind. */
export function isOlder(version: string, than: string): boolean {
  const [kind = '('] = /^[a-z]+-/.exec(version) ?? [];
  const [parts, others = []] = [version, than.split(`(${kind}`).at(-1) ?? than].map((text) =>
    (/\d+(\.\d+)+/.exec(text)?.[0] ?? '').split('.').map(Number),
  );
  const index = others.findIndex((part, place) => part !== (parts?.[place] ?? 0));
  return index >= 0 && (parts?.[index] ?? 0) < (others[index] ?? 0);
}
