import {hasErrors, type Origin, type Problem} from '../../core/base/problem.ts';
import {type Description, readOpenapi} from '../../core/openapi/description.ts';
import type {Documents} from '../../core/openapi/documents.ts';
import {identify} from '../../core/openapi/version.ts';
import type {OverlaidDescription, OverlayDocument} from '../../core/overlay/apply-overlays.ts';
import {missingInOperations} from '../../core/trace-tests/whole-description.ts';
import type {PathBase} from '../system-error.ts';
import {type DocumentAccess, DocumentReader, UnreadableDescription} from './document-reader.ts';
import {inputProblems} from './parse-document.ts';
import {isRemote, uriOf} from './source.ts';

export {UnreadableDescription};

export interface ReadOptions extends DocumentAccess {
  /** OpenAPI Overlays, files or http(s) URLs, that are applied to the description one after another. */
  readonly overlays?: readonly string[];
  /**
   * How many of them, from the first on, are applied as `redocly bundle` does it: to the bundled description, with `$ref`s that are relative
   * to the overlay. One on another host than the description is only read with `remoteRefs`.
   */
  readonly redoclyOverlays?: number;
  /** The description itself, as text or as parsed values of which no places are known, when it is not to be read from where its name says. */
  readonly given?: {readonly bytes: Buffer} | {readonly content: unknown} | undefined;
  /** The methods of the operations that are tested: for these, all that operations refer to is read. */
  readonly tests?: readonly string[];
}

/** A description with every document that its path items and operations refer to. */
export interface ReadDescription {
  /** The value that routes and settings are read from: large YAML is without what none are read from. */
  readonly document: unknown;
  readonly uri: string;
  readonly documents: Documents;
  /** The operations and settings; absent for a document that is not an OpenAPI description. */
  readonly openapi?: Description;
  /** The text of each document that was read, by URI, to find lines and columns in. */
  readonly texts: ReadonlyMap<string, Buffer>;
  /** Where the values of `document` were written, when overlays were applied to it. */
  readonly origin?: Origin;
  /** Problems of overlays, and warnings about the syntax of documents that were read nevertheless. */
  readonly problems: readonly Problem[];
}

/**
 * Reads a description and those of the documents it refers to that hold a path item or an operation; schemas elsewhere
 * are not read.
 *
 * @param source a file, an http(s) URL, or `-` for standard input
 * @param base what a relative path in `source` was relative to, for the message
 * @throws UnreadableDescription when the description itself cannot be read, an overlay cannot be applied, or the documents
 *   reach a limit; another document that cannot be read becomes a problem of `generate`
 */
export async function readDescription(
  source: string,
  options: ReadOptions = {},
  base?: PathBase,
): Promise<ReadDescription> {
  const {overlays = [], given, tests} = options;
  const uri = uriOf(source);
  const reader = new DocumentReader(uri, options, base);
  // An overlay may change any value.
  const mayLeaveOut = overlays.length === 0 && !tests;
  const entry =
    given === undefined
      ? await reader.readSource(source, mayLeaveOut)
      : 'content' in given
        ? given
        : await reader.read(uri, () => given.bytes, mayLeaveOut);
  if ('unreadable' in entry) throw new UnreadableDescription(inputProblems(entry, uri), reader.texts);
  const overlaid = overlays.length > 0 && (await withOverlays(entry.content, options, reader));
  const {content: document} = overlaid || entry;
  const openapi = await readWithReferences(document, reader, tests !== undefined);
  const {documents, texts, problems} = reader;
  const origin = overlaid && {origin: overlaid.origin};
  return {document, uri, documents, texts, problems, ...(openapi && {openapi}), ...origin};
}

/** The operations and settings of a description, and every document that they refer to. */
async function readWithReferences(
  content: unknown,
  reader: DocumentReader,
  readsWhole: boolean,
): Promise<Description | undefined> {
  const identified = identify(content, reader.root);
  if (!('version' in identified)) return undefined;
  for (;;) {
    const openapi = readOpenapi(identified, reader.root, reader.documents);
    const inOperations = readsWhole ? missingInOperations(openapi, content, reader.documents) : [];
    const missing = [...openapi.missing, ...inOperations];
    if (missing.length === 0) return openapi;
    await reader.readReferences([...new Set(missing.map((place) => place.uri))]);
  }
}

/** The root document after overlays. Throws when one cannot be applied: other problems could be due to that. */
async function withOverlays(
  content: unknown,
  {overlays: sources = [], redoclyOverlays = 0}: ReadOptions,
  reader: DocumentReader,
): Promise<Omit<OverlaidDescription, 'problems'>> {
  const {applyOverlays} = await import('../../core/overlay/apply-overlays.ts');
  // It takes half a second to load.
  const redocly = redoclyOverlays > 0 ? await import('./bundle-description.ts') : undefined;
  const bundled = (await redocly?.bundleDescription(content, reader)) ?? {content, written: undefined};
  const overlays: OverlayDocument[] = [];
  for (const [index, source] of sources.entries()) {
    const uri = uriOf(source);
    const own = index < redoclyOverlays ? redocly : undefined;
    const entry = await (own && isRemote(uri) ? reader.readReference(uri) : reader.readSource(source));
    overlays.push({uri, entry: own?.asRedocly(entry, uri, reader.root) ?? entry});
  }
  const {problems, ...root} = applyOverlays(bundled.content, reader.root, overlays, bundled.written);
  reader.problems.push(...problems);
  if (hasErrors(problems)) throw new UnreadableDescription(reader.problems, reader.texts);
  return root;
}
