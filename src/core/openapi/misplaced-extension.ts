import {isMap, type JsonMap, ownValue} from '../json.ts';
import {childLocation, keyLocation, type Location} from '../problem.ts';
import {EXTENSION} from '../settings/table.ts';
import type {StructureFault} from './fault.ts';

/** Fields of a description in which, or in whose items, `x-apigen` has no effect. */
const FIELDS = ['info', 'servers', 'tags', 'externalDocs', 'paths', 'components', 'webhooks'] as const;

/**
 * Finds each `x-apigen` in a field of the root, where it would be ignored silently. Deeper levels are not searched: they
 * hold most of a large description, and references may point to them.
 */
export function misplacedExtensions(document: JsonMap, root: Location): StructureFault[] {
  return FIELDS.flatMap((field) => {
    const value = ownValue(document, field);
    const location = childLocation(root, field);
    if (!Array.isArray(value)) return misplacedIn(field, value, location);
    return value.flatMap((item: unknown, index) =>
      misplacedIn(field, item, childLocation(location, String(index))),
    );
  });
}

function misplacedIn(field: string, value: unknown, location: Location): StructureFault[] {
  if (!isMap(value) || (ownValue(value, EXTENSION) ?? null) === null) return [];
  return [{code: 'misplaced-extension', field, location: keyLocation(childLocation(location, EXTENSION))}];
}
