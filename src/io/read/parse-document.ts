import {isUtf8} from 'node:buffer';
import {YAMLException} from 'js-yaml';
import {MAX_YAML_ENTRIES, MAX_YAML_LINE} from '../../core/limits.ts';
import type {DocumentEntry} from '../../core/openapi/documents.ts';
import type {Finding, Position} from '../../core/problem.ts';
import {positionAt} from '../positions/byte-positions.ts';
import {repeatsKey} from './json-keys.ts';
import {readJsonOutline} from './json-outline.ts';
import {
  CODE,
  excessEntry,
  JsonFault,
  mostEntries,
  nextToken,
  skip,
  startOfJson,
  startOfText,
} from './json-scan.ts';
import {loadYaml} from './load-yaml.ts';
import {otherText} from './other-text.ts';
import {isContentFault, type SyntaxFault, syntaxFault} from './syntax-messages.ts';
import {hasTooManyEntries, longLine} from './yaml-limits.ts';
import {readYamlParts, type YamlPart} from './yaml-parts.ts';

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
  const json = looksLikeJson(bytes) ? parseJson(bytes, uri) : undefined;
  if (json && 'entry' in json) return json;
  const limit = yamlLimit(bytes);
  if (limit === undefined) return parseYaml(decodeText(bytes) ?? '', uri);
  if (json) return unreadable(uri, `invalid JSON: ${json.message}`, FIX_JSON, positionAt(bytes, json.offset));
  return parseInParts(bytes) ?? unreadable(uri, limit.message, limit.hint, positionAt(bytes, limit.offset));
}

const FIX_JSON = 'fix the syntax here';

const DIVIDE = 'remove duplicate keys and what is not needed, or divide the document';

/** Why YAML is not parsed at once. */
function yamlLimit(bytes: Buffer): (SyntaxFault & {readonly offset: number}) | undefined {
  const offset = longLine(bytes);
  if (offset !== undefined) return {...LONG_LINE, offset};
  return hasTooManyEntries(bytes) ? {...TOO_MANY_ENTRIES, offset: 0} : undefined;
}

const LONG_LINE = {
  message: `a line of YAML with more than ${MAX_YAML_LINE / 1024 / 1024} MiB`,
  hint: 'divide it, or write the description as JSON',
} as const;

const TOO_MANY_ENTRIES = {
  message: `more than ${MAX_YAML_ENTRIES} lines and entries of YAML that cannot be read in parts`,
  hint: 'remove errors, anchors and tags, or write it as JSON',
} as const;

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
    const content = isJsonList(bytes) ? [] : readJsonOutline(bytes);
    return content === undefined ? undefined : {content, bytes, syntax: 'json'};
  } catch {
    // Whatever is wrong is found again, with its place, when the whole is parsed.
    return undefined;
  }
}

/** Whether this is a list, which is not a description: what is in it is not built. */
function isJsonList(bytes: Buffer): boolean {
  const start = startOfJson(bytes);
  return bytes[start] === CODE.openBracket && nextToken(bytes, skip(bytes, start)) === bytes.length;
}

/** Whether a document begins as JSON does, or as YAML in flow style. */
export function looksLikeJson(bytes: Buffer): boolean {
  const first = bytes[startOfJson(bytes)];
  return first === CODE.openBrace || first === CODE.openBracket;
}

/** Returns `undefined` when it has a duplicate key, and what is wrong when this is not JSON. */
function parseJson(bytes: Buffer, uri: string): ParsedDocument | JsonFault | undefined {
  try {
    // `JSON.parse` takes gigabytes for a text of brackets, which this refuses.
    const end = nextToken(bytes, skip(bytes, startOfJson(bytes)));
    if (end < bytes.length) return new JsonFault('unexpected text after the end', end);
    const excess = excessEntry(bytes, 0, end);
    if (excess !== undefined) {
      const message = `more than ${mostEntries(end)} entries in a list, or in JSON that cannot be read in parts`;
      return unreadable(uri, message, DIVIDE, positionAt(bytes, excess));
    }
    const content: unknown = JSON.parse(decodeText(bytes) ?? '');
    return repeatsKey(bytes) ? undefined : {entry: {content}, syntax: 'json'};
  } catch (error) {
    return error instanceof JsonFault ? error : undefined;
  }
}

/** Parses a text as YAML with js-yaml. */
export function parseYaml(text: string, uri: string): ParsedDocument {
  if (text.trim() === '') return empty(uri);
  try {
    return {entry: {content: loadYaml(text)}, syntax: 'yaml'};
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
