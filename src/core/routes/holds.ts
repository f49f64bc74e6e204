import {entriesOf, isMap, ownValue} from '../json.ts';

/** Whether an object of a cluster holds everything that was generated. The API server adds defaults, which are not compared. */
export function holds(found: unknown, generated: unknown): boolean {
  if (Array.isArray(generated))
    return (
      Array.isArray(found) &&
      found.length === generated.length &&
      generated.every((item, index) => holds(found[index], item))
    );
  if (isMap(generated))
    return isMap(found) && entriesOf(generated).every(([key, value]) => holds(ownValue(found, key), value));
  return found === generated;
}
