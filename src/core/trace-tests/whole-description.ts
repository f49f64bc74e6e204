import {isMap, type JsonMap} from '../base/json.ts';
import {MAX_EXPANDED} from '../base/limits.ts';
import {childLocation, type Location} from '../base/problem.ts';
import type {Description} from '../openapi/description.ts';
import {type Documents, lookUpFrom} from '../openapi/documents.ts';
import type {Operation} from '../openapi/operation.ts';
import {type Placed, placedEntries, REFERENCE, type Resolved} from '../openapi/placed.ts';
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

/** What a description says of its operations, with all that they refer to, in whatever document. */
export class WholeDescription {
  /** With the documents that were not given, and the `$ref`s that lead nowhere. */
  readonly context: ReferenceContext;
  /** The values made of schemas, by their document and text. */
  readonly samples = new Map<string, unknown>();
  readonly #locations = new WeakMap<object, Location>();

  constructor(root: unknown, uri: string, documents: Documents) {
    const lookUp = lookUpFrom(root, uri, documents);
    this.context = {lookUp, faults: [], missing: [], resolved: new Map()};
  }

  /** The value at a location; `undefined` for none. */
  at(location: Location): unknown {
    const target = this.context.lookUp(location, {text: '', base: location.uri});
    const value = target && 'value' in target ? target.value : undefined;
    const queue: Placed[] = [{value, location}];
    // One after another: a target may lead through all others to itself.
    for (const next of queue) queue.push(...this.#place(next));
    return value;
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
    const map = isMap(value) ? value : {};
    if (!(REFERENCE in map)) return map;
    const maps = this.#chain(map);
    const whole = Object.fromEntries(placedEntries(maps).map(([key, entry]) => [key, entry.value]));
    this.#locations.set(whole, (maps.at(-1) ?? maps[0]).location);
    return whole;
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
    const map = this.follow(value);
    const target = this.#targetOf(value);
    const below = target === undefined ? above : [...above, target];
    const isAbove = (part: JsonMap) => below.includes(this.#targetOf(part));
    const entries = Object.entries(map).map(
      ([key, item]) => [key, sampledPart(key, item, map, isAbove)] as const,
    );
    if (below.length > 0 || times > 1) walk.left -= times * entries.length;
    if (above.includes(target) || below.length > walk.depth) {
      walk.isCut ||= !above.includes(target);
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

  /** Where a map was written, after its `$ref`. */
  locationOf(map: JsonMap): Location | undefined {
    return this.#locations.get(map);
  }

  /** Keeps where the maps in a value are, and returns what their `$ref`s lead to. */
  #place({value, location}: Placed): readonly Placed[] {
    if (typeof value !== 'object' || value === null || this.#locations.has(value)) return [];
    this.#locations.set(value, location);
    // What an extension refers to is of no test.
    const isOther = (key: string) => key.startsWith('x-') && !OF_NAMES.test(location.pointer);
    const inner = Object.entries(value).flatMap(([key, item]) =>
      isOther(key) ? [] : this.#place({value: item, location: childLocation(location, key)}),
    );
    return isMap(value) ? [...this.#chain(value).slice(1), ...inner] : inner;
  }

  /** A map, and those that its `$ref` leads to. */
  #chain(map: JsonMap): Resolved {
    const first = {value: map, location: this.#locations.get(map) ?? {uri: '', pointer: ''}};
    const isReference = first.location.uri !== '' && typeof map[REFERENCE] === 'string';
    return (isReference && resolveMap(first, 'a map', this.context)) || [first];
  }

  #targetOf(map: JsonMap): unknown {
    return this.#chain(map)[1]?.value;
  }
}

/**
 * A part of a schema as openapi-sampler is to see it: it makes an empty object of a property that leads to the schema itself, and takes the
 * first of several types and schemas, which may be `null`.
 */
function sampledPart(
  key: string,
  item: unknown,
  {required}: JsonMap,
  isAbove: (part: JsonMap) => boolean,
): unknown {
  const isNull = (one: unknown) => one === 'null' || (isMap(one) && one.type === 'null');
  if (Array.isArray(item) && (key === 'anyOf' || key === 'oneOf' || key === 'type'))
    return [...item.filter((one) => !isNull(one)), ...item.filter(isNull)];
  if (key !== 'properties' || !isMap(item)) return item;
  const isNeeded = (name: string) => Array.isArray(required) && required.includes(name);
  const kept = Object.entries(item).filter(([name, one]) => isNeeded(name) || !isMap(one) || !isAbove(one));
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
