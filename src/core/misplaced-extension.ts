import {EXTENSION} from './extension.ts';
import {isMap, ownValue, pointerTokens} from './json-pointer.ts';
import {isMisspelledExtension} from './misspelled-keys.ts';
import {childLocation, type Location, type Problem} from './problem.ts';

/**
 * Fields of a description in which `x-apigen` sets nothing, and how far below them it is looked for: only where a user may
 * have meant it, so that a large description is not walked through. Names that begin with `x-` are not among them, for YAML's
 * anchors are kept there, nor are the names of components, to which references lead.
 */
export const MISPLACES = {
  root: {info: 0, servers: 1, tags: 1, externalDocs: 0, paths: 0, components: 0, webhooks: 2},
  operation: {parameters: 1, requestBody: 0, responses: 1, callbacks: 3, servers: 1, externalDocs: 0},
} as const;

const DEPTHS: Readonly<Record<keyof typeof MISPLACES, ReadonlyMap<string, number>>> = {
  root: new Map(Object.entries(MISPLACES.root)),
  operation: new Map(Object.entries(MISPLACES.operation)),
};

/** Whether `x-apigen` may stand misplaced below a field of the root, or of a path item or an operation. */
export function mayHoldMisplaced(field: string, level: keyof typeof MISPLACES): boolean {
  return DEPTHS[level].has(field);
}

/** The places of each `x-apigen` that sets something, or is meant to, below the field that stands at `location`. */
export function misplacedBelow(
  field: string,
  value: unknown,
  level: keyof typeof MISPLACES,
  location: () => Location | undefined,
): Location[] {
  const found: string[][] = [];
  search(value, DEPTHS[level].get(field) ?? 0, [], found);
  const at = found.length === 0 ? undefined : location();
  return at === undefined ? [] : found.map((tokens) => tokens.reduce(childLocation, at));
}

function search(value: unknown, depth: number, at: readonly string[], found: string[][]): void {
  if (!isMap(value) && !Array.isArray(value)) return;
  if (isMap(value) && (ownValue(value, EXTENSION) ?? null) !== null) found.push([...at, EXTENSION]);
  if (depth === 0) return;
  for (const [name, child] of Object.entries(value)) {
    if (name !== EXTENSION) search(child, depth - 1, [...at, name], found);
  }
}

/** The warning of an `x-apigen` at `location`, below the field. */
export function misplacedExtension(field: string, location: Location): Problem {
  return {
    code: 'setting-scope',
    severity: 'warning',
    message: `\`${EXTENSION}\` has no effect under \`${field}\``,
    hint: 'move it to the root, to a path item or to an operation',
    location: {...location, at: 'key'},
  };
}

/** Whether this is about an extension that sets nothing, for it is misspelled or misplaced, and not about what stands in one. */
export function isAstray({code, location}: Problem): boolean {
  const key = pointerTokens(location?.pointer ?? '').at(-1) ?? '';
  if (code === 'setting-scope') return key === EXTENSION;
  return code === 'unknown-setting' && isMisspelledExtension(key);
}
