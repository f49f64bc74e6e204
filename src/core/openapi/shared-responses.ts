import {isMap, type JsonMap} from '../json.ts';
import {RESPONSES} from './operation.ts';
import {levelsBelow} from './outline.ts';

/**
 * Gives the responses of operations one map where their status codes are the same. JavaScriptCore, which runs the executables, makes
 * room for as many items in a map as a key such as `404` counts: 4.4 KB.
 */
export class SharedResponses {
  readonly #known = new Map<string, JsonMap>();

  /** @param value is changed: an outline of which `levels` are read */
  share(value: unknown, levels: number): void {
    // All levels of an `x-apigen` are read, and of a description that overlays change.
    if (levels <= 0 || levels === Number.POSITIVE_INFINITY || !isMap(value)) return;
    for (const [key, entry] of Object.entries(value)) {
      if (key === RESPONSES && isMap(entry)) Reflect.set(value, key, this.#shared(entry));
      else this.share(entry, levelsBelow(key, levels));
    }
  }

  #shared(responses: JsonMap): JsonMap {
    // Otherwise there is an `x-apigen` in it, which is reported at its own place.
    const isEmptied = Object.values(responses).every(
      (entry) => isMap(entry) && Object.keys(entry).length === 0,
    );
    if (!isEmptied) return responses;
    const codes = JSON.stringify(Object.keys(responses));
    const known = this.#known.get(codes);
    if (known === undefined) this.#known.set(codes, responses);
    return known ?? responses;
  }
}
