import type {Finding, Location} from './problem.ts';

/**
 * Where the values of a document that was put together from others were written: a list of JSON pointers and places. A value is
 * from the place of the longest pointer that leads to it, unless a shorter one was added later.
 */
export class Origin {
  readonly #places = new Map<string, Place>();
  #added = 0;

  /** @param location the place of the root */
  constructor(location: Location) {
    this.add('', location);
  }

  /** Says that the value at a pointer, and all inside of it, is from another place. */
  add(pointer: string, location: Location): void {
    // In the order in which they were added.
    this.#places.delete(pointer);
    this.#places.set(pointer, {location, order: this.#added++});
  }

  /** The place where the value at a pointer was written. */
  of(pointer: string): Location {
    return this.#latest(pointer).location;
  }

  /** Says that the value at `pointer` is the one that another document has at `from`. */
  addFrom(other: Origin, from: string, pointer: string): void {
    const {location, order} = other.#latest(from);
    this.add(pointer, location);
    for (const [inner, place] of other.#places)
      if (place.order > order && inner.startsWith(`${from}/`))
        this.add(pointer + inner.slice(from.length), place.location);
  }

  /** The origin of the value at a pointer, as a document of its own. */
  below(pointer: string): Origin {
    const origin = new Origin(this.of(pointer));
    origin.addFrom(this, pointer, '');
    return origin;
  }

  #latest(pointer: string): Place {
    let found: Place | undefined;
    for (let end = pointer.length; end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1)) {
      const place = this.#places.get(pointer.slice(0, end));
      if (place === undefined || (found && found.order > place.order)) continue;
      const {uri, pointer: outer} = place.location;
      found = {location: {uri, pointer: outer + pointer.slice(end)}, order: place.order};
    }
    return found ?? {location: {uri: '', pointer}, order: 0};
  }
}

interface Place {
  readonly location: Location;
  /** How many places were added before. */
  readonly order: number;
}

/** A problem, or another thing, of a document that was put together from others, at the place where its value was written. */
export function atOrigin<F extends Pick<Finding, 'location'>>(found: F, uri: string, origin: Origin): F {
  const {location} = found;
  return location?.uri === uri ? {...found, location: {...location, ...origin.of(location.pointer)}} : found;
}
