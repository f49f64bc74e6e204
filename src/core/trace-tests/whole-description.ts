import {isMap, type JsonMap} from '../base/json.ts';
import {MAX_EXPANDED, MAX_HOPS} from '../base/limits.ts';
import {childLocation, type Location} from '../base/problem.ts';
import type {Description} from '../openapi/description.ts';
import {type Documents, lookUpFrom} from '../openapi/documents.ts';
import type {Operation} from '../openapi/operation.ts';
import {type Placed, REFERENCE} from '../openapi/placed.ts';
import {type ReferenceContext, resolveMap} from '../openapi/reference.ts';

export interface WholeOperation {
  readonly operation: JsonMap;
  readonly parameters: readonly JsonMap[];
}

interface Expansion {
  readonly depth: number;
  readonly end: (target: JsonMap) => JsonMap;
  /** How many values it may still give. */
  left: number;
  /** Whether another depth gives more. */
  isCut: boolean;
}

/** The ends of pointers to maps by names, which may begin as those of extensions do. */
const OF_NAMES = /(properties|securitySchemes|securityDefinitions)$/;

/** Copies of what a description says of its operations, with all that they refer to, in whatever document. */
export class WholeDescription {
  /** The targets of `$ref`s in copies: `#/0`, `#/1`, … */
  readonly #targets: unknown[] = [];
  /** With the documents that were not given, and the `$ref`s that lead nowhere. */
  readonly context: ReferenceContext;
  /** The values made of schemas, by their text. */
  readonly samples = new Map<string, unknown>();
  readonly #queue: Placed[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #locations = new WeakMap<object, Location>();

  constructor(root: unknown, uri: string, documents: Documents) {
    const lookUp = lookUpFrom(root, uri, documents);
    this.context = {lookUp, faults: [], missing: [], resolved: new Map()};
  }

