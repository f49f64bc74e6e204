import {isMap, type JsonMap, ownValue} from '../json.ts';
import {MAX_DEPTH, MAX_HOPS, MAX_REFERENCE_LENGTH} from '../limits.ts';
import {childLocation, type Location} from '../problem.ts';
import type {LookUp} from './documents.ts';
import type {StructureFault} from './fault.ts';

/** A value together with its real place, which may be in another document than the root. */
export interface Placed {
  readonly value: unknown;
  readonly location: Location;
}

/** A map together with its real place. */
export interface PlacedMap extends Placed {
  readonly value: JsonMap;
}

/** A map, and the maps that its `$ref` leads to. Keys of the map itself win. */
export interface Resolved {
  readonly own: PlacedMap;
  readonly chain: Chain | undefined;
}

/** The targets of a chain of references; keys of an earlier one win. */
interface Chain {
  readonly targets: readonly Target[];
  /** The target with a key, as far as it was looked up: many paths may share a chain. */
  readonly found: Map<string, Target | undefined>;
}

/** What is collected while references are followed. */
export interface ReferenceContext {
  readonly lookUp: LookUp;
  readonly faults: StructureFault[];
  /** Places that references point to and that could not be looked up. */
  readonly missing: Location[];
  /** What each `$ref` was resolved to, by the URI of its document and its text. */
  readonly resolved: Map<string, Map<string, Target | Refused>>;
}

export const REFERENCE = '$ref';

/**
 * Resolves the `$ref` of a value, and the chain that it may begin; `undefined` when the value is not a map. A `$ref` that
 * cannot be followed becomes a fault at the `$ref`, and ends the chain.
 *
 * Source: OpenAPI, Path Item Object, `$ref`; RFC 3986 for the URI, RFC 6901, section 6, for its fragment.
 *
 * @param what the field's name for what is expected here, such as "a path item"
 */
export function resolveMap(
  {value, location}: Placed,
  what: string,
  context: ReferenceContext,
): Resolved | undefined {
  if (!isMap(value)) return undefined;
  const own = {value, location};
  const first = targetOf(own, what, context);
  if (first === undefined) return {own, chain: undefined};
  first.chain ??= chainFrom(first, accessOf(own), what, context);
  if (first.chain === undefined) {
    const reference = String(ownValue(value, REFERENCE));
    context.faults.push({code: 'reference', kind: 'hops', reference, location: referenceIn(own)});
  }
  return {own, chain: first.chain};
}

/**
 * The chain that a target begins; `undefined` when it is too long.
 *
 * @param access where the chain is in the root document, for the places of faults in it
 */
function chainFrom(
  first: Target,
  access: string,
  what: string,
  context: ReferenceContext,
): Chain | undefined {
  const targets = [first];
  // A property is a tenth of the time of a set, and every `$ref` of a long chain begins one itself.
  first.seenFrom = first;
  for (let last = first; ; ) {
    last.next ??= {target: targetOf(reachedBy(access, last), what, context)};
    const {target} = last.next;
    if (target === undefined) break;
    if (target.seenFrom === first) {
      const reference = String(ownValue(last.value, REFERENCE));
      context.faults.push({
        code: 'reference',
        kind: 'cycle',
        reference,
        location: referenceIn(reachedBy(access, last)),
      });
      break;
    }
    if (targets.length === MAX_HOPS) return undefined;
    target.seenFrom = first;
    targets.push(target);
    last = target;
  }
  return {targets, found: new Map()};
}

function referenceIn({location}: PlacedMap): Location {
  return childLocation(location, REFERENCE);
}

/** The map that a `$ref` resolves to, and what is known of it. */
interface Target extends PlacedMap {
  /** Set when the target's own `$ref` was resolved. */
  next: {readonly target: Target | undefined} | undefined;
  chain: Chain | undefined;
  /** The beginning of the chain in which it was seen last. */
  seenFrom: Target | undefined;
}

/** The pointers to the targets of all `$ref`s that were resolved, by the URI of their document. */
export function targetsIn({resolved}: ReferenceContext): ReadonlyMap<string, ReadonlySet<string>> {
  const targets = new Map<string, Set<string>>();
  for (const inDocument of resolved.values())
    for (const target of inDocument.values()) {
      if (!('value' in target)) continue;
      const {uri, pointer} = target.location;
      targets.set(uri, (targets.get(uri) ?? new Set<string>()).add(pointer));
    }
  return targets;
}

/** Why a `$ref` has no target. */
interface Refused {
  readonly reasons: readonly Reason[];
}

interface Reason {
  readonly refusal: (what: string) => Refusal;
  /** The place of a fault inside of the target's document. */
  readonly inside?: Location | undefined;
}

