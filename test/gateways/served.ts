import {type OutputMatcher, outputMatcher} from '../../src/core/generate/route-table.ts';
import {MESHES} from '../../src/core/meshes.ts';
import {comparedPath} from '../../src/core/routes/request.ts';
import type {FlagValues} from '../../src/core/settings/table.ts';
import type {KubernetesObject, RouteMatch} from '../../src/core/targets/target.ts';
import {type GenerateOptions, generate} from '../../src/index.ts';
import {routesOf} from '../core/routes-of.ts';
import {GATEWAY_RULE_OF} from '../meshes/gateways.ts';
import type {Match, Request} from '../meshes/request.ts';
import {type HttpRoute, httpRoutesOf, listenerOf, namedRoutes, ruleLabel, serviceOf} from './http-routes.ts';
import {LIVE_GATEWAY} from './live-gateway.ts';
import {requestsFor} from './requests-for.ts';

/** The rule that answers a request, by its label; `none` for 404. */
type RuleOf = (request: Request, host: string) => string;

/** The gateways that are asked, by their values of `mesh`. */
export const GATEWAYS = ['envoy-gateway', 'contour'] as const;
/** Those whose answers are recorded: for Istio also with a Service as parent. */
export const RECORDED_GATEWAYS = ['istio', 'istio-service', 'traefik'] as const;
export type GatewayName = (typeof GATEWAYS | typeof RECORDED_GATEWAYS)[number];

/** The value of `mesh`. */
export const meshOf = (gateway: GatewayName) => (gateway === 'istio-service' ? 'istio' : gateway);

/** A description that a gateway serves. */
export interface Served {
  readonly name: string;
  readonly objects: readonly KubernetesObject[];
  /** The listener of all its HTTPRoutes. */
  readonly listener: string;
  /** A hostname for each that the HTTPRoutes have. */
  readonly hosts: readonly string[];
  /** The hostname at the gateway for one of the description. */
  readonly hostOf: (host: string) => string;
  /** Those of each route, and of its neighbours. */
  readonly requests: readonly (readonly Request[])[];
  /** The operations that a rule is for, by its label: `GET /pets/{id}`. */
  readonly operations: ReadonlyMap<string, readonly string[]>;
  /** By the model in `test/meshes`, by `apigen routes match`, and by the order of operations that is meant. */
  readonly expected: Readonly<Record<'model' | 'match' | 'meant', RuleOf>>;
}

/** Settings with which a description is served: by a Gateway of a namespace of its own, except where one Gateway serves all. */
export function placedIn(namespace: string, gateway: GatewayName = 'envoy-gateway'): FlagValues {
  const placed = {mesh: meshOf(gateway), namespace, 'service.namespace': namespace};
  if (gateway === 'istio-service') return {...placed, 'service.port': 80};
  if (gateway === 'envoy-gateway')
    return {...placed, 'gateway.name': 'public', 'gateway.namespace': namespace};
  const {name, namespace: shared} = LIVE_GATEWAY;
  return {...placed, 'gateway.name': name, 'gateway.namespace': shared, 'gateway.section': 'http'};
}

/** What is generated from a description; `undefined` if that is not an HTTPRoute, or not of such a parent. */
export function servedBy(
  name: string,
  document: unknown,
  options: GenerateOptions,
  gateway: GatewayName = 'envoy-gateway',
): Served | undefined {
  const made = generate(document, options).objects;
  const [parent] = httpRoutesOf(made).map(serviceOf);
  const isShared = gateway !== 'envoy-gateway' && gateway !== 'istio-service';
  // All descriptions are served at one listener.
  const end = isShared ? `.${options.settings?.namespace}` : '';
  const hostOf = (host: string) => parent ?? host.replace(/(?=:\d+$|$)/, end);
  const objects = isShared ? made.map((object) => withHosts(object, hostOf)) : made;
  const routes = httpRoutesOf(objects);
  const [first] = routes;
  const {output, routes: described} = routesOf(document, options);
  const isOfGateway = (gateway === 'istio-service') === (parent !== undefined);
  if (first === undefined || output === undefined || !isOfGateway) return undefined;
  const {target, input} = output;
  // A method that is added has a place of its own.
  const placeOf = ({operation, method = operation?.method}: RouteMatch) =>
    input.routes.findIndex((one) => (one.addedTo ?? one) === operation && one.method === method);
  const ordered = target
    .matches(input)
    .map((one) => ({one, place: one.operation ? placeOf(one) : input.routes.length}))
    .sort((a, b) => a.place - b.place)
    .map(({one}) => one);
  const inOrder = outputMatcher({input, target: {...target, matches: () => ordered}});
  const usedBy =
    (matcher: OutputMatcher): RuleOf =>
    (request, host) => {
      const [used] = matcher.of(request);
      if (used === undefined) return 'none';
      const ofHost = routes.filter((route) => isFor(route, host));
      return labelsOf(ofHost, used)[0] ?? `no rule with ${used.value}`;
    };
  return {
    ...{name, objects, hostOf, listener: listenerOf(first), requests: described.map(requestsFor)},
    hosts: [...new Set(routes.flatMap(hostnamesOf))].map((host) => host.replace('*', 'any')),
    operations: operationsOf(routes, ordered),
    expected: {model: modelOf(routes, gateway), match: usedBy(outputMatcher(output)), meant: usedBy(inOrder)},
  };
}

