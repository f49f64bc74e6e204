import {helm, type Place, RELEASE} from './cluster.ts';
import {resourcesIn} from './rendered.ts';
import {checkRights, type Right} from './rights.ts';

function rightsTo(verbs: readonly string[], resources: readonly string[]): Right[] {
  return resources.flatMap((resource) => verbs.map((verb) => ({verb, resource})));
}

/** What is needed whatever the release holds: for helm's records, for the data, and to see that the pods go. */
const ALWAYS: readonly Right[] = [
  ...rightsTo(['get', 'list', 'update', 'delete'], ['secrets']),
  ...rightsTo(['list', 'delete'], ['persistentvolumeclaims']),
  ...rightsTo(['list'], ['pods']),
];

/** What is needed to take the volume out of its StatefulSet. */
const KEEPING: readonly Right[] = [
  ...rightsTo(['get', 'patch'], ['persistentvolumeclaims']),
  ...rightsTo(['list', 'patch'], ['statefulsets.apps']),
];

/** Asks for the rights without which it cannot even be told what is there; throws a `TracerError` that lists what is missing. */
export function checkRightsToLook(place: Place, signal: AbortSignal): Promise<void> {
  return checkRights(place, ALWAYS, signal);
}

/**
 * Asks for the rights to remove each kind of object that the release holds, so that nothing is left half removed for want of one; with
 * `keepData` for those to keep its data, too. Throws a `TracerError` that lists what is missing.
 */
export async function checkRightsToRemove(
  place: Place,
  keepData: boolean,
  signal: AbortSignal,
): Promise<void> {
  const {stdout} = await helm(place, ['get', 'manifest', RELEASE], {signal});
  // helm 4 leaves what it may not look at where it is, and forgets the release all the same.
  const objects = rightsTo(['get', 'delete'], await resourcesIn(place, stdout, signal));
  await checkRights(place, [...(keepData ? KEEPING : []), ...objects], signal);
}