type WithoutLocation<F> = F extends unknown ? Omit<F, 'location'> : never;
type Refusal = WithoutLocation<
  Extract<StructureFault, {readonly code: 'reference' | 'unresolved-reference'}>
>;

/** The target of a map's `$ref`, if it has one that can be followed. */
function targetOf(map: PlacedMap, what: string, context: ReferenceContext): Target | undefined {
  const reference = ownValue(map.value, REFERENCE);
  if (reference === undefined) return undefined;
  const location = referenceIn(map);
  if (typeof reference !== 'string') {
    context.faults.push({code: 'reference', kind: 'type', found: reference, location});
    return undefined;
  }
  const found = resolve(reference, location.uri, context);
  if ('value' in found) return found;
  for (const {refusal, inside = location} of found.reasons)
    context.faults.push({...refusal(what), location: inside});
  return undefined;
}

/** Every `$ref` of a document with the same text has the same target, which is looked up once. */
function resolve(reference: string, base: string, context: ReferenceContext): Target | Refused {
  const inDocument = context.resolved.get(base) ?? new Map<string, Target | Refused>();
  context.resolved.set(base, inDocument);
  const known = inDocument.get(reference);
  if (known) return known;
  const found = lookUp(reference, base, context);
  inDocument.set(reference, found);
  return found;
}

function lookUp(reference: string, base: string, context: ReferenceContext): Target | Refused {
  if (reference.length > MAX_REFERENCE_LENGTH)
    return refused(() => ({code: 'reference', kind: 'length', reference}));
  const place = targetLocation(reference, base);
  if (place === undefined) return refused(() => ({code: 'reference', kind: 'syntax', reference}));
  const {pointer} = place;
  if (pointer.split('/').length > MAX_DEPTH + 1)
    return refused(() => ({code: 'reference', kind: 'depth', reference}));
  const found = context.lookUp(place, {text: reference, base});
  if (found === undefined) {
    context.missing.push(place);
    return refused(() => ({code: 'unresolved-reference', kind: 'not-given', reference}));
  }
  if ('unreadable' in found) {
    const reasons = [found.unreadable, ...(found.unreadable.more ?? [])];
    return {
      reasons: reasons.map(({message, hint, location: inside}): Reason => {
        const facts = {message, hint, inside: inside !== undefined};
        return {
          refusal: () => ({code: 'unresolved-reference', kind: 'unreadable', reference, ...facts}),
          inside,
        };
      }),
    };
  }
  const {value, location = place} = found;
  if (value === undefined)
    return refused((what) => ({code: 'unresolved-reference', kind: 'missing', reference, pointer, what}));
  if (!isMap(value))
    return refused((what) => ({code: 'reference', kind: 'target', reference, found: value, what}));
  return {value, location, next: undefined, chain: undefined, seenFrom: undefined};
}

function refused(refusal: Reason['refusal']): Refused {
  return {reasons: [{refusal}]};
}

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

/** The value of a key, in the map itself or in the first target that has it. */
export function entryOf({own, chain}: Resolved, key: string): Placed | undefined {
  if (Object.hasOwn(own.value, key)) return placeEntry(own, key);
  if (chain === undefined) return undefined;
  if (!chain.found.has(key))
    chain.found.set(
      key,
      chain.targets.find(({value}) => Object.hasOwn(value, key)),
    );
  const target = chain.found.get(key);
  return target && placeEntry(reachedBy(accessOf(own), target), key);
}

function placeEntry({value, location}: PlacedMap, key: string): Placed {
  return {value: value[key], location: childLocation(location, key)};
}

function accessOf({location: {access, pointer}}: PlacedMap): string {
  return access ?? pointer;
}

function reachedBy(access: string, {value, location}: Target): PlacedMap {
  return {value, location: {...location, access}};
}

/** The map itself and the targets of its `$ref`s. */
export function mapsOf({own, chain}: Resolved): readonly PlacedMap[] {
  return chain === undefined
    ? [own]
    : [own, ...chain.targets.map((target) => reachedBy(accessOf(own), target))];
}

/** The keys with their values, those of the last target first. */
export function* entriesOf(resolved: Resolved): Generator<[string, Placed]> {
  for (const [key, map] of placesOf(resolved)) if (key !== REFERENCE) yield [key, placeEntry(map, key)];
}

function* placesOf(resolved: Resolved): Iterable<[string, PlacedMap]> {
  const {own, chain} = resolved;
  if (chain === undefined) {
    // A map of a million paths would take as much memory as what is read of them.
    for (const key of Object.keys(own.value)) yield [key, own];
    return;
  }
  const places = new Map<string, PlacedMap>();
  for (const map of [...mapsOf(resolved)].reverse())
    for (const key of Object.keys(map.value)) places.set(key, map);
  yield* places;
}
