import {fieldsText} from '../kubernetes/fields-text.ts';
import {objectKind} from '../targets/object-kinds.ts';
import type {KubernetesObject} from '../targets/target.ts';

/** A route that differs between two outputs, with its fields in words; these are absent where there is no such route. */
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
  const [old, next] = [routeTexts(before), routeTexts(after)];
  const changed = [...next].flatMap(([route, fields]): RouteChange[] => {
    const oldFields = old.get(route);
    if (oldFields === fields) return [];
    return [{route, after: fields, ...(oldFields === undefined ? {} : {before: oldFields})}];
  });
  const removed = [...old].flatMap(([route, fields]) => (next.has(route) ? [] : [{route, before: fields}]));
  return [...changed, ...removed];
}

/** The fields of each route of some objects, in words, by the name of the route. */
export function routeTexts(objects: readonly KubernetesObject[]): ReadonlyMap<string, string> {
  const all = objects.flatMap((object) => objectKind(object)?.routes(object) ?? []);
  return new Map(all.map(({route, fields}) => [route, fieldsText(fields)]));
}
