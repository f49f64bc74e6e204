import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {isDeepStrictEqual} from 'node:util';
import type {Location as RedoclyLocation, UserContext} from '@redocly/openapi-core';
import {pointerTokens, valueAt} from '../../src/core/base/json.ts';
import {type Finding, hintOf, type Location, type Problem} from '../../src/core/base/problem.ts';
import type {DocumentEntry, FoundValue, LookUp, Reference} from '../../src/core/openapi/documents.ts';
import {DECORATOR_OPTIONS, withOptions} from '../../src/core/options/options.ts';
import {ruleLabel} from '../../src/io/print/problems.ts';
import {readFileUri} from '../../src/io/read/local-file.ts';
import {locate} from '../../src/io/read/locate.ts';
import {parseDocument} from '../../src/io/read/parse-document.ts';
import {isRemote} from '../../src/io/read/source.ts';
import {type PathBase, UnreadableSource} from '../../src/io/system-error.ts';

/** A description as Redocly has read it, for the generator and for reports. */
export interface RedoclyDescription {
  /** Absolute URI of the root document. */
  readonly uri: string;
  readonly documents: LookUp;
  /** The configuration and the documents that were looked up, as Redocly has read them, by URI. */
  readonly sources: ReadonlyMap<string, RedoclyLocation['source']>;
  /** Texts that Redocly has not read, by URI, to find lines and columns in. */
  readonly texts: Map<string, Buffer>;
}

/**
 * The description that Redocly walks over. Use it when the walk enters the root: later, bundling has replaced references by
 * their targets, and other decorators have changed the description.
 */
export function redoclyDescription({location, resolve, config}: UserContext): RedoclyDescription {
  const uri = uriOf(location.source.absoluteRef);
  const sources = new Map([[uri, location.source]]);
  const {configPath, document} = config ?? {};
  if (configPath !== undefined && document) sources.set(uriOf(configPath), document.source);
  const read = new Map<string, DocumentEntry>();
  const documents: LookUp = (place, reference) =>
    resolveByRedocly(place, reference, sources, resolve) ?? readUnresolved(place, read);
  return {uri, documents, sources, texts: new Map()};
}

function uriOf(absoluteRef: string): string {
  return isRemote(absoluteRef) ? absoluteRef : pathToFileURL(absoluteRef).href;
}

/** The value that Redocly found for a reference, if it is at the reference's own target. */
function resolveByRedocly(
  place: Location,
  {text, base}: Reference,
  sources: Map<string, RedoclyLocation['source']>,
  resolve: UserContext['resolve'],
): FoundValue | undefined {
  const from = sources.get(base)?.absoluteRef ?? (base.startsWith('file:') ? fileURLToPath(base) : base);
  const {node, location} = resolve<object>({$ref: text}, from);
  if (node === undefined || location === undefined) return undefined;
  const real = {uri: uriOf(location.source.absoluteRef), pointer: location.pointer.replace(/^#(\/$)?/, '')};
  // Redocly follows a target that is a reference itself, and drops the keys next to that one.
  if (real.uri !== place.uri || !isDeepStrictEqual(pointerTokens(real.pointer), pointerTokens(place.pointer)))
    return undefined;
  sources.set(real.uri, location.source);
  return {value: node, location: real};
}

/** Reads a place of a file as `apigen mesh` would; `read` has the files that were read before. */
function readUnresolved({uri, pointer}: Location, read: Map<string, DocumentEntry>) {
  const entry = read.get(uri) ?? (uri.startsWith('file:') ? readEntry(uri, 'reference') : NOT_RESOLVED);
  read.set(uri, entry);
  return 'content' in entry ? {value: valueAt(entry.content, pointer)} : entry;
}

const NOT_RESOLVED = {
  unreadable: {message: 'not resolved by Redocly', hint: 'refer to the final target directly'},
};

/** Reads a file as `apigen mesh` does, and adds its text to `texts`. */
export function readEntry(uri: string, base: PathBase, texts?: RedoclyDescription['texts']): DocumentEntry {
  try {
    const bytes = readFileUri(uri, {base});
    const {entry, corrected = bytes} = parseDocument(bytes, uri);
    texts?.set(uri, corrected);
    return entry;
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return {unreadable: {message: error.message, hint: error.hint}};
  }
}

export type RedoclyReport = Parameters<UserContext['report']>[0];

/**
 * A finding as Redocly reports it, at its own place. A finding without a place, or in a file that Redocly has not read, is
 * reported where the walk is. A suggestion is part of the message: most of Redocly's formats do not show its own `suggest`.
 */
export function toReport(finding: Finding, read: Pick<RedoclyDescription, 'sources' | 'texts'>) {
  const {location} = finding;
  if (location === undefined) return {message: sentence(finding)};
  const {uri, pointer, at} = location;
  const source = read.sources.get(uri);
  if (source) {
    const place = {source, pointer: pointer === '' ? '#/' : `#${pointer}`, reportOnKey: at === 'key'};
    return {message: sentence(finding), location: place};
  }
  const position = locate([location], read.texts).get(location);
  const shown = `${fileName(uri)}${position ? `:${position.line}:${position.column}` : ''}`;
  return {message: `${shown}: ${sentence(finding)}`};
}

/** A note as one line; its place is a pointer, as a line would need another parse of the file. */
export function noteText(note: Problem): string {
  const {location} = note;
  return `note${location ? ` at ${fileName(location.uri)}#${location.pointer}` : ''}${ruleLabel(note)}${sentence(note)}`;
}

/** Message and hint, which names options of the decorator. */
function sentence(finding: Finding): string {
  const hint = hintOf(finding);
  return hint === undefined ? finding.message : `${finding.message}; ${withOptions(hint, DECORATOR_OPTIONS)}`;
}

function fileName(uri: string): string {
  return uri.startsWith('file:') ? path.relative('', fileURLToPath(uri)) : uri;
}
