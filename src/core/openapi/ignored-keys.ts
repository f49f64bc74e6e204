import {distance} from 'fastest-levenshtein';
import {ownValue} from '../json.ts';
import {childLocation, type FoundFault, keyLocation, type Location} from '../problem.ts';
import {quote} from '../quote.ts';
import {EXTENSION, type Scope} from '../settings/table.ts';
import {type PlacedMap, REFERENCE} from './reference.ts';
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

/** Fields of the root: others may hold path items. Source: OpenAPI 3.2, OpenAPI Object. */
const ROOT_FIELDS = ['info', 'servers', 'tags', 'externalDocs', 'paths', 'webhooks', 'components'];

/** Keys of a map at which settings apply that would lose settings or a route silently. */
export function ignoredKeys(
  {value, location}: PlacedMap,
  scope: Scope,
  version: OpenapiVersion,
): FoundFault[] {
  const methods = scope === 'path' ? HTTP_METHODS[version] : [];
  const faults: FoundFault[] = [];
  for (const name of Object.keys(value)) {
    // Few keys have a fault.
    const place = () => childLocation(location, name);
    if (isMisspelledExtension(name)) {
      const message = `unknown extension ${quote(name)}`;
      const at = keyLocation(place());
      faults.push({code: 'unknown-setting', message, suggestion: EXTENSION, location: at});
    }
    const meant = meantMethod(name, methods);
    if (meant !== undefined) {
      const message = `unknown method ${quote(name)}`;
      faults.push({code: 'unknown-method', message, suggestion: meant, location: keyLocation(place())});
    }
    if (scope === 'root' ? ROOT_FIELDS.includes(name) : !name.startsWith('x-') && !methods.includes(name))
      for (const at of misplacedExtensions(value[name], place)) {
        const message = `\`${EXTENSION}\` has no effect in \`${name}\``;
        const hint = 'move it to the root, to a path item or to an operation';
        faults.push({code: 'setting-scope', message, hint, location: at});
      }
  }
  return faults;
}

/** Each `x-apigen` directly in a field, or in an item of a field that is a list: it has no effect there. */
function misplacedExtensions(field: unknown, place: () => Location): Location[] {
  const hasExtension = (value: unknown) => (ownValue(value, EXTENSION) ?? null) !== null;
  const inside = (at: Location) => keyLocation(childLocation(at, EXTENSION));
  if (!Array.isArray(field)) return hasExtension(field) ? [inside(place())] : [];
  return field.flatMap((item, index) =>
    hasExtension(item) ? inside(childLocation(place(), String(index))) : [],
  );
}

/** The method that a key of a path item was most likely meant for. */
function meantMethod(name: string, methods: readonly string[]): string | undefined {
  if (methods.includes(name) || OTHER_FIELDS.includes(name) || name.startsWith('x-')) return undefined;
  return methods.find(
    (method) => Math.abs(name.length - method.length) <= 1 && distance(name.toLowerCase(), method) <= 1,
  );
}
