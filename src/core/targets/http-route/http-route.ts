import {isMap} from '../../json.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import {
  chosenOutput,
  commonMetadata,
  type KubernetesObject,
  mapsIn,
  type RoutePolicy,
  type TargetInput,
} from '../target.ts';
import type {PathMatch, Policy} from './described-route.ts';
import {catchAllName, grantName, ownLabels} from './object-name.ts';
import {type Plan, plannedObjects, planOf} from './plan.ts';
import {ruleName} from './rule-names.ts';
import type {PlannedRule} from './rules-of-routes.ts';

/** Source: Gateway API v1, HTTPRouteRule; the order of the keys is the order in which they are written. */
interface HttpRouteRule {
  /** Source: Gateway API 1.4. */
  readonly name?: string;
  readonly matches: readonly {readonly path: PathMatch; readonly method?: string}[];
  /** Source: Gateway API 1.7, HTTPRouteRetry. */
  readonly retry?: {readonly codes: readonly number[]};
  readonly timeouts?: {readonly request: string};
  readonly backendRefs: readonly {
    readonly name: string;
    readonly namespace?: string;
    readonly port: number;
  }[];
}

/** Source: Gateway API v1, HTTPRoute, attached to a Gateway, or to a Service as in GEP-1294 and GEP-1324. */
export interface HttpRoute extends KubernetesObject {
  readonly kind: 'HTTPRoute';
  readonly spec: {
    readonly parentRefs: readonly object[];
    readonly hostnames?: readonly string[];
    readonly rules: readonly HttpRouteRule[];
  };
}

/** What is retried: the server errors of GEP-1731 that another attempt may not meet. */
const RETRIED_CODES = [500, 502, 503, 504] as const;

/**
 * The HTTPRoutes of a description: that for what is not described first, so that those requests are served at any time while
 * the objects are applied one after another, then the others by name. A ReferenceGrant that they need comes before them.
 */
export function toHttpRoutes(input: TargetInput): KubernetesObject[] {
  const {settings} = input;
  const {apiVersion} = chosenOutput(settings);
  const hostnames = settings.get('gateway.name') ? (settings.get('gateway.hostnames') ?? []) : [];
  const plan = planOf(input);
  const toObject = (name: string, rules: readonly HttpRouteRule[]): HttpRoute => ({
    apiVersion,
    kind: 'HTTPRoute',
    metadata: {name, namespace: settings.get('namespace') ?? '', ...labelled(settings)},
    spec: {parentRefs: [parentRef(settings)], ...(hostnames.length === 0 ? {} : {hostnames}), rules},
  });
  const backend = backendRef(settings);
  const described = plannedObjects(plan, settings).map(({name, rules}) =>
    toObject(
      name,
      rules.map((rule) => toRule(rule, plan, backend)),
    ),
  );
  const rest = plan.catchAll && [{matches: [{path: plan.catchAll}], backendRefs: [backend]}];
  return [
    ...referenceGrant(settings),
    ...(rest ? [toObject(catchAllName(settings), rest)] : []),
    ...described,
  ];
}

/**
 * What allows HTTPRoutes to send requests to a Service in another namespace; those of a mesh need none.
 *
 * Source: Gateway API, ReferenceGrant: v1 from 1.5, v1beta1 in all versions.
 */
function referenceGrant(settings: EffectiveSettings): KubernetesObject[] {
  const {name, namespace} = serviceRef(settings);
  if (!settings.get('gateway.name') || namespace === undefined) return [];
  const from = {group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: settings.get('namespace')};
  return [
    {
      apiVersion: 'gateway.networking.k8s.io/v1beta1',
      kind: 'ReferenceGrant',
      metadata: {name: grantName(settings), namespace, ...labelled(settings)},
      spec: {from: [from], to: [{group: '', kind: 'Service', name}]},
    },
  ];
}

function toRule(rule: PlannedRule, plan: Plan, backend: HttpRouteRule['backendRefs'][number]): HttpRouteRule {
  const {policy, routes} = rule;
  const {matches} = plan;
  const name = ruleName(rule, plan.names);
  return {
    ...(name === undefined ? {} : {name}),
    matches: routes.map((route) => ({path: matches.get(route) ?? route.match, method: route.method})),
    ...policyFields(policy),
    backendRefs: [backend],
  };
}

function policyFields({timeout, retries}: Policy): Pick<HttpRouteRule, 'retry' | 'timeouts'> {
  return {
    ...(retries ? {retry: {codes: RETRIED_CODES}} : {}),
    ...(timeout === undefined ? {} : {timeouts: {request: timeout}}),
  };
}

/** The labels of every object; the setting `labels` can replace them, since a tool such as Helm requires its own. */
function labelled(settings: EffectiveSettings): {labels: object} {
  const {labels, ...others} = commonMetadata(settings);
  return {labels: {...ownLabels(settings), ...labels}, ...others};
}

/** The Service, in this namespace or in another. */
function serviceRef(settings: EffectiveSettings): {name: string; namespace?: string} {
  const name = settings.get('service.name') ?? '';
  const namespace = settings.get('service.namespace') ?? '';
  return namespace === settings.get('namespace') ? {name} : {name, namespace};
}

/** A Gateway with its listener, or a Service: without a port the routes apply to all its ports. */
function parentRef(settings: EffectiveSettings): object {
  const gateway = settings.get('gateway.name');
  if (gateway) {
    const [namespace, sectionName] = [settings.get('gateway.namespace'), settings.get('gateway.section')];
    return {
      group: 'gateway.networking.k8s.io',
      kind: 'Gateway',
      name: gateway,
      ...(namespace === undefined || namespace === settings.get('namespace') ? {} : {namespace}),
      ...(sectionName === undefined ? {} : {sectionName}),
    };
  }
  const port = settings.level('service.port') !== 'default' ? {port: settings.get('service.port')} : {};
  return {group: '', kind: 'Service', ...serviceRef(settings), ...port};
}

function backendRef(settings: EffectiveSettings): HttpRouteRule['backendRefs'][number] {
  return {...serviceRef(settings), port: settings.get('service.port') ?? 0};
}

/** The policy of each match of an HTTPRoute: `GET /pets/[^/]*`. */
export function rulePolicies(httpRoute: KubernetesObject): RoutePolicy[] {
  return mapsIn(httpRoute, 'rules').flatMap(({name: _name, matches, backendRefs: _, ...policy}) =>
    (Array.isArray(matches) ? matches : []).map((match) => ({route: matchName(match), policy})),
  );
}

function matchName(match: unknown): string {
  if (!isMap(match) || !isMap(match.path)) return '';
  // What `rankByLength` adds changes with other routes.
  const path = String(match.path.value).replace(/(?:\(\?:\))+(?=\$?$)/, '');
  return match.method === undefined ? `what is not described` : `${match.method} ${path}`;
}
