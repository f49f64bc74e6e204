/** Reads values of unknown JSON or YAML documents. */

/** The value at a path of keys; undefined when it does not exist. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (current, key) => Object.entries(Object(current)).find(([name]) => name === String(key))?.[1],
    value,
  );
}

/** The string at a path; empty when there is none. */
export function textAt(value: unknown, ...keys: readonly (string | number)[]): string {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : '';
}

/** The number at a path; 0 when there is none. */
export function numberAt(value: unknown, ...keys: readonly (string | number)[]): number {
  const found = at(value, ...keys);
  return typeof found === 'number' ? found : 0;
}

/** The list at a path; empty when there is none. */
export function listAt(value: unknown, ...keys: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

/** The parsed text, or undefined when it is not JSON. */
export function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The object's condition of this type with this status. */
export function conditionOf(object: unknown, type: string, status: 'True' | 'False'): unknown {
  return listAt(object, 'status', 'conditions').find(
    (condition) => textAt(condition, 'type') === type && textAt(condition, 'status') === status,
  );
}
