import {isMap, ownValue, valueAt} from '../../core/base/json.ts';
import type {Problem} from '../../core/base/problem.ts';
import {counted} from '../../core/base/quote.ts';
import {type Resource, resourceId, resourceName, resourceOf} from '../../core/kubernetes/resource.ts';
import {type MatchType, meshNamed} from '../../core/meshes.ts';
import {anchoredRegex} from '../../core/routes/path-regex.ts';
import {mapsIn} from '../../core/targets/target.ts';
import type {Output} from '../run/generate/generate-loaded.ts';
import {ClusterFailed, isUnknownKind, kubectlGet, orFailed} from './kubectl.ts';

const KINDS = 'httproutes.gateway.networking.k8s.io,gateways.gateway.networking.k8s.io';

/**
 * Warnings of HTTPRoutes of others in the cluster whose prefix takes the requests of expressions: at the same listener and hostname,
 * where the gateway prefers every prefix to expressions.
 */
export async function foreignPrefixes(outputs: readonly Output[]): Promise<Problem[]> {
  const concerned = outputs.filter(({mesh, objects}) => {
    const types: readonly (readonly MatchType[])[] = meshNamed(mesh).gateway?.types ?? [];
    const place = (type: MatchType) => types.findIndex((same) => same.includes(type));
    const hasGateway = objects.some((one) => mapsIn(one, 'parentRefs')[0]?.kind === 'Gateway');
    return hasGateway && place('PathPrefix') < place('RegularExpression');
  });
  if (concerned.length === 0) return [];
  const needed = 'you may read the HTTPRoutes and Gateways of all namespaces';
  const found = await orFailed(kubectlGet([KINDS, '--all-namespaces'], needed));
  if (found instanceof ClusterFailed) {
    if (isUnknownKind(found)) return [];
    const message = `HTTPRoutes of others are not compared: ${found.message}`;
    return [{code: 'output', severity: 'note', message, hint: found.hint}];
  }
  const own = new Set(outputs.flatMap(({objects}) => objects.map((one) => resourceId(resourceOf(one)))));
  const gateways = new Map(
    found.filter(({kind}) => kind === 'Gateway').map((one) => [`${one.namespace}/${one.name}`, one]),
  );
  const others = found
    .filter((object) => !own.has(resourceId(object)))
    .map((route) => hostedRoute(route, gateways));
  return concerned.flatMap(({objects, mesh}) => {
    const routes = objects.map((one) => hostedRoute(resourceOf(one), gateways));
    return others.flatMap((other) => takenBy(other, routes, mesh));
  });
}

function hostedRoute(route: Resource, gateways: ReadonlyMap<string, Resource>) {
  const hosts = new Set(hostsOf(route, gateways));
  return {name: resourceName(route), hosts, matches: matchesOf(route)};
}

type HostedRoute = ReturnType<typeof hostedRoute>;

function takenBy(other: HostedRoute, own: readonly HostedRoute[], mesh: Output['mesh']): Problem[] {
  const prefixes = other.matches.filter(({type, isAlone}) => type === 'PathPrefix' && isAlone);
  if (prefixes.length === 0) return [];
  const expressions = own
    .filter(({hosts}) => [...hosts].some((host) => other.hosts.has(host)))
    .flatMap(({matches}) => matches.filter(({type}) => type === 'RegularExpression'));
  return prefixes.flatMap(({value, method}) => {
    const prefix = value.replace(/\/$/, '');
    // With `path.ignore_case`, the group is open.
    const starts = [false, true].map((ignoresCase) =>
      anchoredRegex('', `${prefix}/`, undefined, ignoresCase).replace(/\)$/, ''),
    );
    const taken = expressions.filter(
      (one) => starts.some((start) => one.value.startsWith(start)) && (method ?? one.method) === one.method,
    );
    const paths = new Set(taken.map((one) => one.value)).size;
    if (paths === 0) return [];
    return {
      code: 'output',
      severity: 'warning',
      message: `${other.name} takes the requests of ${counted(paths, 'path')} with parameters: ${meshNamed(mesh).title} prefers its \`PathPrefix: ${prefix || '/'}\` to expressions`,
      hint: `give it another hostname or listener, or write the prefix as \`RegularExpression: ${prefix}/.*\``,
    };
  });
}

/** The hostnames of an HTTPRoute at each listener of its Gateways, by `namespace/name`. */
function hostsOf(route: Resource, gateways: ReadonlyMap<string, Resource>): string[] {
  const named = valueAt(route.content, '/spec/hostnames');
  return mapsIn(route.content, 'parentRefs').flatMap((parent) => {
    const namespace = parent.namespace ?? route.namespace;
    const gateway = gateways.get(`${namespace}/${parent.name}`);
    return mapsIn(gateway?.content, 'listeners').flatMap(({name, hostname = '*'}) => {
      const hostnames = name === (parent.sectionName ?? name) ? [named ?? hostname].flat() : [];
      return hostnames.map((host) => [namespace, parent.name, name, host].join(' '));
    });
  });
}

function matchesOf(route: Resource) {
  const matches = mapsIn(route.content, 'rules').flatMap((rule) => rule.matches);
  return matches.filter(isMap).map(({path, method, headers, queryParams}) => ({
    type: ownValue(path, 'type'),
    value: String(ownValue(path, 'value')),
    method,
    isAlone: headers === undefined && queryParams === undefined,
  }));
}
