import {distance} from 'fastest-levenshtein';
import {childLocation, keyLocation} from '../problem.ts';
import {EXTENSION, type Scope} from '../settings/table.ts';
import type {StructureFault} from './fault.ts';
import {mapsOf, type PlacedMap, REFERENCE, type Resolved} from './reference.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS, type OpenapiVersion} from './version.ts';

const MAX_TYPOS = 2;

/** Extensions of other tools that are one or two letters away. */
const NEIGHBOURS = ['x-apigee'];

/** Whether a key was most likely meant for `x-apigen`, and would be ignored silently. */
export function isMisspelledExtension(key: string): boolean {
  // Of the ten thousand keys of a large description few reach the comparison letter by letter.
  const near = Math.abs(key.length - EXTENSION.length) <= MAX_TYPOS && /gen|pig|ige/i.test(key);
  return (
    near &&
    key !== EXTENSION &&
    !NEIGHBOURS.includes(key.toLowerCase()) &&
    distance(key.toLowerCase(), EXTENSION) <= MAX_TYPOS
  );
}

/** Fields of a path item that are not methods. Source: OpenAPI 3.2, Path Item Object. */
const OTHER_FIELDS = [REFERENCE, 'summary', 'description', 'servers', 'parameters', ADDITIONAL_OPERATIONS];

/** The levels at which settings apply to a part of the description. */
export type PlaceScope = Exclude<Scope, 'root'>;

/** Maps with more keys are looked at once, however many paths share them by YAML's aliases. */
const FEW_KEYS = 30;

/**
 * A map and the targets of its `$ref`s, without those that were looked at before.
 *
 * @param checked maps and chains that were looked at, to which these are added
 */
export function uncheckedMaps(resolved: Resolved, checked: Set<object>): readonly PlacedMap[] {
  const {own, chain} = resolved;
  const maps = chain && !checked.has(chain) ? mapsOf(resolved) : [own];
  if (chain) checked.add(chain);
  return maps.filter((map) => {
    if (checked.has(map.value)) return false;
    if (map !== own || Object.keys(map.value).length > FEW_KEYS) checked.add(map.value);
    return true;
  });
}

/** Keys of a path item or an operation that would lose settings or a route silently. */
export function misspelledKeys(
  {value, location}: PlacedMap,
  scope: PlaceScope,
  version: OpenapiVersion,
): StructureFault[] {
  const methods = scope === 'path' ? HTTP_METHODS[version] : [];
  const at = (key: string) => keyLocation(childLocation(location, key));
  const faults: StructureFault[] = [];
  for (const name of Object.keys(value)) {
    if (isMisspelledExtension(name)) faults.push({code: 'misspelled-extension', name, location: at(name)});
    const meant = meantMethod(name, methods);
    if (meant !== undefined) faults.push({code: 'unknown-method', name, meant, location: at(name)});
  }
  return faults;
}

/** The method that a key of a path item was most likely meant for. */
function meantMethod(name: string, methods: readonly string[]): string | undefined {
  if (methods.includes(name) || OTHER_FIELDS.includes(name) || name.startsWith('x-')) return undefined;
  return methods.find(
    (method) => Math.abs(name.length - method.length) <= 1 && distance(name.toLowerCase(), method) <= 1,
  );
}
