import {ownValue} from '../base/json.ts';

/** The API group of our kind, and the prefix of our label and annotation; docs/maintainers/release.md lists it among the names that need an owner. */
export const GROUP = 'apigen.dev';

/** The names of a Kubernetes object, as far as they are texts. */
export interface ResourceNames {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

export interface Resource extends ResourceNames {
  /** Its name in locations. */
  readonly uri: string;
  readonly content: unknown;
}

/** The names of an object, and the text that locations call it. */
export function resourceOf(content: unknown, uri = ''): Resource {
  const metadata = ownValue(content, 'metadata');
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
  return JSON.stringify([groupOf(apiVersion), kind, effectiveNamespace(namespace), name]);
}

/** The API group of a version; empty for the core of Kubernetes. */
export function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/')));
}

/** Whether an object is of a kind, in any version of its group. */
export function isOfKind(object: unknown, kind: Pick<ResourceNames, 'apiVersion' | 'kind'>): boolean {
  const one = resourceOf(object);
  return one.kind === kind.kind && groupOf(one.apiVersion) === groupOf(kind.apiVersion);
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

function textAt(value: unknown, key: string): string {
  const text = ownValue(value, key);
  return typeof text === 'string' ? text : '';
}
