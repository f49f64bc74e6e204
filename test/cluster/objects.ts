import {setTimeout as sleep} from 'node:timers/promises';
import {kubectl} from './clients.ts';

/** An object as the API server gives it. */
export interface KubernetesObject {
  readonly kind: string;
  readonly type?: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly unknown[];
  };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
}

/** Objects that the cluster puts into each namespace. */
const OF_EACH_NAMESPACE = new Set(['ConfigMap/kube-root-ca.crt', 'ServiceAccount/default']);
/** Kinds that the cluster derives from others, or that only tell what happened. */
const DERIVED = new Set(['Endpoints', 'EndpointSlice', 'Event']);

let listedKinds: Promise<string> | undefined;

/** Returns all that somebody put into a namespace and all that was made for it, sorted by kind and name. */
export async function objectsIn(namespace: string): Promise<readonly KubernetesObject[]> {
  listedKinds ??= kubectl(['api-resources', '--namespaced', '--verbs=list,delete', '-o', 'name']).then(
    ({stdout}) => stdout.trim().split('\n').join(','),
  );
  const {status, stdout, stderr} = await kubectl(['get', await listedKinds, '-n', namespace, '-o', 'json']);
  if (status !== 0) throw new Error(stderr);
  const list: {items: KubernetesObject[]} = JSON.parse(stdout);
  return list.items
    .filter((object) => !OF_EACH_NAMESPACE.has(nameOf(object)) && !DERIVED.has(object.kind))
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

/** Kind and name of an object, e.g. `Service/tracer`. */
export function nameOf(object: KubernetesObject): string {
  return `${object.kind}/${object.metadata.name}`;
}

/** Returns the names of all that is in a namespace. */
export async function namesIn(namespace: string): Promise<readonly string[]> {
  return (await objectsIn(namespace)).map(nameOf);
}

/** Returns the names of what is in a namespace once nothing is left of it, or after 30 s. */
export async function leftIn(namespace: string): Promise<readonly string[]> {
  const end = Date.now() + 30_000;
  for (;;) {
    const names = await namesIn(namespace);
    if (names.length === 0 || Date.now() > end) return names;
    await sleep(200);
  }
}

const SET_BY_SERVER = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'managedFields',
  'status',
]);
/** Given by chance, by the cluster or by the chart. */
const CHANCE = new Set(['clusterIP', 'clusterIPs', 'volumeName', 'password']);

/**
 * Returns what an installation wrote into a namespace, without what the server set: the same values give the same
 * objects, whoever installed them. What is owned by another object, and Helm's own records, are left out; so is the
 * claim that the StatefulSet's controller makes from its template, which names its owner only in a second request.
 */
export async function installedIn(namespace: string): Promise<readonly unknown[]> {
  const objects = await objectsIn(namespace);
  return objects.filter((object) => !isMade(object)).map((object) => withoutServer(object, namespace));
}

function isMade({kind, type, metadata}: KubernetesObject): boolean {
  return (
    metadata.ownerReferences !== undefined ||
    kind === 'PersistentVolumeClaim' ||
    type === 'helm.sh/release.v1'
  );
}

function withoutServer(value: unknown, namespace: string): unknown {
  if (typeof value === 'string') return value.replaceAll(namespace, '<namespace>');
  if (Array.isArray(value)) return value.map((item) => withoutServer(item, namespace));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !SET_BY_SERVER.has(key));
  return Object.fromEntries(
    kept.map(([key, inner]) => [
      key,
      // A Service without an address says so: that is the chart's doing.
      CHANCE.has(key) && `${inner}` !== 'None' ? '<chance>' : withoutServer(inner, namespace),
    ]),
  );
}
