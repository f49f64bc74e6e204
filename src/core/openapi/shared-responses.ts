import {isMap, type JsonMap} from '../json.ts';
import {RESPONSES} from './operation.ts';
import {levelsBelow} from './outline.ts';

/**
 * Makes maps with keys such as `404` small. JavaScriptCore, which runs the executables, makes room for as many items in a map as such a
 * key counts, 4.4 KB, unless nothing can be added to it; then a map takes 0.5 KB. The responses of operations are one map where their
 * status codes are the same.
 */
export class SharedResponses {
  readonly #known = new Map<string, JsonMap>();

  /** @param value is changed: an outline of which `levels` are read */
  share(value: unknown, levels: number): void {
    // All levels of an `x-apigen` are read, and of a description that overlays change.
    if (levels <= 0 || levels === Number.POSITIVE_INFINITY) return;
    if (Array.isArray(value)) for (const item of value) this.share(item, levels - 1);
    if (!isMap(value)) return;
    const entries = Object.entries(value);
    // Keys that are numbers are the first.
    if (/^\d/.test(entries[0]?.[0] ?? '')) Object.preventExtensions(value);
    for (const [key, entry] of entries) {
      if (key === RESPONSES && isMap(entry)) Reflect.set(value, key, this.#shared(entry));
      else this.share(entry, levelsBelow(key, levels));
    }
  }

  #shared(responses: JsonMap): JsonMap {
    // Otherwise there is an `x-apigen` in it, which is reported at its own place.
    const isEmptied = Object.values(responses).every(
      (entry) => isMap(entry) && Object.keys(entry).length === 0,
    );
    if (!isEmptied) return Object.preventExtensions(responses);
    const codes = JSON.stringify(Object.keys(responses));
    const known = this.#known.get(codes);
    if (known === undefined) this.#known.set(codes, responses);
    return known ?? responses;
  }
}
