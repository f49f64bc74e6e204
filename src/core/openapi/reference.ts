import {isMap, type JsonMap, ownValue} from '../json.ts';
import {childLocation, type Location} from '../problem.ts';
import type {LookUp} from './documents.ts';
import type {StructureFault} from './fault.ts';

/** A value together with its real place, which may be in another document than the root. */
export interface Placed {
  readonly value: unknown;
  readonly location: Location;
}

/** What is collected while references are followed. */
export interface ReferenceContext {
  readonly lookUp: LookUp;
  readonly faults: StructureFault[];
  /** URIs that references point to and that could not be looked up. */
  readonly missing: Set<string>;
}

/**
 * The entries of a map, each at its real place. Places are computed for the keys that are asked for: of an operation's
 * dozen keys, that is one.
 */
export interface PlacedEntries {
  readonly keys: readonly string[];
  readonly get: (key: string) => Placed | undefined;
}

const REFERENCE = '$ref';
const NO_ENTRIES: PlacedEntries = {keys: [], get: () => undefined};

/**
 * The entries of a map that may be behind a `$ref`, or a chain of them. Keys next to a `$ref` win over its target's.
 * A `$ref` that cannot be followed becomes a fault at the `$ref`, and gives no entries.
 *
 * Source: OpenAPI, Path Item Object, `$ref`; RFC 3986 for the URI, RFC 6901, section 6, for its fragment.
 *
 * @param what the field's name for what is expected here, such as "a path item"
 */
export function entriesOf(placed: Placed, what: string, context: ReferenceContext): PlacedEntries {
  return follow(placed, what, context, []);
}

function follow(
  {value, location}: Placed,
  what: string,
  context: ReferenceContext,
  trail: readonly string[],
): PlacedEntries {
  if (!isMap(value)) return NO_ENTRIES;
  const own = placeEntries(value, location);
  const reference = ownValue(value, REFERENCE);
  if (reference === undefined) return own;

  const target = resolve(reference, childLocation(location, REFERENCE), what, context, trail);
  if (target === undefined) return withoutReference(own, NO_ENTRIES);
  const access = location.access ?? location.pointer;
  const placed = {...target.placed, location: {...target.placed.location, access}};
  return withoutReference(own, follow(placed, what, context, target.trail));
}

function withoutReference(own: PlacedEntries, inherited: PlacedEntries): PlacedEntries {
  return {
    keys: [...new Set([...inherited.keys, ...own.keys])].filter((key) => key !== REFERENCE),
    get: (key) => own.get(key) ?? inherited.get(key),
  };
}

function placeEntries(map: JsonMap, location: Location): PlacedEntries {
  return {
    keys: Object.keys(map),
    get: (key) =>
      Object.hasOwn(map, key) ? {value: map[key], location: childLocation(location, key)} : undefined,
  };
}

interface Target {
  readonly placed: Placed;
  readonly trail: readonly string[];
}

function resolve(
  reference: unknown,
  location: Location,
  what: string,
  context: ReferenceContext,
  trail: readonly string[],
): Target | undefined {
  const refuse = (fault: Refusal, place = location): undefined => {
    context.faults.push({...fault, location: place});
  };
  if (typeof reference !== 'string') return refuse({code: 'reference', kind: 'type', found: reference});
  const place = targetLocation(reference, location.uri);
  if (place === undefined) return refuse({code: 'reference', kind: 'syntax', reference});
  const found = context.lookUp(place, {text: reference, base: location.uri});
  if (found === undefined) {
    context.missing.add(place.uri);
    return refuse({code: 'unresolved-reference', kind: 'not-given', reference});
  }
  if ('unreadable' in found) {
    for (const {message, hint, location: inside} of [found.unreadable, ...(found.unreadable.more ?? [])]) {
      const facts = {message, hint, inside: inside !== undefined};
      refuse({code: 'unresolved-reference', kind: 'unreadable', reference, ...facts}, inside);
    }
    return undefined;
  }
  const {value, location: real = place} = found;
  const id = `${real.uri}#${real.pointer}`;
  if (trail.includes(id)) return refuse({code: 'reference', kind: 'cycle', reference});
  if (value === undefined) {
    const {pointer} = place;
    return refuse({code: 'unresolved-reference', kind: 'missing', reference, pointer, what});
  }
  if (!isMap(value)) return refuse({code: 'reference', kind: 'target', reference, found: value, what});
  return {placed: {value, location: real}, trail: [...trail, id]};
}

type WithoutLocation<F> = F extends unknown ? Omit<F, 'location'> : never;
type Refusal = WithoutLocation<
  Extract<StructureFault, {readonly code: 'reference' | 'unresolved-reference'}>
>;

/**
 * The place that a `$ref` in the document at `base` points to; the pointer is percent-decoded. `undefined` when the
 * reference is malformed.
 */
export function targetLocation(reference: string, base: string): Location | undefined {
  const hash = reference.indexOf('#');
  const [file, fragment] =
    hash === -1 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)];
  try {
    const pointer = decodeURIComponent(fragment);
    decodeURIComponent(file);
    if (pointer !== '' && !pointer.startsWith('/')) return undefined;
    const uri = file === '' ? base : new URL(file, base).href;
    return {uri, pointer};
  } catch {
    return undefined;
  }
}

/** The entries with their keys, in order. */
export function listOf({keys, get}: PlacedEntries): [string, Placed][] {
  return keys.flatMap((key): [string, Placed][] => {
    const placed = get(key);
    return placed === undefined ? [] : [[key, placed]];
  });
}
