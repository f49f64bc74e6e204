import {isMap, ownValue} from '../base/json.ts';
import {MAX_HOPS} from '../base/limits.ts';
import {childLocation, type FoundFault, type Location} from '../base/problem.ts';
import {invalid, quote, typeName} from '../base/quote.ts';
import type {LookUp} from './documents.ts';
import {type Placed, type PlacedMap, REFERENCE, type Resolved} from './placed.ts';

/** The target of a `$ref`, or why there is none; a fault with a location is inside of the target's document. */
type Referred = PlacedMap | readonly FoundFault[];

/** The state while references are followed. */
export interface ReferenceContext {
  readonly lookUp: LookUp;
  readonly faults: FoundFault[];
  /** Places that references point to and that could not be looked up. */
  readonly missing: Location[];
  /** The target of each `$ref`, by what is expected there, the URI of its document and its text: it is looked up once. */
  readonly resolved: Map<string, Referred>;
}

/**
 * Resolves the `$ref` of a value, and the chain that it may begin. `null` is an empty map; `undefined` when the value is not a map. A
 * `$ref` that cannot be followed becomes a fault at the `$ref`, and ends the chain.
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
  if (value !== null && !isMap(value)) return undefined;
  const first = {value: value ?? {}, location};
  // Where the chain is in the root document, for the places of faults in it.
  const access = location.access ?? location.pointer;
  const targets: PlacedMap[] = [];
  let last: PlacedMap = first;
  for (let target = targetOf(first, what, context); target; target = targetOf(last, what, context)) {
    const isCycle = targets.some((earlier) => earlier.value === target?.value);
    if (isCycle || targets.length === MAX_HOPS) {
      const at = isCycle ? last : first;
      const reference = quote(ownValue(at.value, REFERENCE));
      const [message, hint] = isCycle
        ? [`circular \`$ref\` ${reference}`, 'replace one `$ref` of the cycle with the map itself']
        : [
            `too many \`$ref\`s: ${reference} is the first of a chain of more than ${MAX_HOPS}`,
            'refer to the last target of the chain directly',
          ];
      context.faults.push({code: 'reference', message, hint, location: referenceIn(at)});
      return isCycle ? [first, ...targets] : [first];
    }
    last = {value: target.value, location: {...target.location, access}};
    targets.push(last);
  }
  return [first, ...targets];
}

function referenceIn({location}: PlacedMap): Location {
  return childLocation(location, REFERENCE);
}

/** The target of a map's `$ref`, if it has one that can be followed. */
function targetOf(map: PlacedMap, what: string, context: ReferenceContext): PlacedMap | undefined {
  const reference = ownValue(map.value, REFERENCE);
  if (reference === undefined) return undefined;
  if (typeof reference !== 'string') {
    const message = invalid('`$ref`', reference, 'a string');
    const hint = 'for example `$ref: "paths.yaml#/pets"`';
    context.faults.push({code: 'reference', message, hint, location: referenceIn(map)});
    return undefined;
  }
  const {uri} = map.location;
  const key = `${what} ${uri} ${reference}`;
  const referred = context.resolved.get(key) ?? lookUp(reference, uri, what, context);
  context.resolved.set(key, referred);
  if ('value' in referred) return referred;
  for (const fault of referred) context.faults.push({location: referenceIn(map), ...fault});
  return undefined;
}

function lookUp(reference: string, base: string, what: string, context: ReferenceContext): Referred {
  const place = targetLocation(reference, base);
  const name = () => `\`$ref\` ${quote(reference)}`;
  const wrong = (message: string, hint: string) => [{code: 'reference', message, hint}];
  const unresolved = (why: string, hint?: string) => [
    {code: 'unresolved-reference', message: `unresolved ${name()}: ${why}`, ...(hint && {hint})},
  ];
  if (place === undefined)
    return wrong(
      `invalid ${name()}: expected a URI with a JSON pointer`,
      'begin the part after `#` with `/`, and percent-encode special characters (`%` itself is `%25`)',
    );
  const target = context.lookUp(place, {text: reference, base});
  if (target === undefined) {
    context.missing.push(place);
    return unresolved('the document was not passed in', 'pass in every document that is referred to');
  }
  if ('unreadable' in target) {
    const {more = [], ...first} = target.unreadable;
    return [first, ...more].flatMap((fault) =>
      fault.location ? {code: 'unresolved-reference', ...fault} : unresolved(fault.message, fault.hint),
    );
  }
  const {value, location = place} = target;
  if (isMap(value)) return {value, location};
  return value === undefined
    ? unresolved(`there is nothing at \`${place.pointer}\``, `refer to ${what}`)
    : wrong(`${name()} resolves to ${typeName(value)}`, `refer to ${what}, which is a map`);
}

/**
 * The place that a `$ref` in the document at `base` points to; the pointer is percent-decoded. `undefined` when the
 * reference is malformed.
 */
export function targetLocation(reference: string, base: string): Location | undefined {
  const [file = '', fragment = ''] = reference.split(/#(.*)/s, 2);
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
