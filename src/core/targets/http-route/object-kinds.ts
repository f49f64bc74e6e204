import {isMap} from '../../base/json.ts';
import type {NamedService, RouteFields} from '../../kubernetes/object-kind.ts';
import {gatewayOf, ROUTE_NAMESPACE} from '../../kubernetes/own-objects.ts';
import {resourceOf} from '../../kubernetes/resource.ts';
import {apiVersionsOf, TARGET_OBJECTS} from '../../meshes.ts';
import {mapsIn, type TargetObjectKind} from '../target.ts';
import {withoutPadding} from './expression-length.ts';
import {REFERENCE_GRANT, toHttpRoutes, toReferenceGrants} from './http-route.ts';
import {otherNamespace, selectorLabels} from './object-name.ts';

/** Routes of a Service in a mesh, or of a Gateway. */
export const HTTP_ROUTES = {
  kind: TARGET_OBJECTS.httproute.kind,
  plural: 'httproutes',
  apiVersions: apiVersionsOf('httproute'),
  target: 'httproute',
  toObjects: toHttpRoutes,
  isInRole: (httpRoute) =>
    mapsIn(httpRoute, 'parentRefs').every(({kind = 'Gateway'}) => kind === 'Gateway' || kind === 'Service'),
  ownObjects: (settings) => [{namespace: settings.get('namespace') ?? '', labels: selectorLabels(settings)}],
  serviceOf: parentService,
  routes: matchFields,
} satisfies TargetObjectKind;

/** Those that HTTPRoutes of a Gateway need for a Service in another namespace. */
export const REFERENCE_GRANTS = {
  kind: REFERENCE_GRANT.kind,
  plural: 'referencegrants',
  apiVersions: [REFERENCE_GRANT.apiVersion],
  target: 'httproute',
  toObjects: toReferenceGrants,
  isAcrossNamespaces: true,
  ownObjects: (settings) => {
    const namespace = otherNamespace('service.namespace', settings);
    const labels = {...selectorLabels(settings), [ROUTE_NAMESPACE]: settings.get('namespace') ?? ''};
    return namespace === undefined ? [] : [{namespace, labels}];
  },
  serviceOf: () => undefined,
  routes: () => [],
} satisfies TargetObjectKind;

/** The Service that is the first parent of an HTTPRoute, or to which one that we made for a Gateway sends requests. */
function parentService(httpRoute: unknown): NamedService | undefined {
  const resource = resourceOf(httpRoute);
  const [parent] = mapsIn(httpRoute, 'parentRefs');
  const gateway = gatewayOf(resource);
  const backends = mapsIn(httpRoute, 'rules')[0]?.backendRefs;
  const service =
    gateway === undefined ? parent?.kind === 'Service' && parent : Array.isArray(backends) && backends[0];
  if (!isMap(service)) return undefined;
  return {
    name: String(service.name),
    namespace: String(service.namespace ?? resource.namespace),
    ...(typeof gateway === 'string' ? {gateway} : {}),
  };
}

/** The fields of each match of an HTTPRoute: `GET /pets/[^/]*`. */
export function matchFields(httpRoute: unknown): RouteFields[] {
  return mapsIn(httpRoute, 'rules').flatMap(({name: rule, matches, backendRefs: _, ...fields}) =>
    (Array.isArray(matches) ? matches : []).map((match) => ({route: matchName(match), fields, rule})),
  );
}

function matchName(match: unknown): string {
  if (!isMap(match) || !isMap(match.path)) return '';
  const path = withoutPadding(String(match.path.value));
  return match.method === undefined ? `what is not described` : `${match.method} ${path}`;
}
