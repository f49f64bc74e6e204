import {isMap} from '../json.ts';
import {entryOrigin, type Origin} from '../origin.ts';
import {forgetCount} from './count-values.ts';
import type {Traced} from './traced.ts';

type Changes = ReadonlyMap<string, Traced | undefined>;

interface MapCopy {
  readonly value: Record<string, unknown>;
  readonly origins: Map<string, Origin>;
}

interface ListCopy {
  readonly value: unknown[];
  readonly origins: Origin[];
}

/**
 * The maps and lists that were copied while overlays were applied. Each is at one place of the document and is changed itself,
 * so that a map of a thousand paths is copied once and not for each of a thousand actions. What was not copied is never
 * changed: YAML's aliases may share it.
 */
export class Copies {
  readonly #maps = new WeakMap<object, MapCopy>();
  readonly #lists = new WeakMap<object, ListCopy>();

  /** A map or list with other entries; `undefined` removes one. */
  withEntries(node: Traced, changes: Changes): Traced {
    return Array.isArray(node.value)
      ? this.#withItems(node, node.value, changes)
      : this.#withKeys(node, changes);
  }

  /** A list with more items. */
  append(node: Traced, list: readonly unknown[], items: readonly Traced[]): Traced {
    const {value, origins} = this.#listCopy(node, list);
    for (const item of items) {
      value.push(item.value);
      origins.push(item.origin);
    }
    return {value, origin: {...node.origin, items: origins}};
  }

  /** Leaves a value as it is from now on, since it will be at another place too. */
  release(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    // Whatever contains a copy is a copy itself.
    if (!this.#maps.delete(value) && !this.#lists.delete(value)) return;
    for (const entry of Object.values(value)) this.release(entry);
  }

  #withKeys(node: Traced, changes: Changes): Traced {
    const {value, origins} = this.#mapCopy(node);
    for (const [key, change] of changes) {
      if (change === undefined) {
        delete value[key];
        origins.delete(key);
      } else {
        setKey(value, key, change.value);
        origins.set(key, change.origin);
      }
    }
    return {value, origin: {...node.origin, entries: origins}};
  }

  #withItems(node: Traced, list: readonly unknown[], changes: Changes): Traced {
    const {value, origins} = this.#listCopy(node, list);
    const removed = new Set<number>();
    for (const [key, change] of changes) {
      const index = Number(key);
      if (change === undefined) removed.add(index);
      else {
        value[index] = change.value;
        origins[index] = change.origin;
      }
    }
    removeItems(value, removed);
    removeItems(origins, removed);
    return {value, origin: {...node.origin, items: origins}};
  }

  #mapCopy({value, origin}: Traced): MapCopy {
    const map = isMap(value) ? value : {};
    const known = this.#maps.get(map);
    if (known) {
      forgetCount(map);
      return known;
    }
    const copy = {value: Object.fromEntries(Object.entries(map)), origins: new Map(origin.entries)};
    this.#maps.set(copy.value, copy);
    return copy;
  }

  #listCopy(node: Traced, list: readonly unknown[]): ListCopy {
    const known = this.#lists.get(list);
    if (known) {
      forgetCount(list);
      return known;
    }
    const copy = {value: [...list], origins: list.map((_, index) => entryOrigin(node.origin, String(index)))};
    this.#lists.set(copy.value, copy);
    return copy;
  }
}

/** `__proto__` is a key like others. */
function setKey(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') map[key] = value;
  else Object.defineProperty(map, key, {value, configurable: true, enumerable: true, writable: true});
}

/** Removing an item moves the following ones. */
function removeItems(list: unknown[], removed: ReadonlySet<number>): void {
  if (removed.size === 0) return;
  let kept = 0;
  for (const [index, item] of list.entries()) if (!removed.has(index)) list[kept++] = item;
  list.length = kept;
}
