import {distance} from 'fastest-levenshtein';
import {keyLocation} from '../problem.ts';
import {EXTENSION} from '../settings/table.ts';
import type {StructureFault} from './fault.ts';
import type {PlacedEntries} from './reference.ts';
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
const OTHER_FIELDS = ['$ref', 'summary', 'description', 'servers', 'parameters', ADDITIONAL_OPERATIONS];

/** Keys of a path item that were most likely meant for a method, and would lose a route silently. */
export function misspelledMethods(entries: PlacedEntries, version: OpenapiVersion): StructureFault[] {
  const methods = HTTP_METHODS[version];
  return entries.keys.flatMap((name): StructureFault[] => {
    if (methods.includes(name) || OTHER_FIELDS.includes(name) || name.startsWith('x-')) return [];
    const meant = methods.find((method) => distance(name.toLowerCase(), method) <= 1);
    const location = entries.get(name)?.location;
    if (meant === undefined || location === undefined) return [];
    return [{code: 'unknown-method', name, meant, location: keyLocation(location)}];
  });
}
