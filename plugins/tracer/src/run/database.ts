import {at} from '../cluster/json.ts';
import {idOf, isVolume, type KubernetesObject, kubectlName, readObjects} from '../cluster/objects.ts';
import {databaseSelector, type ReleaseScope, type Scope, scopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {claimsOf} from '../plan/changes.ts';

/** Marks what `--keep-data` left, so that the next uninstallation deletes it; without a release, nothing else is deleted. */
export const KEPT = 'apigen/kept-data';

/** The objects of a database, see `readDatabase`. */
type Database = Awaited<ReturnType<typeof readDatabase>>;

/**
 * The volume claims and Secrets of the database, with or without a release, and the StatefulSets that use these claims. A claim that existed
 * before its StatefulSet has no label of the chart, and Argo CD 2 replaces those of a StatefulSet.
 */
export async function readDatabase(scope: ReleaseScope, signal: AbortSignal) {
  const ofDatabase = {...scope, selector: databaseSelector(scope)};
  const [labelled, all] = await Promise.all([
    readObjects(ofDatabase, 'statefulsets,persistentvolumeclaims,secrets', signal),
    readObjects({...scope, selector: ''}, 'statefulsets,persistentvolumeclaims', signal),
  ]);
  const claims = labelled.flatMap(claimsOf);
  const unlabelled = all.filter((one) => isVolume(one) && claims.includes(one.name));
  const byId = new Map([...unlabelled, ...labelled].map((object) => [idOf(object), object]));
  const data = [...byId.values()].filter(({kind}) => kind !== 'StatefulSet');
  const users = all.filter((set) => claimsOf(set).some((name) => data.some((one) => one.name === name)));
  return {data, users};
}

const isRetained = ({body}: KubernetesObject) =>
  at(body, 'metadata', 'annotations', 'helm.sh/resource-policy') === 'keep';

/** Whether `--keep-data` left all of this, or it is being deleted already; a later release may have retained what was marked. */
export function wasKept(data: readonly KubernetesObject[]): boolean {
  const marks = [['annotations', KEPT], ['deletionTimestamp']];
  const isMarked = ({body}: KubernetesObject) =>
    marks.some((path) => at(body, 'metadata', ...path) !== undefined);
  return data.every((one) => isMarked(one) && !isRetained(one));
}

/** Whether the data has a volume that an earlier revision retained: no StatefulSet uses it or is its owner. */
export function hasLeft({data, users}: Database): boolean {
  const used = users.flatMap(claimsOf);
  const left = data.filter(
    (one) => isVolume(one) && !used.includes(one.name) && !at(one.body, 'metadata', 'ownerReferences'),
  );
  return left.length > 0 && !wasKept([...left, ...data.filter(isRetained)]);
}

/** The command that deletes kept data. */
export function deleteCommand(scope: Scope, names: readonly string[]): string {
  return `kubectl delete ${names.join(' ')} ${scopeOptions(scope)}`;
}

/** The error that there is no release; names the data that an earlier one left, or what else uses it. */
export function noRelease(scope: Scope, {data, users}: Database): TracerError {
  const names = data.map(kubectlName);
  const missing = `no release "tracer" in namespace ${scope.namespace} of context ${scope.context}`;
  if (data.length === 0)
    return new TracerError(`${missing}: choose another namespace with --namespace or another --context`);
  if (users.length > 0)
    return new TracerError(
      `${missing}, but ${users.map(kubectlName).join(', ')} uses ${names.join(', ')}: it was installed without helm, for example by Argo CD\nchange or remove it there`,
    );
  const remove = wasKept(data) ? 'uninstall without --keep-data' : `run \`${deleteCommand(scope, names)}\``;
  return new TracerError(
    `${missing}; an earlier one left ${names.join(', ')}\ninstall again to use it, or ${remove} to delete it`,
  );
}

/** Throws a `TracerError` when the release has no volume to keep, or it is already being deleted. */
export function checkKeepable({namespace}: Scope, data: readonly KubernetesObject[]): void {
  const claims = data.filter(isVolume);
  const deleted = claims.find(({body}) => at(body, 'metadata', 'deletionTimestamp') !== undefined);
  if (claims.length > 0 && deleted === undefined) return;
  const problem = deleted
    ? `the volume ${deleted.name} in namespace ${namespace} is already being deleted`
    : `the database in namespace ${namespace} has no volume to keep`;
  throw new TracerError(`${problem}: leave out --keep-data`);
}
