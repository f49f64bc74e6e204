import {parseManifest, resourceOf} from '../cluster/objects.ts';
import {helm, RELEASE, type Scope} from '../cluster/programs.ts';
import {checkPermissions, type Permission, permissionsFor} from './permissions.ts';

/** Needed whatever the release contains: for helm's records, for the data, and to wait until the pods are gone. */
const ALWAYS: readonly Permission[] = [
  ...permissionsFor(['get', 'list', 'update', 'delete'], ['secrets']),
  ...permissionsFor(['list', 'delete'], ['persistentvolumeclaims']),
  ...permissionsFor(['list'], ['pods']),
];

/** Needed to keep the volume when its StatefulSet is deleted. */
const KEEP_DATA: readonly Permission[] = [
  ...permissionsFor(['get', 'patch'], ['persistentvolumeclaims']),
  ...permissionsFor(['list', 'patch'], ['statefulsets.apps']),
];

/** Checks the permissions to read what is installed; throws a `TracerError` that lists the missing ones. */
export function checkReadPermissions(scope: Scope, signal: AbortSignal): Promise<void> {
  return checkPermissions(scope, ALWAYS, signal);
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
  const resources = [...new Set(parseManifest(stdout).map(resourceOf))];
  // Without `get`, helm 4 leaves an object in place and still removes its record of the release.
  const objects = permissionsFor(['get', 'delete'], resources);
  await checkPermissions(scope, [...(keepData ? KEEP_DATA : []), ...objects], signal);
}
