import {MAX_DEPTH} from '../../core/base/limits.ts';

/** The deepest keys that routes are read from: of a setting, in `x-apigen` of an operation in `additionalOperations`. */
const KEY_LEVELS = 7;

/**
 * Whether a key occurs twice in a map near the root, of which `JSON.parse` silently keeps the last, or whether maps and lists are
 * nested too deep. A YAML parser refuses both, and reports the place. A regular expression would take more than twice as long in
 * the executable.
 *
 * @param bytes of a text that `JSON.parse` accepted
 */
export function needsYamlParser(bytes: Buffer): boolean {
  const open: (Set<number> | undefined)[] = [];
  let keys: Set<number> | undefined;
  let start = 0;
  let end = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case 0x22: // "
        start = at + 1;
        for (end = start; bytes[end] !== 0x22; end++) if (bytes[end] === 0x5c) end++; // \
        at = end;
        break;
      case 0x3a: // :
        if (keys && keys.size === keys.add(hashOf(bytes, start, end)).size) return true;
        break;
      case 0x5b: // [
      case 0x7b: // {
        keys = open.length < KEY_LEVELS ? new Set() : undefined;
        if (open.push(keys) > MAX_DEPTH) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        open.pop();
        keys = open.at(-1);
        break;
    }
  }
  return false;
}

/** 32 bits for a key: two that have the same are compared by the YAML parser. Source: FNV-1. */
function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash, 0x01000193) ^ (bytes[at] ?? 0);
  return hash;
}
