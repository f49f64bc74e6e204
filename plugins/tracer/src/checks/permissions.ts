import {contextOptions, kubectl, type Scope, scopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {reasonOf} from '../process/run.ts';

/** A permission: a verb on `resource` or `resource.group`, such as `create deployments.apps`. */
export interface Permission {
  readonly verb: string;
  readonly resource: string;
}

/** Every verb on every resource. */
export function permissionsFor(verbs: readonly string[], resources: readonly string[]): Permission[] {
  return resources.flatMap((resource) => verbs.map((verb) => ({verb, resource})));
}

/** Needed whatever the chart renders. */
const ALWAYS: readonly Permission[] = [
  // helm stores the release in Secrets.
  ...permissionsFor(['get', 'list', 'create', 'update', 'patch', 'delete'], ['secrets']),
  // Read while waiting for the pods.
  ...permissionsFor(['list'], ['pods', 'deployments.apps', 'statefulsets.apps']),
  // The chart looks for the volume of an earlier release.
  ...permissionsFor(['get'], ['persistentvolumeclaims']),
];

/** The permissions to install objects of these resources, such as `services` and `deployments.apps`. */
export function installPermissions(resources: readonly string[]): Permission[] {
  const all = [...ALWAYS, ...permissionsFor(['get', 'create', 'patch', 'delete'], resources)];
  return [...new Map(all.map((one) => [`${one.verb} ${one.resource}`, one])).values()];
}

function review({verb, resource}: Permission, namespace: string): string {
  const [name, ...group] = resource.split('.');
  const where = resource === 'namespaces' ? '' : namespace;
  return JSON.stringify({
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: {resourceAttributes: {namespace: where, verb, group: group.join('.'), resource: name}},
  });
}

const ANSWER = '{.spec.resourceAttributes.verb} {.spec.resourceAttributes.resource} {.status.allowed}{"\\n"}';

/**
 * Checks all permissions in one request, like `kubectl auth can-i` does for one. Throws a `TracerError` that lists the missing ones.
 */
export async function checkPermissions(
  scope: Scope,
  wanted: readonly Permission[],
  signal?: AbortSignal,
): Promise<void> {
  const {namespace} = scope;
  const input = wanted.map((permission) => review(permission, namespace)).join('\n');
  const args = ['create', '--validate=false', '--filename=-', `--output=jsonpath=${ANSWER}`];
  const answer = await kubectl(scope, args, {input, signal});
  const granted = new Set(answer.stdout.split('\n').filter((line) => line.endsWith(' true')));
  const missing = wanted.filter(({verb, resource}) => !granted.has(`${verb} ${resource.split('.')[0]} true`));
  const [first] = missing;
  if (!first) return;
  if (answer.status !== 0)
    throw new TracerError(
      `cannot check your permissions: ${reasonOf(answer)}\ncheck your login with \`kubectl ${contextOptions(scope)} auth whoami\``,
    );
  // Whoever creates the namespace for the user also grants the permissions in it.
  if (missing.some(({resource}) => resource === 'namespaces'))
    throw new TracerError(
      `namespace ${namespace} does not exist, and you may not create it: ask the cluster's administrator to create it and to bind ClusterRole "admin" to you in it, or choose another with --namespace`,
    );
  const list = missing.map(({verb, resource}) => `${verb} ${resource}`).join(', ');
  throw new TracerError(
    `missing permissions in namespace ${namespace}: ${list}\nask the cluster's administrator for them (ClusterRole "admin" bound in the namespace has all), and check with \`kubectl ${scopeOptions(scope)} auth can-i ${first.verb} ${first.resource}\``,
  );
}
