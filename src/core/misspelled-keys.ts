import {distance} from 'fastest-levenshtein';
import {EXTENSION} from './extension.ts';
import {ADDITIONAL_OPERATIONS, HTTP_METHODS, type OpenapiVersion} from './openapi.ts';
import {type Location, type Problem, quote} from './problem.ts';
import type {PlacedEntries} from './reference.ts';

/** Fields of Path Item and Operation Objects that recur in every operation. Source: OpenAPI 3.2. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['summary', 'description', 'operationId', 'tags', 'parameters', 'requestBody', 'responses', 'callbacks'],
  ...['deprecated', 'security', 'servers', 'externalDocs', 'consumes', 'produces', 'schemes'],
]);

/** Whether a key was most likely meant for `x-apigen`: as nobody's extension it would be passed over in silence. */
export function isMisspelledExtension(key: string): boolean {
  // Of the ten thousand keys of a large description few come as far as to be compared letter by letter.
  if (FIELDS.has(key)) return false;
  const near = Math.abs(key.length - EXTENSION.length) <= MOST_TYPOS && /gen|pig|ige/i.test(key);
  return (
    near &&
    key !== EXTENSION &&
    !NEIGHBOURS.includes(key.toLowerCase()) &&
    distance(key.toLowerCase(), EXTENSION) <= MOST_TYPOS
  );
}

const MOST_TYPOS = 2;

/** Extensions of others, which are as near as a typo. */
const NEIGHBOURS = ['x-apigee'];

/** The warning of such a key, which stands at `location`. */
export function misspelledExtension(key: string, location: Location): Problem {
  return {
    code: 'unknown-setting',
    severity: 'warning',
    message: `unknown extension ${quote(key)}`,
    hint: `did you mean \`${EXTENSION}\`?`,
    location: {...location, at: 'key'},
  };
}

/** Fields of a path item that are no methods. Source: OpenAPI 3.2, Path Item Object. */
const OTHER_FIELDS = ['$ref', 'summary', 'description', 'servers', 'parameters', ADDITIONAL_OPERATIONS];

/** Warns of keys that were most likely meant for a method, and would lose a route in silence. */
export function misspelledMethods(entries: PlacedEntries, version: OpenapiVersion): Problem[] {
  const methods = HTTP_METHODS[version];
  return entries.keys.flatMap((key): Problem[] => {
    if (methods.includes(key) || OTHER_FIELDS.includes(key) || key.startsWith('x-')) return [];
    const meant = methods.find((method) => distance(key.toLowerCase(), method) <= 1);
    const location = entries.get(key)?.location;
    if (meant === undefined || location === undefined) return [];
    const message = `${quote(key)} is no method`;
    const hint = `did you mean \`${meant}\`?`;
    return [{code: 'unknown-method', severity: 'warning', message, hint, location: {...location, at: 'key'}}];
  });
}
