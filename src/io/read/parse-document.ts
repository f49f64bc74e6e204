import {isUtf8} from 'node:buffer';
import {load, YAMLException} from 'js-yaml';
import {MAX_DEPTH, MAX_MERGE_KEYS, MAX_YAML_ENTRIES} from '../../core/limits.ts';
import type {DocumentEntry} from '../../core/openapi/documents.ts';
import type {Finding, Position} from '../../core/problem.ts';
import {repeatsKey} from './json-keys.ts';
import {readJsonOutline} from './json-outline.ts';
import {CODE, skip, startOfJson, startOfText} from './json-scan.ts';
import {otherText} from './other-text.ts';
import {isContentFault, syntaxFault} from './syntax-messages.ts';
import {readYamlParts, type YamlPart} from './yaml-parts.ts';
import {SCHEMA} from './yaml-schema.ts';

/** The bytes of a document that was read, and their syntax. */
export interface DocumentText {
  readonly bytes: Buffer;
  readonly syntax: 'json' | 'yaml';
  /** The parts that a large YAML document was read in. */
  readonly parts?: readonly YamlPart[];
}

/** The content of a document, or why there is none. */
export interface ParsedDocument {
  readonly entry: DocumentEntry;
  readonly syntax: DocumentText['syntax'];
  /** The parts that it was read in. */
  readonly parts?: readonly YamlPart[];
  /** The text that was parsed, where it is not the document's own. */
  readonly corrected?: Buffer;
  /** What should be fixed although the document was read. */
  readonly warning?: Finding;
  /** True when the text has a syntax error. */
  readonly isInvalid?: true;
}

/** The text of a document: UTF-8 without its byte order mark; `undefined` when the bytes are not UTF-8. */
export function decodeText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8', startOfText(bytes)) : undefined;
}

/**
 * Parses a document as YAML or JSON, by its content and not by its name. A text with a syntax error becomes an unreadable
 * document with the place.
 */
export function parseDocument(bytes: Buffer, uri: string): ParsedDocument {
  if (!isUtf8(bytes) || bytes.includes(0)) {
    return unreadable(uri, 'not UTF-8 text', 'save the description as UTF-8');
  }
  if (startOfJson(bytes) === bytes.length) return empty(uri);
  // YAML's flow style begins with the same brackets, and its parser reports the line of a syntax error in JSON.
  const parsed = looksLikeJson(bytes) ? parseJson(bytes) : undefined;
  if (parsed) return parsed;
  const text = decodeText(bytes) ?? '';
  return (hasTooManyEntries(text) ? parseInParts(bytes) : undefined) ?? parseYaml(text, uri);
}

/** All of a YAML document that is too large to be parsed at once. */
function parseInParts(bytes: Buffer): ParsedDocument | undefined {
  try {
    const read = readYamlParts(bytes, {levels: Number.POSITIVE_INFINITY});
    return read && {entry: {content: read.content}, syntax: 'yaml', parts: read.parts};
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

/** The size from which only the outline of a description is kept. */
const LARGE_BYTES = 65_536;

/**
 * The outline of a large description. `undefined` for a small one, and for one with an error or that must be parsed as a whole.
 */
export function parseOutline(bytes: Buffer): ({readonly content: unknown} & DocumentText) | undefined {
  if (bytes.length < LARGE_BYTES || !isUtf8(bytes) || bytes.includes(0)) return undefined;
  if (startOfJson(bytes) === bytes.length) return undefined;
  try {
    if (!looksLikeJson(bytes)) {
      const read = readYamlParts(bytes);
      return read && {...read, bytes, syntax: 'yaml'};
    }
    const content = readJsonOutline(bytes);
    return content && {content, bytes, syntax: 'json'};
  } catch {
    // Whatever is wrong is found again, with its place, when the whole is parsed.
    return undefined;
  }
}

function looksLikeJson(bytes: Buffer): boolean {
  const first = bytes[startOfJson(bytes)];
  return first === CODE.openBrace || first === CODE.openBracket;
}

/** Returns `undefined` when this is not JSON, or when it has a duplicate key. */
function parseJson(bytes: Buffer): ParsedDocument | undefined {
  try {
    // `JSON.parse` takes gigabytes for a text of brackets, which this refuses.
    skip(bytes, startOfJson(bytes));
    const text = decodeText(bytes) ?? '';
    const content: unknown = JSON.parse(text);
    return repeatsKey(bytes) ? undefined : {entry: {content}, syntax: 'json'};
  } catch {
    return undefined;
  }
}

/** Parses a text as YAML with js-yaml. */
export function parseYaml(text: string, uri: string): ParsedDocument {
  if (text.trim() === '') return empty(uri);
  if (hasTooManyEntries(text)) return unreadable(uri, TOO_MANY_ENTRIES, READ_IN_PARTS);
  try {
    const content = load(text, {schema: SCHEMA, maxDepth: MAX_DEPTH, maxTotalMergeKeys: MAX_MERGE_KEYS});
    return {entry: {content}, syntax: 'yaml'};
  } catch (error) {
    if (error instanceof YAMLException) {
      if (error.reason.includes('input is empty')) return empty(uri);
      const other = otherText(text, error.reason);
      if (other) return unreadable(uri, other.message, other.hint, other.position);
      const {message, hint} = syntaxFault(error.reason, text);
      const invalid = unreadable(uri, message, hint, positionOf(error));
      return isContentFault(error.reason) ? invalid : {...invalid, isInvalid: true};
    }
    throw error;
  }
}

const TOO_MANY_ENTRIES = `more than ${MAX_YAML_ENTRIES} lines and entries of YAML that cannot be read in parts`;
const READ_IN_PARTS = 'remove errors, anchors and tags, or write it as JSON';

function hasTooManyEntries(text: string): boolean {
  // Each takes a character at least.
  if (text.length <= MAX_YAML_ENTRIES) return false;
  let entries = 0;
  for (const _ of text.matchAll(/[\n,[{]|- /g)) if (++entries > MAX_YAML_ENTRIES) return true;
  return false;
}

function positionOf(error: YAMLException): Position | undefined {
  return error.mark ? {line: error.mark.line + 1, column: error.mark.column + 1} : undefined;
}

function empty(uri: string): ParsedDocument {
  return unreadable(uri, 'the document is empty', 'name an OpenAPI description in YAML or JSON');
}

/** The text cannot be parsed again to find the place, so the position is kept; without one it is the beginning. */
function unreadable(
  uri: string,
  message: string,
  hint: string,
  position: Position = {line: 1, column: 1},
): ParsedDocument {
  return {entry: {unreadable: {message, hint, location: {uri, pointer: '', position}}}, syntax: 'yaml'};
}
