import type {KubernetesObject} from '../../src/core/targets/target.ts';
import type {NamedRoute, Rule} from '../meshes/request.ts';

/** What an object names: the field `namespace` is that of the object unless it is there. */
interface Reference {
  readonly kind?: string;
  readonly name: string;
  readonly namespace?: string;
  readonly sectionName?: string;
  readonly port?: number;
}

interface RouteSpec {
  readonly parentRefs: readonly Reference[];
  readonly hostnames?: readonly string[];
  readonly rules: readonly (Rule & {
    readonly backendRefs: readonly Reference[];
    readonly filters?: readonly object[];
  })[];
}

/** The fields of an HTTPRoute that are read here. */
export interface HttpRoute {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {readonly name: string; readonly namespace: string; readonly [field: string]: unknown};
  readonly spec: RouteSpec;
  readonly [field: string]: unknown;
}

/** The response header that says which rule answered. */
export const RULE_HEADER = 'x-rule';

/** The HTTPRoutes among objects, sorted as egctl sorts them, which knows no age. */
export function httpRoutesOf(objects: readonly KubernetesObject[]): HttpRoute[] {
  const routes: HttpRoute[] = JSON.parse(JSON.stringify(objects.filter(({kind}) => kind === 'HTTPRoute')));
  const key = ({metadata: {namespace, name}}: HttpRoute) => `${namespace}/${name}`;
  return routes.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** What the header of a rule says: the name of the HTTPRoute and the place of the rule in it. */
export function ruleLabel({metadata: {name}}: HttpRoute, index: number): string {
  return `${name}/${index}`;
}

/** An HTTPRoute whose rules name themselves in their responses, which changes no match. */
function marked(route: HttpRoute): HttpRoute {
  const rules = route.spec.rules.map((rule, index) => {
    const set = [{name: RULE_HEADER, value: ruleLabel(route, index)}];
    const filter = {type: 'ResponseHeaderModifier', responseHeaderModifier: {set}};
    return {...rule, filters: [...(rule.filters ?? []), filter]};
  });
  return {...route, spec: {...route.spec, rules}};
}

/** For models: HTTPRoutes whose rules are those of `routes`. */
export function namedRoutes(routes: readonly HttpRoute[]): NamedRoute[] {
  return routes.map(({metadata: {namespace, name}, spec: {rules}}) => ({
    name: `${namespace}/${name}`,
    rules,
  }));
}

/** The listener of a parent that names none. */
const SECTION = 'http';

/** The hostname of the Service that is the parent of an HTTPRoute; `undefined` for one of a Gateway. */
export function serviceOf({metadata, spec: {parentRefs}}: HttpRoute): string | undefined {
  const [parent] = parentRefs;
  const {kind, name, namespace = metadata.namespace} = parent ?? {};
  return kind === 'Service' ? `${name}.${namespace}.svc.cluster.local` : undefined;
}

/** The listener that serves an HTTPRoute, as `<namespace>/<gateway>/<listener>`. */
export function listenerOf({metadata, spec: {parentRefs}}: HttpRoute): string {
  const [{name, namespace = metadata.namespace, sectionName = SECTION} = {name: ''}] = parentRefs;
  return `${namespace}/${name}/${sectionName}`;
}

/**
 * Objects with what gateways need next to them: a Gateway with its listeners and a Service for each that HTTPRoutes name, unless it
 * is among them. The rules of HTTPRoutes name themselves in the header of RULE_HEADER.
 */
export function withSurroundings(objects: readonly KubernetesObject[]): KubernetesObject[] {
  const routes = httpRoutesOf(objects);
  const others = objects.filter(({kind}) => kind !== 'HTTPRoute');
  const given = new Set(others.map(({kind, metadata}) => `${kind} ${metadata.namespace}/${metadata.name}`));
  const added = [...gatewaysOf(routes), ...servicesOf(routes)].filter(
    ({kind, metadata}) => !given.has(`${kind} ${metadata.namespace}/${metadata.name}`),
  );
  return [...added, ...others, ...routes.map(marked)];
}

/** The class of these Gateways. */
export const CLASS = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'GatewayClass',
  metadata: {name: 'example'},
  spec: {controllerName: 'gateway.envoyproxy.io/gatewayclass-controller'},
};

function gatewaysOf(routes: readonly HttpRoute[]): KubernetesObject[] {
  const sections = new Map<string, Set<string>>();
  for (const route of routes.filter((one) => serviceOf(one) === undefined)) {
    const [, namespace = '', name = '', section = ''] = /^(.*)\/(.*)\/(.*)$/.exec(listenerOf(route)) ?? [];
    const key = `${namespace}/${name}`;
    sections.set(key, (sections.get(key) ?? new Set()).add(section));
  }
  return [...sections].map(([key, names]) => {
    const [namespace = '', name = ''] = key.split('/');
    const listeners = [...names].map((section, index) => ({
      ...{name: section, protocol: 'HTTP', port: 80 + index},
      allowedRoutes: {namespaces: {from: 'All'}},
    }));
    return {
      ...{apiVersion: CLASS.apiVersion, kind: 'Gateway', metadata: {name, namespace}},
      spec: {gatewayClassName: CLASS.metadata.name, listeners},
    };
  });
}

function servicesOf(routes: readonly HttpRoute[]): KubernetesObject[] {
  const ports = new Map<string, Set<number>>();
  for (const {metadata, spec} of routes)
    for (const {name, namespace = metadata.namespace, port = 80} of spec.rules.flatMap(
      (rule) => rule.backendRefs,
    )) {
      const key = `${namespace}/${name}`;
      ports.set(key, (ports.get(key) ?? new Set()).add(port));
    }
  return [...ports].map(([key, numbers]) => {
    const [namespace = '', name = ''] = key.split('/');
    const all = [...numbers].map((port) => ({name: `http-${port}`, port, protocol: 'TCP'}));
    return {
      ...{apiVersion: 'v1', kind: 'Service', metadata: {name, namespace}},
      spec: {clusterIP: '10.96.0.1', ports: all},
    };
  });
}
