import {isUtf8} from 'node:buffer';
import {YAMLException} from 'js-yaml';
import stripJsonComments from 'strip-json-comments';
import {isMap} from '../../core/base/json.ts';
import type {Finding, Position, Problem} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {type DocumentEntry, READ_COMPONENT, type UnreadableDocument} from '../../core/openapi/documents.ts';
import {otherTextFormat} from '../../core/openapi/other-formats.ts';
import {needsYamlParser} from './json-keys.ts';
import {EMPTY, HidingKeys, loadYaml} from './load-yaml.ts';
import {positionsIn} from './locate.ts';
import {isContentFault, syntaxFault} from './syntax-messages.ts';
import {type ShortenedText, withoutUnreadBlocks} from './unread-blocks.ts';

/** The content of a document, or why there is none. */
export interface ParsedDocument {
  readonly entry: DocumentEntry;
  /** The text that was parsed, where it is not the document's own; each line has the number that it has there. */
  readonly corrected?: Buffer;
  readonly leftOut?: ReadonlySet<string>;
  /** A mistake to fix although the document was read. */
  readonly warning?: Finding;
  readonly isInvalid?: true;
}

/** In so many bytes Git looks for a zero byte too. */
const MAX_BEGINNING = 8000;

/** The largest document that is read again: `yaml` may take 2 s for it. Of a larger one the first fault is reported. */
const MAX_REREAD_BYTES = 1024 * 1024;

/**
 * Parses a document as `parseDocument` does. A text that js-yaml refuses is read again by `yaml`, which finds all faults,
 * and accepts some indentation that js-yaml does not.
 */
export async function readDocument(bytes: Buffer, uri: string, mayLeaveOut = false): Promise<ParsedDocument> {
  const parsed = parseDocument(bytes, uri, mayLeaveOut);
  if (!parsed.isInvalid || bytes.length > MAX_REREAD_BYTES) return parsed;
  // It takes as long to load as most descriptions take to read.
  const {rereadYaml} = await import('./reread-yaml.ts');
  const reread = rereadYaml(decodeText(bytes) ?? '', uri);
  if ('faults' in reread) return withFaults(reread.faults, parsed);
  // js-yaml reads the corrected text, so that all its limits and checks, as for duplicate keys, apply here too.
  const corrected = Buffer.from(reread.corrected);
  const read = parseYaml(reread.corrected, corrected, uri);
  return 'unreadable' in read.entry ? read : {...read, corrected, warning: reread.warning};
}

/** All faults of a document that could not be read, as problems. */
export function inputProblems(
  {unreadable: {more = [], ...first}}: UnreadableDocument,
  uri: string,
): Problem[] {
  const input = {code: 'input', severity: 'error', location: {uri, pointer: ''}} as const;
  return [first, ...more].map((fault) => ({...input, ...fault}));
}

/** The text of a document: UTF-8 without its byte order mark; `undefined` when the bytes are not UTF-8. */
export function decodeText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8').replace(/^\uFEFF/, '') : undefined;
}

/**
 * Parses a document as JSON, JSON with comments and trailing commas, or YAML, by its content and not by its name. A text
 * with a syntax error becomes an unreadable document with the place.
 *
 * @param mayLeaveOut whether blocks that no route is read from may be left out of large YAML
 */
export function parseDocument(bytes: Buffer, uri: string, mayLeaveOut = false): ParsedDocument {
  const text = bytes.includes(0) ? undefined : decodeText(bytes);
  const beginning = text?.slice(0, MAX_BEGINNING) ?? bytes.toString('latin1', 0, MAX_BEGINNING);
  const [other, hint] = otherTextFormat(beginning) ?? [];
  if (other && hint) return unreadable(uri, `expected YAML or JSON, found ${other}`, hint);
  if (text === undefined) return unreadable(uri, 'not UTF-8 text', 'save the description as UTF-8');
  // YAML's flow style begins with the same brackets as JSON, and its parser reports the line of a syntax error in JSON.
  const json = /^\s*([{[]|\/[/*])/.test(text)
    ? (parseJson(text, bytes, uri) ?? parseCommentedJson(text, uri))
    : undefined;
  if (json) return json;
  const shortened = mayLeaveOut ? withoutUnreadBlocks(text) : undefined;
  return (shortened && parseShortened(shortened, uri)) ?? parseYaml(text, bytes, uri);
}

/** Returns `undefined` for what is not JSON. What is refused is read by a YAML parser, which reports the place. */
function parseJson(text: string, bytes: Buffer, uri: string): ParsedDocument | undefined {
  try {
    const content: unknown = JSON.parse(text);
    return needsYamlParser(bytes) ? parseYaml(text, bytes, uri) : {entry: {content}};
  } catch {
    return undefined;
  }
}

/** Comments and trailing commas become blanks, so that everything else keeps its place. YAML would take them for keys. */
function parseCommentedJson(text: string, uri: string): ParsedDocument | undefined {
  const json = stripJsonComments(text, {trailingCommas: true});
  const corrected = Buffer.from(json);
  const parsed = parseJson(json, corrected, uri);
  return parsed && {...parsed, corrected};
}

/** Returns `undefined` when the whole has to be read: for an error, or an alias whose anchor was left out. */
function parseShortened({text, keys}: ShortenedText, uri: string): ParsedDocument | undefined {
  const corrected = Buffer.from(text);
  const parsed = parseYaml(text, corrected, uri);
  const content = 'content' in parsed.entry ? parsed.entry.content : undefined;
  const isLeftOut = (value: unknown) =>
    value === null || (isMap(value) && Object.keys(value).every((key) => READ_COMPONENT.test(key)));
  if (!isMap(content) || ![...keys].every((key) => isLeftOut(content[key]))) return undefined;
  return {...parsed, corrected, leftOut: keys};
}

function parseYaml(text: string, bytes: Buffer, uri: string): ParsedDocument {
  const empty = () => unreadable(uri, EMPTY, 'name an OpenAPI description in YAML or JSON');
  // Also of blanks that YAML does not have.
  if (text.trim() === '') return empty();
  try {
    return {entry: {content: loadYaml(text, bytes)}};
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason === EMPTY) return empty();
    const {message, hint} = syntaxFault(error.reason, text);
    const {mark} = error;
    const position = mark && {line: mark.line + 1, column: mark.column + 1};
    const invalid = unreadable(uri, message, hint, position);
    const faults = error instanceof HidingKeys ? keyFaults(error, text, uri) : [];
    return withFaults(faults, isContentFault(error.reason) ? invalid : {...invalid, isInvalid: true});
  }
}

function keyFaults({keys}: HidingKeys, text: string, uri: string): Finding[] {
  const positionOf = positionsIn(text, [...keys.keys()]);
  return [...keys].map(([offset, key]) => ({
    ...syntaxFault(`unquoted key ${quote(key)}`, text),
    location: {uri, pointer: '', position: positionOf(offset)},
  }));
}

/** A document with these faults; without any it is `otherwise`. */
function withFaults([first, ...more]: readonly Finding[], otherwise: ParsedDocument): ParsedDocument {
  return first ? {entry: {unreadable: {...first, more}}} : otherwise;
}

/** The text cannot be parsed again to find the place, so the position is kept; without one it is the beginning. */
function unreadable(
  uri: string,
  message: string,
  hint: string,
  position: Position = {line: 1, column: 1},
): ParsedDocument {
  return {entry: {unreadable: {message, hint, location: {uri, pointer: '', position}}}};
}
