/** Reading what helm and kubectl print as JSON: nothing in it is taken for granted. */

/** The value at a path of keys, or undefined where the path ends early. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>((current, key) => {
    if (typeof current !== 'object' || current === null) return undefined;
    return Object.entries(current).find(([name]) => name === String(key))?.[1];
  }, value);
}

export function textAt(value: unknown, ...keys: readonly (string | number)[]): string {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : '';
}

export function numberAt(value: unknown, ...keys: readonly (string | number)[]): number {
  const found = at(value, ...keys);
  return typeof found === 'number' ? found : 0;
}

export function listAt(value: unknown, ...keys: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

/** The parsed text, or undefined when it is no JSON. */
export function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
