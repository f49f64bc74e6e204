import {MAX_DEPTH} from '../../core/limits.ts';
import {RESPONSES} from '../../core/openapi/operation.ts';
import {ADDITIONAL_OPERATIONS} from '../../core/openapi/version.ts';
import {EXTENSION} from '../../core/settings/table.ts';

const CODE = {quote: 0x22, openBracket: 0x5b, closeBracket: 0x5d, openBrace: 0x7b, closeBrace: 0x7d} as const;

/** A map or list that is open: how many levels of keys are compared in it, and those of a map so far. */
interface Frame {
  readonly levels: number;
  readonly keys: Set<string> | undefined;
}

/** The levels of keys that routes are read from: the root, `paths`, path items, operations. */
const LEVELS = 4;

/**
 * Whether a key occurs twice in a map of JSON near the root or in `x-apigen`, of which `JSON.parse` silently keeps the last, or
 * whether maps and lists are nested too deep. A YAML parser refuses both, and reports the place.
 *
 * @param text that `JSON.parse` accepted
 */
export function needsYamlParser(text: string): boolean {
  const open: Frame[] = [];
  let frame: Frame = {levels: LEVELS + 1, keys: new Set()};
  let name = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CODE.quote) {
      const end = endOfString(text, at);
      if (frame.keys && frame.levels > 0 && isKey(text, end)) {
        name = text.slice(at + 1, end - 1);
        if (name.includes('\\')) name = String(JSON.parse(`"${name}"`));
        if (frame.keys.has(name)) return true;
        frame.keys.add(name);
      }
      at = end - 1;
    } else if (code === CODE.openBrace || code === CODE.openBracket) {
      if (open.push(frame) > MAX_DEPTH) return true;
      const levels = levelsBelow(name, frame);
      frame = {levels, keys: code === CODE.openBrace && levels > 0 ? new Set() : undefined};
    } else if (code === CODE.closeBrace || code === CODE.closeBracket) frame = open.pop() ?? frame;
  }
  return false;
}

function levelsBelow(name: string, {levels, keys}: Frame): number {
  if (levels === Number.POSITIVE_INFINITY || levels <= 0) return levels;
  if (keys === undefined) return 0;
  if (name === EXTENSION) return Number.POSITIVE_INFINITY;
  return name === RESPONSES || name === ADDITIONAL_OPERATIONS ? levels : levels - 1;
}

/** The offset after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
}

/** Whether what ends here is a key: only those have a colon after them. */
function isKey(text: string, end: number): boolean {
  let next = end;
  while (/\s/.test(text.charAt(next))) next += 1;
  return text[next] === ':';
}
