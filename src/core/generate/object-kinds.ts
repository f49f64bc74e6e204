import type {ObjectKind} from '../kubernetes/object-kind.ts';
import type {OwnObjects} from '../kubernetes/own-objects.ts';
import {groupOf, isOfKind, type Resource, type ResourceNames, resourceId} from '../kubernetes/resource.ts';
import type {EffectiveSettings} from '../openapi/effective-settings.ts';
import {BACKEND_TRAFFIC_POLICIES, SECURITY_POLICIES} from '../policies/envoy-gateway/object-kinds.ts';
import {AUTHORIZATION_POLICIES, REQUEST_AUTHENTICATIONS} from '../policies/istio/object-kinds.ts';
import * as linkerd from '../policies/linkerd/object-kinds.ts';
import {HTTP_ROUTES, REFERENCE_GRANTS} from '../targets/http-route/object-kinds.ts';
import {SERVICE_PROFILES} from '../targets/service-profile/object-kinds.ts';
import {
  chosenOutput,
  type KubernetesObject,
  type TargetInput,
  type TargetObjectKind,
} from '../targets/target.ts';

/** All objects that apigen generates; those that others need come before them. */
export const OBJECT_KINDS: readonly TargetObjectKind[] = [
  SERVICE_PROFILES,
  REFERENCE_GRANTS,
  SECURITY_POLICIES,
  BACKEND_TRAFFIC_POLICIES,
  AUTHORIZATION_POLICIES,
  REQUEST_AUTHENTICATIONS,
  linkerd.SERVERS,
  linkerd.NETWORK_AUTHENTICATIONS,
  linkerd.MESH_TLS_AUTHENTICATIONS,
  linkerd.SERVER_POLICIES,
  linkerd.SERVER_ROUTES,
  HTTP_ROUTES,
];

/** The objects of an output, in the order in which they are applied; pure. */
export function objectsOf(input: TargetInput): KubernetesObject[] {
  const chosen = chosenOutput(input.settings).target;
  return OBJECT_KINDS.flatMap(({target, toObjects}) => (target === chosen ? toObjects(input) : []));
}

/** The row of an object, by its API group, its kind and its role; `undefined` for objects of other kinds. */
export function objectKind(object: unknown): ObjectKind | undefined {
  return OBJECT_KINDS.find((row) => isOfRow(object, row) && row.isInRole?.(object) !== false);
}

function isOfRow(object: unknown, {kind, apiVersions}: ObjectKind): boolean {
  return apiVersions.some((apiVersion) => isOfKind(object, {apiVersion, kind}));
}

function pluralOf(names: Pick<ResourceNames, 'apiVersion' | 'kind'>): string {
  return OBJECT_KINDS.find((row) => isOfRow(names, row))?.plural ?? `${names.kind.toLowerCase()}s`;
}

/** The name that kubectl has for a kind that apigen generates: `httproutes.gateway.networking.k8s.io`. */
export function resourceType(names: Pick<ResourceNames, 'apiVersion' | 'kind'>): string {
  return `${pluralOf(names)}.${groupOf(names.apiVersion)}`;
}

/** Objects of a kind in a cluster: all, those of a namespace, the one of a name, or those with some labels. */
export type WantedObjects = Pick<ResourceNames, 'apiVersion' | 'kind'> &
  Partial<ResourceNames & {readonly selector: string}>;

/** The path of objects at an API server. Source: Kubernetes, API concepts, resource URIs. */
export function apiPath(wanted: WantedObjects): string {
  const {apiVersion, namespace, name, selector} = wanted;
  const base = `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`;
  const parts = [base, namespace && `namespaces/${namespace}`, pluralOf(wanted), name].filter(Boolean);
  return parts.join('/') + (selector ? `?labelSelector=${encodeURIComponent(selector)}` : '');
}

/** Where in a cluster all objects of a Service are, also those that others of its settings gave, in the order in which they are deleted. */
export function ownObjects(settings: EffectiveSettings): OwnObjects[] {
  return OBJECT_KINDS.toReversed().flatMap(({kind, apiVersions, ...row}) =>
    apiVersions.flatMap((apiVersion) =>
      row.ownObjects(settings).map((place) => ({apiVersion, kind, ...place})),
    ),
  );
}

/** Whether an object says who may call others, or how often. */
export function isPolicy(object: unknown): boolean {
  return objectKind(object)?.policyOn !== undefined;
}

/** Whether it says who may. */
export function saysWhoMayCall(object: unknown): boolean {
  return objectKind(object)?.policyOn === 'callers';
}

/** Whether another object may let in whom a policy refuses. */
export function isWidened(policy: Resource, other: Resource): boolean {
  if (policy.namespace !== other.namespace || resourceId(policy) === resourceId(other)) return false;
  return objectKind(policy.content)?.isWidenedBy?.(policy.content, other.content) === true;
}
