import {compareCodePoints} from '../base/code-point-order.ts';
import {isMap, type JsonMap} from '../base/json.ts';
import {targetOfObject} from '../targets/index.ts';
import type {KubernetesObject} from '../targets/target.ts';

/** A route that differs between two outputs; a policy is absent where there is no such route. */
export interface RouteChange {
  readonly route: string;
  readonly before?: string;
  readonly after?: string;
}

/** The routes that differ between two outputs, in the order of the later one; those that were removed come last. */
export function routeChanges(
  before: readonly KubernetesObject[],
  after: readonly KubernetesObject[],
): RouteChange[] {
  const [old, next] = [policiesOf(before), policiesOf(after)];
  const changed = [...next].flatMap(([route, policy]): RouteChange[] => {
    const known = old.get(route);
    if (known === policy) return [];
    return [{route, after: policy, ...(known === undefined ? {} : {before: known})}];
  });
  const removed = [...old].flatMap(([route, policy]) => (next.has(route) ? [] : [{route, before: policy}]));
  return [...changed, ...removed];
}

/** What objects do with the requests of each route, in words, by the name of the route. */
export function policiesOf(objects: readonly KubernetesObject[]): ReadonlyMap<string, string> {
  const found = objects.flatMap((object) => targetOfObject(object)?.policies(object) ?? []);
  return new Map(found.map(({route, policy}) => [route, fieldsText(policy)]));
}

/** The fields of a policy on one line, sorted as the API server does: `retry.codes 500 502, timeouts.request 10s`. */
function fieldsText(policy: JsonMap): string {
  const fields = Object.entries(policy).flatMap(([key, value]) => fieldTexts(key, value));
  return fields.length === 0 ? 'no policy' : fields.sort(compareCodePoints).join(', ');
}

function fieldTexts(key: string, value: unknown): string[] {
  if (Array.isArray(value)) return [`${key} ${value.map(plain).join(' ')}`];
  if (isMap(value))
    return Object.entries(value).flatMap(([name, inner]) => fieldTexts(`${key}.${name}`, inner));
  return [`${key} ${plain(value)}`];
}

function plain(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, (_, part) =>
    isMap(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareCodePoints(a, b))) : part,
  );
}
