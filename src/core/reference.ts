import type {LookUp} from './documents.ts';
import {isMap, type JsonMap, ownValue} from './json-pointer.ts';
import {childLocation, kindOf, type Location, type Problem, quote} from './problem.ts';

/** A value together with the place where it really stands, which may be another document than the root. */
export interface Placed {
  readonly value: unknown;
  readonly location: Location;
}

/** What is gathered while references are followed. */
export interface ReferenceContext {
  readonly lookUp: LookUp;
  readonly problems: Problem[];
  /** URIs that references lead to and that could not be looked up. */
  readonly missing: Set<string>;
}

/**
 * The entries of a map, each at the place where it stands. Places are worked out for the keys that are asked for: of an
 * operation's dozen keys, that is one.
 */
export interface PlacedEntries {
  readonly keys: readonly string[];
  readonly get: (key: string) => Placed | undefined;
}

const REFERENCE = '$ref';
const NO_ENTRIES: PlacedEntries = {keys: [], get: () => undefined};

/**
 * The entries of a map that may stand behind a `$ref`, or behind a chain of them. Keys beside a `$ref` win over its
 * target's. Whatever cannot be followed becomes a problem at the `$ref`, and gives no entries.
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
  if (value === null && trail.length === 0) return NO_ENTRIES;
  if (!isMap(value)) return NO_ENTRIES;
  const own = placeEntries(value, location);
  const reference = ownValue(value, REFERENCE);
  if (reference === undefined) return own;

  const target = resolve(reference, childLocation(location, REFERENCE), what, context, trail);
  const access = location.access ?? location.pointer;
  const inherited =
    target === undefined
      ? NO_ENTRIES
      : follow(
          {...target.placed, location: {...target.placed.location, access}},
          what,
          context,
          target.trail,
        );
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
  const fault = (message: string, hint: string): undefined => {
    context.problems.push({code: 'reference', severity: 'error', message, hint, location});
  };
  const unresolved = (message: string, hint: string, elsewhere = location): undefined => {
    context.problems.push({
      code: 'unresolved-reference',
      severity: 'error',
      message,
      hint,
      location: elsewhere,
    });
  };
  if (typeof reference !== 'string') {
    return fault(
      `\`$ref\` must be a string, but it is ${quote(reference)}`,
      'write the file and the JSON pointer, for example `$ref: "paths.yaml#/pets"`',
    );
  }
  const place = targetLocation(reference, location.uri);
  if (place === undefined) {
    return fault(
      `\`$ref\` ${quote(reference)} is no valid reference`,
      'what follows `#` begins with `/`; special characters are percent-encoded, and `%` itself is `%25`',
    );
  }
  const found = context.lookUp(place, {text: reference, base: location.uri});
  if (found === undefined) {
    context.missing.add(place.uri);
    return unresolved(
      `\`$ref\` ${quote(reference)} leads to a document that was not given`,
      'hand over every document that is referred to',
    );
  }
  if ('unreadable' in found) {
    const {message, hint, location: inside} = found.unreadable;
    return unresolved(inside ? message : `\`$ref\` ${quote(reference)}: ${message}`, hint ?? '', inside);
  }
  const {value, location: real = place} = found;
  const id = `${real.uri}#${real.pointer}`;
  if (trail.includes(id)) {
    return fault(
      `\`$ref\` ${quote(reference)} leads back to itself`,
      'let one of the references of the cycle hold the map itself',
    );
  }
  if (value === undefined) {
    return unresolved(
      `\`$ref\` ${quote(reference)}: nothing stands there`,
      `\`${place.pointer}\` must lead to ${what}`,
    );
  }
  if (!isMap(value)) {
    return fault(
      `\`$ref\` ${quote(reference)} leads to ${kindOf(value)}`,
      `it must lead to ${what}, which is a map`,
    );
  }
  return {placed: {value, location: real}, trail: [...trail, id]};
}

/**
 * The place that a `$ref` means, seen from the document at `base`; the pointer is percent-decoded. `undefined` when the
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
