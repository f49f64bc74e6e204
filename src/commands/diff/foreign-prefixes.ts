import {isMap, type JsonMap, ownValue} from '../../core/json.ts';
import {type MatchType, meshNamed} from '../../core/meshes.ts';
import type {Problem} from '../../core/problem.ts';
import {counted} from '../../core/quote.ts';
import {resourceId, resourceName, resourceOf} from '../../core/resource.ts';
import {anchoredRegex} from '../../core/routes/path-expression.ts';
import {mapsIn} from '../../core/targets/target.ts';
import {ClusterFailed, kubectlGet} from '../../io/cluster/kubectl.ts';
import type {Output} from '../../io/run/generate-loaded.ts';

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
  try {
    const needed = 'you may read the HTTPRoutes and Gateways of all namespaces';
    const found = (await kubectlGet([KINDS, '--all-namespaces'], needed)).filter(isMap);
    const idOf = (object: JsonMap) => resourceId(resourceOf(object, ''));
    const own = new Set(outputs.flatMap(({objects}) => objects.map(idOf)));
    const others = found.filter((object) => !own.has(idOf(object)));
    return concerned.flatMap((output) => others.flatMap((other) => takenBy(other, output, found)));
  } catch (error) {
    if (!(error instanceof ClusterFailed)) throw error;
    const message = `HTTPRoutes of others are not compared: ${error.message}`;
    return [{code: 'output', severity: 'note', message, hint: error.hint}];
  }
}

/** The warnings of an HTTPRoute that takes requests of an output. */
function takenBy(other: JsonMap, {objects, mesh}: Output, found: readonly JsonMap[]): Problem[] {
  const hosts = new Set(hostsOf(other, found));
  const own = objects.filter((object) => hostsOf(object, found).some((host) => hosts.has(host)));
  const expressions = own.flatMap(matchesOf).filter(({type}) => type === 'RegularExpression');
  return matchesOf(other).flatMap(({type, value, method, isAlone}) => {
    if (type !== 'PathPrefix' || !isAlone) return [];
    const prefix = value.replace(/\/$/, '');
    const start = anchoredRegex('', `${prefix}/`);
    const taken = expressions.filter(
      (one) => one.value.startsWith(start) && (method ?? one.method) === one.method,
    );
    const paths = new Set(taken.map((one) => one.value)).size;
    if (paths === 0) return [];
    return {
      code: 'output',
      severity: 'warning',
      message: `${resourceName(resourceOf(other, ''))} takes the requests of ${counted(paths, 'path')} with parameters: ${meshNamed(mesh).title} prefers its \`PathPrefix: ${prefix || '/'}\` to expressions`,
      hint: `give it another hostname or listener, or write the prefix as \`RegularExpression: ${prefix}/.*\``,
    };
  });
}

/** The hostnames of an HTTPRoute at each listener of its Gateways. */
function hostsOf(route: JsonMap, found: readonly JsonMap[]): string[] {
  const named = ownValue(route.spec, 'hostnames');
  return mapsIn(route, 'parentRefs').flatMap((parent) => {
    const namespace = parent.namespace ?? resourceOf(route, '').namespace;
    const gateway = found.find((object) => {
      const names = resourceOf(object, '');
      return names.kind === 'Gateway' && names.name === parent.name && names.namespace === namespace;
    });
    return mapsIn(gateway ?? {}, 'listeners').flatMap(({name, hostname = '*'}) => {
      const hostnames = name === (parent.sectionName ?? name) ? (named ?? [hostname]) : [];
      return Array.isArray(hostnames)
        ? hostnames.map((host) => [namespace, parent.name, name, host].join(' '))
        : [];
    });
  });
}

function matchesOf(route: JsonMap) {
  const matches = mapsIn(route, 'rules')
    .flatMap((rule) => rule.matches)
    .filter(isMap);
  return matches.map(({path, method, headers, queryParams}) => ({
    type: ownValue(path, 'type'),
    value: String(ownValue(path, 'value')),
    method,
    isAlone: headers === undefined && queryParams === undefined,
  }));
}
