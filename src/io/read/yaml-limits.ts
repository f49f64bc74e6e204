import {MAX_YAML_ENTRIES, MAX_YAML_LINE} from '../../core/limits.ts';
import {tableOf} from './json-scan.ts';

export const LINE_FEED = 0x0a;

/** The bytes that begin an entry: of `- ` the space, which is not alone in it. */
const DASH = 0x2d;
export const SPACE = 0x20;
const ENTRIES = tableOf('\n,[{');

/** A line that begins so begins a document. */
const DOCUMENT = Buffer.from('\n---');

/** What js-yaml takes for a document, in entries. */
const ENTRIES_OF_A_DOCUMENT = 4;

/** Whether YAML has more lines and entries than are parsed at once. */
export function hasTooManyEntries(bytes: Buffer): boolean {
  // Each takes a byte at least.
  if (bytes.length <= MAX_YAML_ENTRIES) return false;
  let entries = 0;
  for (
    let at = bytes.indexOf(DOCUMENT);
    at !== -1 && entries <= MAX_YAML_ENTRIES;
    at = bytes.indexOf(DOCUMENT, at + 1)
  )
    entries += ENTRIES_OF_A_DOCUMENT;
  let before = 0;
  for (let offset = 0; offset < bytes.length && entries <= MAX_YAML_ENTRIES; offset += 1) {
    const byte = bytes[offset] ?? 0;
    if (ENTRIES[byte] === 1 || (byte === SPACE && before === DASH)) entries += 1;
    before = byte;
  }
  return entries > MAX_YAML_ENTRIES;
}

/** The offset of a line of YAML that is too long, if there is one. */
export function longLine(bytes: Buffer): number | undefined {
  // Such a line has one of these bytes.
  for (let offset = MAX_YAML_LINE; offset < bytes.length; offset += MAX_YAML_LINE) {
    const start = bytes.lastIndexOf(LINE_FEED, offset) + 1;
    const end = bytes.indexOf(LINE_FEED, offset);
    if ((end === -1 ? bytes.length : end) - start > MAX_YAML_LINE) return start;
  }
  return undefined;
}
