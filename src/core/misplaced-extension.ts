import {EXTENSION} from './extension.ts';
import {isMap, type JsonMap, ownValue, pointerTokens} from './json-pointer.ts';
import {isMisspelledExtension} from './misspelled-keys.ts';
import {childLocation, type Location, type Problem} from './problem.ts';

/** Fields of a description in which, or in whose items, `x-apigen` sets nothing, though a user may have meant it. */
export const MISPLACES = [
  'info',
  'servers',
  'tags',
  'externalDocs',
  'paths',
  'components',
  'webhooks',
] as const;

/**
 * Warns of each `x-apigen` in a field of the root, where it would be passed over in silence. Further down it is not looked
 * for: most of a large description stands there, and references may lead to it.
 *
 * @param root where the document stands
 */
export function misplacedExtensions(document: JsonMap, root: Location): Problem[] {
  return MISPLACES.flatMap((field) => {
    const value = ownValue(document, field);
    const location = childLocation(root, field);
    if (!Array.isArray(value)) return misplacedIn(field, value, location);
    return value.flatMap((item: unknown, index) =>
      misplacedIn(field, item, childLocation(location, String(index))),
    );
  });
}

function misplacedIn(field: string, value: unknown, location: Location): Problem[] {
  if (!isMap(value) || (ownValue(value, EXTENSION) ?? null) === null) return [];
  return [
    {
      code: 'setting-scope',
      severity: 'warning',
      message: `\`${EXTENSION}\` has no effect under \`${field}\``,
      hint: 'move it to the root, to a path item or to an operation',
      location: {...childLocation(location, EXTENSION), at: 'key'},
    },
  ];
}

/** Whether this is about an extension that sets nothing, for it is misspelled or misplaced, and not about what stands in one. */
export function isAstray({code, location}: Problem): boolean {
  const key = pointerTokens(location?.pointer ?? '').at(-1) ?? '';
  if (code === 'setting-scope') return key === EXTENSION;
  return code === 'unknown-setting' && isMisspelledExtension(key);
}