  /** The value at a location; `undefined` for none. */
  at(location: Location): unknown {
    const target = this.context.lookUp(location, {text: '', base: location.uri});
    const copy = this.#copy({value: target && 'value' in target ? target.value : undefined, location});
    // One after another: a target may lead through all others to itself.
    for (const next of this.#queue) this.#targets.push(this.#copy(next));
    this.#queue.length = 0;
    return copy;
  }

  /** An operation, and its parameters with those of its path item that it does not declare itself. */
  operation({location, pathItem}: Operation): WholeOperation {
    const [shared, operation] = [pathItem.location, location].map((place) => this.follow(this.at(place)));
    const parameters = [shared?.parameters, operation?.parameters]
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .map((one) => this.follow(one));
    const byName = new Map(parameters.map((one) => [`${one.in} ${one.name}`, one]));
    return {operation: operation ?? {}, parameters: [...byName.values()]};
  }

  /** A map with what its `$ref` leads to; empty for what is not a map. */
  follow(value: unknown): JsonMap {
    let map = isMap(value) ? value : {};
    let location = this.locationOf(map);
    for (let hops = 0; REFERENCE in map && hops < MAX_HOPS; hops++) {
      const {[REFERENCE]: reference, ...siblings} = map;
      const target = this.#targets[Number(String(reference).slice('#/'.length))];
      map = {...(isMap(target) ? target : {}), ...siblings};
      if (isMap(target)) location = this.locationOf(target);
    }
    if (location) this.#locations.set(map, location);
    return map;
  }

  /**
   * A schema or data with what its `$ref`s lead to, up to as many one after another as give few values; `undefined` where one gives many.
   *
   * @param end what is there for a further one, and for one that leads to itself
   */
  expand(value: unknown, end: (target: JsonMap) => JsonMap): unknown {
    let last: unknown;
    for (let depth = 1; depth < MAX_EXPANDED; depth++) {
      const walk = {depth, end, left: MAX_EXPANDED, isCut: false};
      const expanded = this.#expand(value, walk, [], 1);
      if (walk.left < 0) return last;
      if (!walk.isCut) return expanded;
      last = expanded;
    }
    return last;
  }

  /** @param times how often the value is sampled */
  #expand(value: unknown, walk: Expansion, above: readonly unknown[], times: number): unknown {
    if (walk.left < 0) return undefined;
    if (Array.isArray(value)) return value.map((item) => this.#expand(item, walk, above, times));
    if (!isMap(value)) return value;
    const {[REFERENCE]: reference} = value;
    const map = reference === undefined ? value : this.follow(value);
    const below = reference === undefined ? above : [...above, reference];
    const entries = Object.entries(map).map(
      ([key, item]) => [key, sampledPart(key, item, map, below)] as const,
    );
    if (below.length > 0 || times > 1) walk.left -= times * entries.length;
    if (above.includes(reference) || below.length > walk.depth) {
      walk.isCut ||= !above.includes(reference);
      return walk.end(map);
    }
    const {minItems, minLength, additionalProperties} = map;
    // openapi-sampler makes two additional properties.
    const each = times * (Number(minItems) || 1) * (isMap(additionalProperties) ? 2 : 1);
    walk.left -= (Number(minLength) || 0) / 100;
    const copy = Object.fromEntries(
      entries.map(([key, item]) => [key, this.#expand(item, walk, below, each)]),
    );
    // openapi-sampler infers the type of a part that is a `$ref`, but not of others.
    return Array.isArray(copy.allOf) ? {...copy, allOf: copy.allOf.map(withType)} : copy;
  }

  /** Where a copied map was written, after its `$ref`. */
  locationOf(map: JsonMap): Location | undefined {
    return this.#locations.get(map);
  }

  #copy({value, location}: Placed): unknown {
    const inner = (key: string | number, item: unknown) =>
      this.#copy({value: item, location: childLocation(location, String(key))});
    if (Array.isArray(value)) return value.map((item, index) => inner(index, item));
    if (!isMap(value)) return value;
    const copy: JsonMap = Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => {
        // What an extension refers to is of no test.
        if (key.startsWith('x-') && !OF_NAMES.test(location.pointer)) return [[key, item]];
        if (key !== REFERENCE || typeof item !== 'string') return [[key, inner(key, item)]];
        const target = resolveMap({value: {[REFERENCE]: item}, location}, 'a map', this.context)?.[1];
        return target ? [[key, `#/${this.#indexOf(target)}`]] : [];
      }),
    );
    this.#locations.set(copy, location);
    return copy;
  }

  #indexOf(target: Placed): number {
    const id = `${target.location.uri}#${target.location.pointer}`;
    const index = this.#indexes.get(id) ?? this.#indexes.size;
    if (!this.#indexes.has(id)) this.#queue.push(target);
    this.#indexes.set(id, index);
    return index;
  }
}

/**
 * A part of a schema as openapi-sampler is to see it: it makes an empty object of a property that leads to the schema itself, and takes the
 * first of several types and schemas, which may be `null`.
 */
function sampledPart(key: string, item: unknown, {required}: JsonMap, above: readonly unknown[]): unknown {
  const isNull = (one: unknown) => one === 'null' || (isMap(one) && one.type === 'null');
  if (Array.isArray(item) && (key === 'anyOf' || key === 'oneOf' || key === 'type'))
    return [...item.filter((one) => !isNull(one)), ...item.filter(isNull)];
  if (key !== 'properties' || !isMap(item)) return item;
  const isNeeded = (name: string) => Array.isArray(required) && required.includes(name);
  const kept = Object.entries(item).filter(
    ([name, one]) =>
      isNeeded(name) || !isMap(one) || one[REFERENCE] === undefined || !above.includes(one[REFERENCE]),
  );
  return Object.fromEntries(kept);
}

function withType(part: unknown): unknown {
  return isMap(part) && (part.properties || part.additionalProperties) ? {type: 'object', ...part} : part;
}

/** The places that operations refer to in documents that were not given. */
export function missingInOperations({uri, operations}: Description, root: unknown, documents: Documents) {
  const whole = new WholeDescription(root, uri, documents);
  for (const operation of operations) whole.operation(operation);
  return whole.context.missing;
}
