import {isMap, ownValue} from '../json.ts';
import {childLocation, type Location} from '../problem.ts';
import type {FlagValues} from '../settings/table.ts';

/** The names of a Kubernetes object, as far as they are texts. */
export interface ResourceNames {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** An object of a ResourceList. */
export interface Resource extends ResourceNames {
  /** What locations call it. */
  readonly uri: string;
  readonly content: unknown;
}

/** The names of an object, and the text that locations call it. */
export function resourceOf(content: unknown, uri: string): Resource {
  const metadata = mapAt(content, 'metadata');
  return {
    uri,
    content,
    apiVersion: textAt(content, 'apiVersion'),
    kind: textAt(content, 'kind'),
    name: textAt(metadata, 'name'),
    namespace: textAt(metadata, 'namespace'),
  };
}

/** Tells an object from all others of a cluster: its group, kind, namespace and name. */
export function resourceId({apiVersion, kind, name, namespace}: ResourceNames): string {
  const group = apiVersion.includes('/') ? apiVersion.split('/', 1)[0] : '';
  return JSON.stringify([group, kind, effectiveNamespace(namespace), name]);
}

/** True for objects in one namespace; without a namespace it is `default`, as in kustomize. */
export function isSameNamespace(one: ResourceNames, other: ResourceNames): boolean {
  return effectiveNamespace(one.namespace) === effectiveNamespace(other.namespace);
}

function effectiveNamespace(namespace: string): string {
  return namespace === '' ? 'default' : namespace;
}

/** An object as messages name it: `Service shop/petstore`. */
export function resourceName({kind, name, namespace}: ResourceNames): string {
  return [kind, [namespace, name].filter(Boolean).join('/')].filter(Boolean).join(' ');
}

export function isService({apiVersion, kind}: Resource): boolean {
  return apiVersion === 'v1' && kind === 'Service';
}

export function isConfigMap({apiVersion, kind}: Resource): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap';
}

/** The annotations of an object, by key. */
export function annotationsOf({content}: Pick<Resource, 'content'>): ReadonlyMap<string, unknown> {
  const annotations = mapAt(mapAt(content, 'metadata'), 'annotations');
  return new Map(isMap(annotations) ? Object.entries(annotations) : []);
}

/** The place of an annotation. */
export function annotationPlace({uri}: Resource, key: string): Location {
  return ['metadata', 'annotations', key].reduce(childLocation, {uri, pointer: ''});
}

/** What a Service says of itself: its name and namespace, and its port if it has only one. */
export function settingsOfService({content, name, namespace}: Resource): FlagValues {
  const ports = mapAt(mapAt(content, 'spec'), 'ports');
  const port = Array.isArray(ports) && ports.length === 1 ? mapAt(ports[0], 'port') : undefined;
  return {
    'service.name': name,
    ...(namespace === '' ? {} : {namespace, 'service.namespace': namespace}),
    ...(typeof port === 'number' ? {'service.port': port} : {}),
  };
}

/** The keys of a Service that give a setting. */
export const SERVICE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'service.name': ['metadata', 'name'],
  'service.namespace': ['metadata', 'namespace'],
  namespace: ['metadata', 'namespace'],
  'service.port': ['spec', 'ports', '0', 'port'],
};

/** The texts of a ConfigMap, by key. */
export function dataOf({content}: Resource): ReadonlyMap<string, string> {
  const data = mapAt(content, 'data');
  const entries = isMap(data) ? Object.entries(data) : [];
  return new Map(entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])));
}

function mapAt(value: unknown, key: string): unknown {
  return isMap(value) ? ownValue(value, key) : undefined;
}

function textAt(value: unknown, key: string): string {
  const text = mapAt(value, key);
  return typeof text === 'string' ? text : '';
}