function operationsOf(routes: readonly HttpRoute[], matches: readonly RouteMatch[]) {
  const operations = new Map<string, string[]>();
  for (const match of matches)
    for (const label of labelsOf(routes, match)) {
      const {operation, method = operation?.method} = match;
      const name = operation === undefined ? 'not described' : `${method} ${operation.pathItem.path}`;
      operations.set(label, [...(operations.get(label) ?? []), name]);
    }
  return operations;
}

/** The labels of the rules that have a match of the output. */
function labelsOf(routes: readonly HttpRoute[], match: RouteMatch): string[] {
  const {place, type, value, operation, method = operation?.method} = match;
  const named = routes.filter(({metadata}) => place === undefined || metadata.name === place.object);
  return labels(named, (one) => one.path.type === type && one.path.value === value && one.method === method);
}

/** A description in a table. */
export interface ServedRow {
  readonly title: string;
  /** `x-apigen` at the root. */
  readonly settings?: object;
  readonly flags?: {readonly onlyDescribed: boolean};
  readonly paths: object;
}

/** What is generated from the row of a table, in which each operation has a rule of its own. */
export function servedRow({title, settings, flags, paths}: ServedRow, gateway?: GatewayName): Served {
  const name = title
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, 60);
  const document = {openapi: '3.1.0', 'x-apigen': settings ?? {}, paths};
  const own = {'service.name': 'pets', 'service.port': 80, group: 'operation'} as const;
  const options = {onlyDescribed: true, ...flags, settings: {...placedIn(name, gateway), ...own}};
  const served = servedBy(name, document, options, gateway);
  if (served === undefined)
    throw new Error(
      generate(document, options)
        .problems.map(({message}) => message)
        .join(),
    );
  return served;
}

function withHosts(object: KubernetesObject, hostOf: (host: string) => string): KubernetesObject {
  const [route] = httpRoutesOf([object]);
  return route ? {...route, spec: {...route.spec, hostnames: hostnamesOf(route).map(hostOf)}} : object;
}

const hostnamesOf = (route: HttpRoute) => route.spec.hostnames ?? [serviceOf(route) ?? 'localhost'];

/** Envoy looks at the routes of one hostname, the narrowest. */
const isFor = (route: HttpRoute, host: string) =>
  hostnamesOf(route).some((one) => one.replace('*', 'any') === host);

/** The labels of the rules with a match. */
function labels(routes: readonly HttpRoute[], has: (match: Match) => boolean): string[] {
  return routes.flatMap((route) =>
    route.spec.rules.flatMap(({matches}, index) => (matches.some(has) ? [ruleLabel(route, index)] : [])),
  );
}

function modelOf(routes: readonly HttpRoute[], gateway: GatewayName): RuleOf {
  const mesh = meshOf(gateway);
  const {pathSteps} = MESHES[mesh].gateway;
  const byHost = new Map<string, ReturnType<typeof namedRoutes>>();
  return ({method, path}, host) => {
    const own = byHost.get(host) ?? namedRoutes(routes.filter((route) => isFor(route, host)));
    byHost.set(host, own);
    const rule = GATEWAY_RULE_OF[mesh](own, {method, path: comparedPath(path, pathSteps)});
    return rule === undefined ? 'none' : (labels(routes, (match) => rule.matches.includes(match))[0] ?? '');
  };
}
