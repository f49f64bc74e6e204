import {isMap} from '../../json.ts';
import {mapsIn, type RoutePolicy} from '../policies.ts';
import type {KubernetesObject} from '../target.ts';

/** The policy of each match of an HTTPRoute: `GET /pets/[^/]*`. */
export function rulePolicies(httpRoute: KubernetesObject): RoutePolicy[] {
  return mapsIn(httpRoute, 'rules').flatMap(({matches, backendRefs: _, ...policy}) =>
    (Array.isArray(matches) ? matches : []).map((match) => ({route: matchName(match), policy})),
  );
}

function matchName(match: unknown): string {
  if (!isMap(match) || !isMap(match.path)) return '';
  // What `rankByLength` adds changes with other routes.
  const path = String(match.path.value).replace(/(?:\(\?:\))+$/, '');
  return match.method === undefined ? `what is not described` : `${match.method} ${path}`;
}
