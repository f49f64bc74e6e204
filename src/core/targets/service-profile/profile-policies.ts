import {mapsIn, type RoutePolicy} from '../policies.ts';
import type {KubernetesObject} from '../target.ts';

/** The policy of each route of a ServiceProfile. */
export function profilePolicies(profile: KubernetesObject): RoutePolicy[] {
  return mapsIn(profile, 'routes').map(({name, condition: _, ...policy}) => ({route: String(name), policy}));
}
