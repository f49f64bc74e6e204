import {isMap, type JsonMap, ownValue} from '../../core/json.ts';
import type {Location} from '../../core/problem.ts';
import {resourceName, resourceOf} from '../../core/resource.ts';
import {type RouteChange, routeChanges} from '../../core/route-changes.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import type {ClusterObjects} from './cluster-objects.ts';

export interface Drift extends RouteChange {
  /** Absent where the route is only in the cluster. */
  readonly location?: Location;
}

/** The differences between generated objects and those of the cluster; `places` has where the operation of each route was written. */
export function driftsOf(
  objects: readonly KubernetesObject[],
  places: ReadonlyMap<string, Location>,
  {find, left}: ClusterObjects,
): Drift[] {
  const found = [...objects.flatMap((object) => find(object) ?? []), ...left(objects)];
  const before = found.flatMap(({content}) => (isKubernetesObject(content) ? [content] : []));
  const changes = [...routeChanges(before, objects), ...otherChanges(objects, find)];
  return changes.map((change) => {
    const location = places.get(change.route);
    return {...change, ...(location && {location})};
  });
}

/** Differences that are not in what is done with a route, such as a retry budget or a label. */
function otherChanges(
  objects: readonly KubernetesObject[],
  find: ClusterObjects['find'],
): readonly RouteChange[] {
  return objects.flatMap((object) => {
    const {content} = find(object) ?? {};
    const route = resourceName(resourceOf(object, ''));
    if (!isKubernetesObject(content))
      return routeChanges([], [object]).length > 0 ? [] : [{route, after: 'spec as generated'}];
    const {labels = {}, annotations = {}} = object.metadata;
    const isHeld = {
      spec: isApplied(content.spec, object.spec) || routeChanges([content], [object]).length > 0,
      labels: isApplied(content.metadata.labels ?? {}, labels),
      annotations: isApplied(content.metadata.annotations ?? {}, annotations),
    };
    return Object.entries(isHeld).flatMap(([part, held]) =>
      held ? [] : [{route, before: `other ${part}`, after: `${part} as generated`}],
    );
  });
}

/** The API server prints no other objects. */
function isKubernetesObject(content: unknown): content is KubernetesObject {
  return isMap(ownValue(content, 'metadata'));
}

/** What the API server adds to the items of lists. Source: Gateway API v1, ParentReference and HTTPBackendRef. */
const DEFAULTS = new Map<string, unknown>([
  ['group', ''],
  ['kind', 'Service'],
  ['weight', 1],
]);

/**
 * Whether an object of a cluster has everything that was generated. Other keys are not compared, since applying keeps them. Lists
 * are replaced as a whole, so their items have no other keys than the defaults of the API server.
 */
export function isApplied(found: unknown, generated: unknown, inList = false): boolean {
  if (Array.isArray(generated))
    return (
      Array.isArray(found) &&
      found.length === generated.length &&
      generated.every((item, index) => isApplied(found[index], item, true))
    );
  if (isMap(generated))
    return (
      isMap(found) &&
      Object.entries(generated).every(([key, value]) => isApplied(ownValue(found, key), value, inList)) &&
      !(inList && Object.entries(found).some(([key, value]) => isAdded(key, value, generated)))
    );
  return found === generated;
}

function isAdded(key: string, value: unknown, generated: JsonMap): boolean {
  return !Object.hasOwn(generated, key) && !(DEFAULTS.has(key) && DEFAULTS.get(key) === value);
}
