import {textAt} from '../cluster/json.ts';
import {type KubernetesObject, readObjects} from '../cluster/objects.ts';
import {databaseSelector, type ReleaseScope, type Scope, scopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';

/** The annotation with which helm keeps an object; the chart sets it on the Secret of a database that is retained. */
export const KEEP_ANNOTATION = 'helm.sh/resource-policy';

/** The objects of the database of some kinds, such as `persistentvolumeclaims,secrets`. */
export function databaseObjects(
  scope: ReleaseScope,
  kinds: string,
  signal: AbortSignal,
): Promise<KubernetesObject[]> {
  return readObjects(scope, kinds, signal, databaseSelector(scope));
}

/** The volume claims and Secrets of the database, with or without a release. */
export function readData(scope: ReleaseScope, signal: AbortSignal): Promise<KubernetesObject[]> {
  return databaseObjects(scope, 'persistentvolumeclaims,secrets', signal);
}

/** `secret/tracer-postgresql`, as kubectl takes it. */
export const kubectlName = ({kind, name}: KubernetesObject): string => `${kind.toLowerCase()}/${name}`;

/** Whether data was kept because of `postgresql.persistence.retain`. */
export function isRetained(data: readonly KubernetesObject[]): boolean {
  return data.some(({body}) => textAt(body, 'metadata', 'annotations', KEEP_ANNOTATION) === 'keep');
}

/** The command that deletes kept data. */
export function deleteCommand(scope: Scope, names: readonly string[]): string {
  return `kubectl delete ${names.join(' ')} ${scopeOptions(scope)}`;
}

/** The error that there is no release; names the data that an earlier one left. */
export async function noRelease(scope: ReleaseScope, signal: AbortSignal): Promise<TracerError> {
  const data = await readData(scope, signal);
  const names = data.map(kubectlName);
  const missing = `no release "tracer" in namespace ${scope.namespace} of context ${scope.context}`;
  if (data.length === 0)
    return new TracerError(`${missing}: choose another namespace with --namespace or another --context`);
  const next = isRetained(data)
    ? `postgresql.persistence.retain=true kept ${names.join(', ')}\nto delete it, run \`${deleteCommand(scope, names)}\``
    : `an earlier release left ${names.join(', ')}\ninstall again to use it, or uninstall without --keep-data to delete it`;
  return new TracerError(`${missing}; ${next}`);
}
