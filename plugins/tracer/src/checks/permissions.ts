import {parseManifest, resourceOf} from '../cluster/objects.ts';
import {contextOptions, helm, kubectl, RELEASE, type Scope, scopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import {reasonOf} from '../process/run.ts';

/** Permissions such as `create deployments.apps`: each verb on each resource. */
const permissionsFor = (verbs: string, ...resources: readonly string[]) =>
  resources.flatMap((resource) => verbs.split(' ').map((verb) => `${verb} ${resource}`));

const INSTALL = [
  // helm stores the release in Secrets.
  ...permissionsFor('get list create update patch delete', 'secrets'),
  // Read while waiting for the pods.
  ...permissionsFor('list', 'pods', 'deployments.apps', 'statefulsets.apps'),
  // The chart looks for the volume of an earlier release.
  'get persistentvolumeclaims',
];

/** For helm's records, for the data, and to wait until the pods are gone. */
const UNINSTALL = [
  ...permissionsFor('get list update delete', 'secrets'),
  ...permissionsFor('list delete', 'persistentvolumeclaims'),
  'list pods',
];

/** To keep the volume when its StatefulSet is deleted. */
const KEEP_DATA = [
  ...permissionsFor('get patch', 'persistentvolumeclaims'),
  ...permissionsFor('list patch', 'statefulsets.apps'),
];

/** The permissions to install objects of these resources, such as `services` and `deployments.apps`. */
export function installPermissions(resources: readonly string[]): string[] {
  return [...new Set([...INSTALL, ...permissionsFor('get create patch delete', ...resources)])];
}

function review(permission: string, namespace: string): string {
  const [verb, resource = ''] = permission.split(' ');
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
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const {namespace} = scope;
  const input = wanted.map((permission) => review(permission, namespace)).join('\n');
  const args = ['create', '--validate=false', '--filename=-', `--output=jsonpath=${ANSWER}`];
  const answer = await kubectl(scope, args, {input, signal});
  const answers = answer.stdout.split('\n');
  const missing = wanted.filter((permission) => !answers.includes(`${permission.split('.')[0]} true`));
  if (missing.length === 0) return;
  if (answer.status !== 0)
    throw new TracerError(
      `cannot check your permissions: ${reasonOf(answer)}\ncheck your login with \`kubectl ${contextOptions(scope)} auth whoami\``,
    );
  // Whoever creates the namespace for the user also grants the permissions in it.
  if (missing.includes('create namespaces'))
    throw new TracerError(
      `namespace ${namespace} does not exist, and you may not create it: ask the cluster's administrator to create it and to bind ClusterRole "admin" to you in it, or choose another with --namespace`,
    );
  throw new TracerError(
    `missing permissions in namespace ${namespace}: ${missing.join(', ')}\nask the cluster's administrator for them (ClusterRole "admin" bound in the namespace has all), and check with \`kubectl ${scopeOptions(scope)} auth can-i ${missing[0]}\``,
  );
}

/** Checks the permissions to read what is installed; throws a `TracerError` that lists the missing ones. */
export function checkReadPermissions(scope: Scope, signal: AbortSignal): Promise<void> {
  return checkPermissions(scope, UNINSTALL, signal);
}

/**
 * Checks the permissions to delete each kind of object of the release, so that no uninstallation stops halfway. Throws a `TracerError`
 * that lists the missing ones.
 */
export async function checkDeletePermissions(
  scope: Scope,
  keepData: boolean,
  signal: AbortSignal,
): Promise<void> {
  const {stdout} = await helm(scope, ['get', 'manifest', RELEASE], {signal});
  const resources = new Set(parseManifest(stdout).map(resourceOf));
  // Without `get`, helm 4 leaves an object in place and still removes its record of the release.
  const objects = permissionsFor('get delete', ...resources);
  await checkPermissions(scope, [...(keepData ? KEEP_DATA : []), ...objects], signal);
}
