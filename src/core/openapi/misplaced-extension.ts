import {appendToken, isMap, pointerTokens} from '../json.ts';
import {MAX_DEPTH} from '../limits.ts';
import {childLocation, keyLocation} from '../problem.ts';
import {EXTENSION} from '../settings/table.ts';
import type {StructureFault} from './fault.ts';
import type {PlacedMap} from './reference.ts';

/** An `x-apigen` that is misplaced unless a `$ref` leads to a map around it. */
export interface FoundExtension {
  readonly fault: StructureFault & {readonly code: 'misplaced-extension'};
  /** The pointer to the map that was searched. */
  readonly searched: string;
}

/** Maps of which any key is a name, `x-apigen` too. Source: JSON Schema 2020-12, core, 10.3.2. */
const PROPERTIES = ['properties', 'patternProperties'];

/** Maps of which keys such as `default` are names. Source: OpenAPI 3.2, Components Object and Responses Object. */
const NAMED = ['schemas', 'definitions', 'responses', 'parameters', 'headers', 'requestBodies', 'callbacks'];

/** Fields with values of any kind, in which `x-apigen` is data. */
const DATA = ['example', 'examples', 'default', 'enum', 'const'];

/**
 * Finds each `x-apigen` in some fields of a map, at any depth. Other extensions are not searched, nor path items in
 * `components`, which may be there for other documents.
 *
 * @param searched maps and lists that were searched before, to which these are added: YAML's aliases repeat them
 */
export function misplacedExtensions(
  {value, location}: PlacedMap,
  fields: readonly string[],
  searched: Set<object>,
): FoundExtension[] {
  return fields.flatMap((field) =>
    extensionsIn(value[field], field, searched, 1).map((tokens): FoundExtension => {
      const place = [field, ...tokens].reduce(childLocation, location);
      const fault = {code: 'misplaced-extension', field, location: keyLocation(place)} as const;
      return {fault, searched: location.pointer};
    }),
  );
}

/** The keys that lead to each `x-apigen` in a value, which is that of `key`. */
function extensionsIn(value: unknown, key: string, searched: Set<object>, depth: number): string[][] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || searched.has(value)) return [];
  const found: string[][] = [];
  const search = (inner: unknown, name: string, below: string) => {
    for (const tokens of extensionsIn(inner, below, searched, depth + 1)) found.push([name, ...tokens]);
  };
  if (Array.isArray(value)) {
    if (value.length > 0) searched.add(value);
    // The keys of a list with millions of items would take gigabytes.
    for (const [index, item] of value.entries())
      if (typeof item === 'object') search(item, String(index), '');
    return found;
  }
  if (!isMap(value)) return found;
  if (Object.keys(value).length > 0) searched.add(value);
  const isNames = PROPERTIES.includes(key);
  for (const [name, inner] of Object.entries(value)) {
    if (name === EXTENSION && !isNames) {
      if (inner !== null) found.push([name]);
    } else if (isNames || isSearched(name, key)) search(inner, name, isNames ? '' : name);
  }
  return found;
}

function isSearched(name: string, parent: string): boolean {
  if (name.startsWith('x-') || (name === 'pathItems' && parent === 'components')) return false;
  return NAMED.includes(parent) || !DATA.includes(name);
}

/**
 * The faults that no `$ref` leads to: in the target of one, `x-apigen` has an effect or is found again.
 *
 * @param targets the pointers to the targets, by the URI of their document
 */
export function withoutTargets(
  found: readonly FoundExtension[],
  targets: ReadonlyMap<string, ReadonlySet<string>>,
): StructureFault[] {
  return found.flatMap(({fault, searched}) => {
    const {uri, pointer} = fault.location;
    let above = searched;
    const isReferred = pointerTokens(pointer.slice(searched.length)).some((token) => {
      above = appendToken(above, token);
      return targets.get(uri)?.has(above);
    });
    return isReferred ? [] : [fault];
  });
}
