import {parseAllDocuments} from 'yaml';
import {TracerError} from '../errors.ts';
import {reasonOf} from '../process/run.ts';
import {at, listAt, parse, textAt} from './json.ts';
import {kubectl, RELEASE, type ReleaseScope, type Scope} from './programs.ts';

/** An object of a manifest or of the cluster. */
export type KubernetesObject = ReturnType<typeof objectOf>;

/** The fields of an object that the plugin needs, from its JSON; empty where they are missing. */
export function objectOf(body: unknown) {
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
export function parseManifest(manifest: string): KubernetesObject[] {
  return parseAllDocuments(manifest)
    .map((document) => objectOf(document.toJS()))
    .filter(({kind}) => kind !== '');
}

/** Whether an object is a volume claim. */
export const isVolume = ({kind}: KubernetesObject): boolean => kind === 'PersistentVolumeClaim';

/** The first container of a workload's pods. */
export const containerOf = (workload: KubernetesObject | undefined): unknown =>
  listAt(workload?.body, 'spec', 'template', 'spec', 'containers')[0];

/** `Service/tracer`. */
export const idOf = ({kind, name}: KubernetesObject): string => `${kind}/${name}`;

/** The release's objects of some kinds (`services,deployments`) in the cluster; throws a `TracerError` when it does not answer. */
export async function readObjects(
  scope: ReleaseScope,
  kinds: string,
  signal: AbortSignal | undefined,
  selector: string = scope.selector,
): Promise<KubernetesObject[]> {
  const args = ['get', kinds, `--selector=${selector}`, '--output=json'];
  const outcome = await kubectl(scope, args, {signal});
  return listAt(parse(succeeded(outcome).stdout), 'items').map(objectOf);
}

/** The outcome of a program that succeeded; otherwise throws a `TracerError` with the reason. */
export function succeeded<T extends Awaited<ReturnType<typeof kubectl>>>(
  outcome: T,
  message = 'the cluster stopped answering',
): T {
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
