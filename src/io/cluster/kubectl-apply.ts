import {valueAt} from '../../core/base/json.ts';
import {OWN} from '../../core/kubernetes/own-objects.ts';
import {groupOf, kindName, type Resource} from '../../core/kubernetes/resource.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {ClusterFailed, kubectl, kubernetesList, orFailed, printedBy} from './kubectl.ts';

const ALLOWED = 'you are allowed to change these objects';

const APPLY = ['apply', '--server-side', `--field-manager=${OWN}`, '--filename=-'];

export interface ChangeOptions {
  /** Whether the API server only says what it would do. */
  readonly dryRun: boolean;
  /** Whether fields that others have set are taken over. */
  readonly forceConflicts: boolean;
  readonly signal: AbortSignal;
}

/**
 * Creates and changes objects on the server, as the field manager `apigen`. All are tried.
 *
 * @returns those that were not applied, and why; `undefined` for what was not tried, after an interruption
 */
export async function kubectlApply(
  objects: readonly KubernetesObject[],
  options: ChangeOptions,
): Promise<ReadonlyMap<KubernetesObject, ClusterFailed | undefined>> {
  if (objects.length === 0) return new Map();
  const {dryRun, forceConflicts, signal} = options;
  const flags = [...(forceConflicts ? ['--force-conflicts'] : []), ...(dryRun ? ['--dry-run=server'] : [])];
  const result = await orFailed(kubectl([...APPLY, ...flags], ALLOWED, kubernetesList(objects), signal));
  if (typeof result === 'string') return new Map();
  const applied = printedBy(result.cause, 'stdout').split('\n');
  const failed = objects.filter(({apiVersion, kind, metadata: {name}}) => {
    // As kubectl prints it: `httproute.gateway.networking.k8s.io/petstore`.
    const shown = `${kind.toLowerCase()}.${groupOf(apiVersion)}/${name} `;
    return !applied.some((line) => line.startsWith(shown));
  });
  const why = signal.aborted ? undefined : (conflictIn(printedBy(result.cause, 'stderr')) ?? result);
  if (signal.aborted || failed.length === 1) return new Map(failed.map((object) => [object, why]));
  // What kubectl prints does not name the object of each error.
  const each = new Map<KubernetesObject, ClusterFailed | undefined>();
  for (const object of failed)
    for (const [one, reason] of await kubectlApply([object], options)) each.set(one, reason);
  return each;
}

/** Writes objects that report what was done, and replaces those of the same names. Throws ClusterFailed. */
export async function kubectlRecord(objects: readonly object[]): Promise<void> {
  if (objects.length === 0) return;
  await kubectl([...APPLY, '--force-conflicts'], 'you are allowed to write Events', kubernetesList(objects));
}

/** Who else has set which fields, if kubectl reports that. */
function conflictIn(stderr: string): ClusterFailed | undefined {
  const found = [...stderr.matchAll(/conflicts? with "([^"]+)"[^:]*:( .*|(?:\n- .*)+)/g)];
  if (found.length === 0) return undefined;
  const others = found.map(([, manager, fields = '']) => {
    const set = fields.split(/\s(?:- )?/).filter(Boolean);
    return `"${manager}" has set ${set.join(', ')}`;
  });
  return new ClusterFailed(others.join(', '), 'to take over what others have set, add `--force-conflicts`');
}

/** Deletes an object if it is still as it was read. What is gone is not an error. Returns why it was not deleted. */
export async function kubectlDelete(
  object: Resource,
  signal: AbortSignal,
): Promise<ClusterFailed | undefined> {
  const {apiVersion, namespace, name, content} = object;
  const [plural] = kindName(object).split('.');
  const uri = `/apis/${apiVersion}/namespaces/${namespace}/${plural}/${name}`;
  const preconditions = {
    uid: valueAt(content, '/metadata/uid'),
    resourceVersion: valueAt(content, '/metadata/resourceVersion'),
  };
  const body = JSON.stringify({apiVersion: 'v1', kind: 'DeleteOptions', preconditions});
  const result = await orFailed(kubectl(['delete', `--raw=${uri}`, '--filename=-'], ALLOWED, body, signal));
  const isGone = typeof result === 'string' || /\(NotFound\)/.test(printedBy(result.cause, 'stderr'));
  return isGone ? undefined : result;
}
