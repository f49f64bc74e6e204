import {codePointOrder} from './code-point-order.ts';
import type {Operation} from './operation.ts';
import {normalizePrefix, pathRegex} from './path-regex.ts';
import {type Problem, quote} from './problem.ts';
import {type Levels, resolveSetting} from './resolve-settings.ts';
import {FORMATS} from './setting-value.ts';
import type {SettingKey, SettingValues} from './settings.ts';

/** Source: specification, 2.3; the field names are those of the ServiceProfile CRD. */
export interface Route {
  readonly condition: {readonly method: string; readonly pathRegex: string};
  readonly name: string;
  /** Go duration text, `<n>s`. */
  readonly timeout?: string;
}

/** Source: specification, table 2.3; the order of the keys is the order in which they are written. */
export interface ServiceProfile {
  readonly apiVersion: string;
  readonly kind: 'ServiceProfile';
  readonly metadata: {readonly creationTimestamp: null; readonly name: string; readonly namespace: string};
  readonly spec: {readonly routes: readonly Route[]};
}

/** The values of `apiVersion` that meshes serve. The first is the default. */
export const API_VERSIONS = ['mesh.io/v1alpha2', 'linkerd.io/v1alpha2'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** Operations that give a route, in the order of the routes. Source: specification, 2.4 rule 9. */
export function routedOperations(operations: readonly Operation[], levels: Levels): Operation[] {
  const isDisabled = settingOfRoutes('disabled', levels);
  // A blank comes before all that a method's name may hold, so that both are compared at once.
  const routed = operations
    .filter((operation) => !isDisabled(operation))
    .map((operation) => ({operation, name: `${operation.method} ${operation.path}`}));
  const compare = codePointOrder(routed.map(({name}) => name));
  return routed.sort((a, b) => compare(a.name, b.name)).map(({operation}) => operation);
}

/** The value of a setting for each of many routes: what stands above path and operation is looked up once. */
function settingOfRoutes<K extends SettingKey>(key: K, levels: Levels) {
  const common = resolveSetting(key, levels);
  return ({operationValues, pathValues}: Operation): SettingValues[K] | undefined =>
    // Few routes have settings of their own.
    key in operationValues || key in pathValues
      ? resolveSetting(key, {...levels, operation: operationValues, path: pathValues})
      : common;
}

/** `metadata.name` of a profile. Source: specification, table 2.3. */
export function profileName(levels: Levels): string {
  return [
    resolveSetting('service.name', levels),
    resolveSetting('service.namespace', levels),
    'svc',
    resolveSetting('cluster.cluster_domain', levels),
  ].join('.');
}

/** The profile of operations that are in the order of their routes. Source: specification, table 2.3. */
export function toServiceProfile(
  operations: readonly Operation[],
  levels: Levels,
  apiVersion: ApiVersion,
): ServiceProfile {
  const prefix = normalizePrefix(resolveSetting('path.base', levels) ?? '');
  const timeoutOf = settingOfRoutes('timeouts.request_timeout', levels);
  return {
    apiVersion,
    kind: 'ServiceProfile',
    metadata: {
      creationTimestamp: null,
      name: profileName(levels),
      namespace: resolveSetting('namespace', levels) ?? '',
    },
    spec: {routes: operations.map((operation) => toRoute(operation, prefix, timeoutOf(operation)))},
  };
}

function toRoute({method, path}: Operation, prefix: string, timeout: number | undefined): Route {
  return {
    condition: {method, pathRegex: pathRegex(prefix, path)},
    name: `${method} ${prefix}${path}`,
    // 0 is a value that means "no timeout here".
    ...(timeout ? {timeout: `${timeout}s`} : {}),
  };
}

/** A resource's name is a DNS subdomain. Source: Kubernetes, apimachinery `validation.IsDNS1123Subdomain`. */
export function nameTooLong(name: string, uri: string): Problem[] {
  const longest = FORMATS['dns-subdomain'].maxLength ?? 0;
  if (name.length <= longest) return [];
  const message = `the profile's name must have at most ${longest} characters, but it is ${quote(name)}`;
  return [
    {
      code: 'profile-name',
      severity: 'error',
      message,
      hint: 'shorten `cluster.cluster_domain`',
      location: {uri, pointer: ''},
    },
  ];
}
