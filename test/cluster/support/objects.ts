import {setTimeout as sleep} from 'node:timers/promises';
import {helm, kubectl} from './clients.ts';

/** An object as the API server gives it. */
export interface KubernetesObject {
  readonly kind: string;
  readonly metadata: {readonly name: string; readonly labels?: Readonly<Record<string, string>>};
}

/** Objects that the cluster creates in each namespace. */
const OF_EACH_NAMESPACE = new Set(['ConfigMap/kube-root-ca.crt', 'ServiceAccount/default']);
/** Kinds that the cluster derives from others, and events. */
const DERIVED = new Set(['Endpoints', 'EndpointSlice', 'Event']);

let listedKinds: Promise<string> | undefined;

/** The kinds without a CustomResourceDefinition: tests of other files change those. */
async function kindsOfKubernetes(): Promise<string> {
  const {stdout: defined} = await kubectl(['get', 'crd', '-o', 'name']);
  const {stdout} = await kubectl(['api-resources', '--namespaced', '--verbs=list,delete', '-o', 'name']);
  const kinds = stdout.trim().split('\n');
  return kinds.filter((kind) => !defined.split(/[\n/]/).includes(kind)).join();
}

/** Returns all objects of a namespace except those that every namespace has, sorted by kind and name. */
export async function objectsIn(namespace: string): Promise<readonly KubernetesObject[]> {
  listedKinds ??= kindsOfKubernetes();
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

/** The volume and the password of the database, which a failure must not replace. */
export async function dataIn(namespace: string): Promise<string> {
  const fields = '-o=jsonpath={.items[*].metadata.uid} {.items[*].data.password}';
  const ofDatabase = ['-l', 'app.kubernetes.io/component=database', '-n', namespace];
  return (await kubectl(['get', 'pvc,secrets', ...ofDatabase, fields])).stdout;
}

/** Returns the objects that helm has installed, as text, so that the same values give the same text. */
export async function installedIn(namespace: string): Promise<string> {
  const {stdout} = await helm(4, ['get', 'manifest', 'tracer', '-n', namespace]);
  return stdout.replaceAll(namespace, '<namespace>').replaceAll(/(?<= password: ).*/g, '<random>');
}

/** Creates a volume claim like that of the chart's database, but without its labels. */
export async function createClaim(namespace: string, metadata: object = {}): Promise<void> {
  const claim = {
    ...{apiVersion: 'v1', kind: 'PersistentVolumeClaim'},
    metadata: {name: 'data-tracer-postgresql-0', ...metadata},
    spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '8Gi'}}},
  };
  await kubectl(['create', '-f', '-', '-n', namespace], JSON.stringify(claim));
}
