/** One part of a dump of Envoy's configuration; `@type` says which lists it has. Source: envoy, api/envoy/admin/v3/config_dump.proto. */
interface DumpPart {
  readonly bootstrap?: {readonly layeredRuntime: object};
  readonly dynamicActiveClusters?: readonly {readonly cluster: Cluster}[];
  readonly dynamicListeners?: readonly {readonly activeState: {readonly listener: Listener}}[];
  readonly dynamicRouteConfigs?: readonly {readonly routeConfig: RouteConfig}[];
}

interface Cluster {
  readonly '@type'?: string;
  readonly name: string;
  readonly type?: string;
  readonly edsClusterConfig?: object;
}

interface RouteConfig {
  readonly '@type'?: string;
  readonly name: string;
}

interface Connections {
  readonly rds?: {readonly routeConfigName: string};
  readonly accessLog?: object;
}

interface FilterChain {
  readonly filters: readonly {readonly name: string; readonly typedConfig: Connections}[];
}

interface Listener {
  readonly '@type'?: string;
  readonly name: string;
  readonly accessLog?: object;
  readonly filterChains?: readonly FilterChain[];
  readonly defaultFilterChain?: FilterChain;
}

/** What egctl prints: a dump for each Gateway. */
export interface Translated {
  readonly xds: Readonly<Record<string, {readonly configs: readonly DumpPart[]}>>;
}

/**
 * The dumps of Gateways as one configuration that Envoy reads from a file: routes are in their listeners, listeners are on free ports of
 * loopback, and the endpoints of all Services are one address. Filters of listeners, and what routes say to them, stay as they are.
 *
 * @param backend the port of loopback that serves every Service
 */
export function staticConfig({xds}: Translated, backend: number): object {
  const parts = Object.values(xds).flatMap(({configs}) => configs);
  const routes = new Map(
    parts.flatMap(({dynamicRouteConfigs: all = []}) =>
      all.map(({routeConfig: {'@type': _, ...config}}) => [config.name, config]),
    ),
  );
  const clusters = new Map(
    parts.flatMap(({dynamicActiveClusters: all = []}) =>
      all.map(({cluster}) => [cluster.name, staticCluster(cluster, backend)]),
    ),
  );
  const listeners = parts.flatMap(({dynamicListeners: all = []}) =>
    all.flatMap(({activeState: {listener}}) => staticListener(listener, routes)),
  );
  return {
    admin: {address: loopback(0)},
    // The sizes of expressions that it allows.
    layeredRuntime: parts.find(({bootstrap}) => bootstrap)?.bootstrap?.layeredRuntime,
    staticResources: {clusters: [...clusters.values()], listeners},
  };
}

const loopback = (portValue: number) => ({socketAddress: {address: '127.0.0.1', portValue}});

function staticCluster({'@type': _, ...cluster}: Cluster, backend: number): object {
  // Others have an address of their own, such as that of a key set.
  if (cluster.type !== 'EDS') return cluster;
  const {edsClusterConfig: __, ...rest} = cluster;
  const endpoint = {address: loopback(backend)};
  const loadAssignment = {clusterName: cluster.name, endpoints: [{lbEndpoints: [{endpoint}]}]};
  return {...rest, type: 'STATIC', loadAssignment};
}

/** A listener that has routes; none for that of probes. */
function staticListener(
  {'@type': _, accessLog: __, ...listener}: Listener,
  routes: ReadonlyMap<string, object>,
): object[] {
  const {defaultFilterChain, filterChains = []} = listener;
  const chains = [...filterChains, ...(defaultFilterChain ? [defaultFilterChain] : [])];
  if (!chains.some(({filters}) => filters.some(({typedConfig}) => typedConfig.rds))) return [];
  const withRoutes = (chain: FilterChain) => ({
    ...chain,
    filters: chain.filters.map(({name, typedConfig}) => {
      const {rds, accessLog: ___, ...connections} = typedConfig;
      const routeConfig = routes.get(rds?.routeConfigName ?? '');
      return {name, typedConfig: {...connections, routeConfig}};
    }),
  });
  return [
    {
      ...listener,
      address: loopback(0),
      filterChains: filterChains.map(withRoutes),
      ...(defaultFilterChain && {defaultFilterChain: withRoutes(defaultFilterChain)}),
    },
  ];
}
