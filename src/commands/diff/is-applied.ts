import {entriesOf, isMap, type JsonMap, ownValue} from '../../core/json.ts';

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
      entriesOf(generated).every(([key, value]) => isApplied(ownValue(found, key), value, inList)) &&
      !(inList && entriesOf(found).some(([key, value]) => isAdded(key, value, generated)))
    );
  return found === generated;
}

function isAdded(key: string, value: unknown, generated: JsonMap): boolean {
  return !Object.hasOwn(generated, key) && !(DEFAULTS.has(key) && DEFAULTS.get(key) === value);
}
