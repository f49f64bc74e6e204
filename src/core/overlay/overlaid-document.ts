import {isMap, pointerTokens} from '../base/json.ts';
import {childLocation, type Location, type Origin} from '../base/problem.ts';

/** A value of a document: the map or list that has it, its key there, and the place of that map or list. */
export interface OverlaidNode {
  readonly parent: object;
  readonly key: string;
  readonly within: Location;
}

/**
 * A copy of a document that overlays change. A value was written where the map or list that has it was, unless it was set
 * there later.
 */
export class OverlaidDocument implements Origin {
  readonly content: unknown;
  readonly #location: Location;
  readonly #places = new WeakMap<object, Map<string, Location>>();
  readonly #written: WeakMap<object, Location>;

  /** @param written where maps and lists were written, if not where they are */
  constructor(content: unknown, location: Location, written = new WeakMap<object, Location>()) {
    this.#written = written;
    this.content = this.copy(content);
    this.#location = location;
  }

  of(pointer: string): Location {
    let [value, location] = [this.content, this.#location];
    for (const token of pointerTokens(pointer)) {
      location = this.placeOf(value, token, location);
      value = typeof value === 'object' && value !== null ? Reflect.get(value, token) : undefined;
    }
    return location;
  }

  nodeAt(path: readonly string[]): OverlaidNode {
    let node: OverlaidNode = {parent: this, key: 'content', within: this.#location};
    for (const key of path) node = {parent: Object(contentOf(node)), key, within: this.locationOf(node)};
    return node;
  }

  locationOf({parent, key, within}: OverlaidNode): Location {
    return parent === this ? within : this.placeOf(parent, key, within);
  }

  /** Where the value of a key in a map or list was written, which itself was written at `within`. */
  placeOf(value: unknown, key: string, within: Location): Location {
    const place = this.#places.get(Object(value))?.get(key);
    return place ?? this.#written.get(Object(Reflect.get(Object(value), key))) ?? childLocation(within, key);
  }

  /** Sets a value that was written elsewhere. `__proto__` is a key like others. */
  set(parent: object, key: string, value: unknown, location: Location): void {
    const property = {value: this.copy(value), configurable: true, enumerable: true, writable: true};
    Object.defineProperty(parent, key, property);
    this.#place(parent, key, location);
  }

  /** Removes nodes. Items after a removed one get other indexes. */
  remove(nodes: readonly OverlaidNode[]): void {
    for (const {parent, key} of nodes) if (!Array.isArray(parent)) Reflect.deleteProperty(parent, key);
    const items = nodes.filter(({parent}) => Array.isArray(parent));
    for (const {parent, key, within} of items.sort((a, b) => Number(b.key) - Number(a.key))) {
      if (!Array.isArray(parent)) continue;
      for (let next = Number(key) + 1; next < parent.length; next += 1)
        this.#place(parent, String(next - 1), this.placeOf(parent, String(next), within));
      parent.splice(Number(key), 1);
    }
  }

  /** A copy of a value, also of what a YAML alias repeats; what it has keeps its places. */
  copy(value: unknown): unknown {
    if (!Array.isArray(value) && !isMap(value)) return value;
    const copy = Array.isArray(value)
      ? value.map((item) => this.copy(item))
      : Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.copy(entry)]));
    const places = this.#places.get(value);
    if (places) this.#places.set(copy, new Map(places));
    const location = this.#written.get(value);
    if (location) this.#written.set(copy, location);
    return copy;
  }

  #place(parent: object, key: string, location: Location): void {
    const places = this.#places.get(parent) ?? new Map<string, Location>();
    this.#places.set(parent, places.set(key, location));
  }
}

export function contentOf({parent, key}: OverlaidNode): unknown {
  return Reflect.get(parent, key);
}
