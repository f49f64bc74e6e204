/** A value that is a map in the sense of YAML and JSON. */
export type JsonMap = {readonly [key: string]: unknown};

/** Narrows a parsed value to a map: no list, no scalar, no date, no bytes, none of YAML's sets. */
export function isMap(value: unknown): value is JsonMap {
  return (
    typeof value === 'object' && value !== null && !(Symbol.iterator in value) && !(value instanceof Date)
  );
}

/** The maps in what may be a list. */
export function mapsOf(list: unknown): readonly JsonMap[] {
  return Array.isArray(list) ? list.filter(isMap) : [];
}

/** The map that a text is in JSON; `undefined` for anything else. */
export function parseJsonMap(text: string): JsonMap | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The value of an own key of what may be a map; keys such as `constructor` that it merely inherits are not there. */
export function ownValue(map: unknown, key: string): unknown {
  return isMap(map) && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** `pointer` with one more reference token, escaped as in RFC 6901, section 3. */
export function appendToken(pointer: string, token: string): string {
  const escaped = /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
  return `${pointer}/${escaped}`;
}

/** The reference tokens of a JSON pointer, unescaped as in RFC 6901, section 4. `''` has none. */
export function pointerTokens(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A JSON pointer, and those of what contains its value, the nearest first. */
export function pointersAbove(pointer: string): string[] {
  const tokens = pointer.split('/');
  return tokens.map((_, index) => tokens.slice(0, tokens.length - index).join('/'));
}

/** The value at `pointer`, or `undefined` when a token on the way is missing (a list takes decimal indexes). */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else value = ownValue(value, token);
  }
  return value;
}
