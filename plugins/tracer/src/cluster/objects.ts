import {parseAllDocuments} from 'yaml';
import {TracerError} from '../errors.ts';
import {type Outcome, reasonOf} from '../process/run.ts';
import {at, listAt, parse, textAt} from './json.ts';
import {kubectl, RELEASE, type ReleaseScope, type Scope} from './programs.ts';

/** An object of a manifest or of the cluster. */
export type KubernetesObject = ReturnType<typeof objectOf>;

/** The fields of an object that the plugin needs, from its JSON; empty where they are missing. */
function objectOf(body: unknown) {
  const label = (name: string) => textAt(body, 'metadata', 'labels', `app.kubernetes.io/${name}`);
  return {
    kind: textAt(body, 'kind'),
    name: textAt(body, 'metadata', 'name'),
    component: label('component'),
    nameLabel: label('name'),
    body,
  };
}

/** The objects of a manifest, in its order. */
export type Manifest = readonly KubernetesObject[];

export function parseManifest(manifest: string): Manifest {
  return parseAllDocuments(manifest)
    .map((document) => objectOf(document.toJS()))
    .filter(({kind}) => kind !== '');
}

/** Whether an object is a volume claim. */
export const isVolume = ({kind}: KubernetesObject): boolean => kind === 'PersistentVolumeClaim';

/** The first container of a workload's pods. */
export const containerOf = (workload: KubernetesObject | undefined): unknown =>
  listAt(workload?.body, 'spec', 'template', 'spec', 'containers')[0];

/** The object of the same kind and name. */
export const sameIn = (objects: Manifest, {kind, name}: KubernetesObject) =>
  objects.find((one) => one.kind === kind && one.name === name);

/** `Service/tracer`. */
export const idOf = ({kind, name}: KubernetesObject): string => `${kind}/${name}`;

/** `secret/tracer-postgresql`, as kubectl takes it. */
export const kubectlName = ({kind, name}: KubernetesObject): string => `${kind.toLowerCase()}/${name}`;

/** The release's objects of some kinds (`services,deployments`) in the cluster; throws a `TracerError` when it does not answer. */
export async function readObjects(scope: ReleaseScope, kinds: string, signal?: AbortSignal) {
  const args = ['get', kinds, `--selector=${scope.selector}`, '--output=json'];
  const {stdout} = succeeded(await kubectl(scope, args, {signal}));
  return listAt(parse(stdout), 'items').map(objectOf);
}

/** The outcome of a program that succeeded; otherwise throws a `TracerError` with the reason. */
export function succeeded(outcome: Outcome, message = 'the cluster stopped answering'): Outcome {
  if (outcome.status !== 0) throw new TracerError(`${message}: ${reasonOf(outcome)}`);
  return outcome;
}

/** The volume claims without a StatefulSet that the chart made under another name of the database, by `nameOverride` for example. */
export async function otherVolumes(scope: Scope, used: readonly string[], signal: AbortSignal) {
  const selector = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component=database`;
  const claims = await readObjects({...scope, selector}, 'persistentvolumeclaims', signal);
  return claims.filter(
    ({name, body}) =>
      !used.includes(name) &&
      /^data-.+-postgresql-0$/.test(name) &&
      ['deletionTimestamp', 'ownerReferences'].every((key) => at(body, 'metadata', key) === undefined),
  );
}
