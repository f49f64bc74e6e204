import {pointerTokens, valueAt} from '../../core/base/json.ts';
import {MAX_REMOTE_BYTES, MAX_REQUESTS} from '../../core/base/limits.ts';
import {hasErrors, type Origin, type Problem} from '../../core/base/problem.ts';
import {type Description, readOpenapi} from '../../core/openapi/description.ts';
import type {DocumentEntry, Documents} from '../../core/openapi/documents.ts';
import {identify} from '../../core/openapi/version.ts';
import type {OverlayDocument} from '../../core/overlay/apply-overlays.ts';
import {missingInOperations} from '../../core/tests/whole-description.ts';
import {type PathBase, UnreadableSource} from '../system-error.ts';
import {readFileUri, readStandardInput} from './local-file.ts';
import {inputProblems, parseDocument, readDocument} from './parse-document.ts';
import {ByteLimit, LimitReached, RemoteTime} from './read-limits.ts';
import {fetchUri, type Send} from './remote-document.ts';
import {isRemote, STANDARD_INPUT, uriOf} from './source.ts';

export interface ReadOptions {
  /** Follow references to other hosts than the description's own. */
  readonly remoteRefs?: boolean;
  readonly remoteTime?: RemoteTime;
  /** OpenAPI Overlays, files or http(s) URLs, that are applied to the description one after another. */
  readonly overlays?: readonly string[];
  /** The description itself, when it is not to be read from where its name says. */
  readonly given?: GivenDescription | undefined;
  /** The methods of the operations that are tested: for these, all that operations refer to is read. */
  readonly tests?: readonly string[];
  /** How the description is asked for, when a Service serves it. */
  readonly send?: Send;
}

/** A description as text, or as parsed values of which no places are known. */
export type GivenDescription = {readonly bytes: Buffer} | {readonly content: unknown};

/** A description with every document that its path items and operations refer to. */
export interface ReadDescription {
  /** What routes and settings are read from: large YAML is without what none are read from. */
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

/** The description itself could not be read or parsed. */
export class UnreadableDescription extends Error {
  readonly problems: readonly Problem[];
  readonly texts: ReadonlyMap<string, Buffer>;

  constructor(problems: readonly Problem[], texts: ReadonlyMap<string, Buffer>) {
    super(problems[0]?.message);
    this.name = 'UnreadableDescription';
    this.problems = problems;
    this.texts = texts;
  }
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
  const texts = new Map<string, Buffer>();
  const problems: Problem[] = [];
  const uri = uriOf(source);
  const reader: Reader = {
    texts,
    problems,
    documents: new Map(),
    root: uri,
    limit: new ByteLimit(),
    remoteLimit: new ByteLimit('remote documents', MAX_REMOTE_BYTES),
    remoteRefs: options.remoteRefs === true,
    remoteTime: options.remoteTime ?? new RemoteTime(),
    send: options.send,
    readsWhole: options.tests !== undefined,
  };
  const {overlays = [], given} = options;
  // An overlay may change any value.
  const hasOverlays = overlays.length > 0;
  const mayLeaveOut = !hasOverlays && !options.tests;
  const read = async () => (given && 'bytes' in given ? given.bytes : readRoot(source, uri, reader, base));
  const entry = given && 'content' in given ? given : await load(uri, reader, read, mayLeaveOut);
  if ('unreadable' in entry) throw new UnreadableDescription(inputProblems(entry, uri), texts);
  const root = hasOverlays ? await withOverlays(entry.content, overlays, reader, base) : entry;
  const openapi = await readWithReferences(root, reader);
  const {documents} = reader;
  const {content: document, origin}: OverlaidRoot = root;
  return {document, uri, documents, texts, problems, ...(openapi && {openapi}), ...(origin && {origin})};
}

/** The operations and settings of a description, and every document that they refer to. */
async function readWithReferences({content}: OverlaidRoot, reader: Reader): Promise<Description | undefined> {
  const identified = identify(content, reader.root);
  if (!('version' in identified)) return undefined;
  for (;;) {
    const openapi = readOpenapi(identified, reader.root, reader.documents);
    const inOperations = reader.readsWhole ? missingInOperations(openapi, content, reader.documents) : [];
    const missing = [...openapi.missing, ...inOperations];
    if (missing.length === 0) return openapi;
    await readAll([...new Set(missing.map((place) => place.uri))], reader);
  }
}

interface OverlaidRoot {
  readonly content: unknown;
  readonly origin?: Origin;
}

/** The root document after overlays. Throws when one cannot be applied: other problems could be due to that. */
async function withOverlays(
  content: unknown,
  overlays: readonly string[],
  reader: Reader,
  base: PathBase | undefined,
): Promise<OverlaidRoot> {
  const {applyOverlays} = await import('../../core/overlay/apply-overlays.ts');
  const entries: OverlayDocument[] = [];
  for (const source of overlays) {
    const uri = uriOf(source);
    entries.push({uri, entry: await load(uri, reader, () => readRoot(source, uri, reader, base))});
  }
  const {problems, ...root} = applyOverlays(content, reader.root, entries);
  if (hasErrors(problems)) throw new UnreadableDescription([...reader.problems, ...problems], reader.texts);
  for (const problem of problems) reader.problems.push(problem);
  return root;
}

interface Reader {
  readonly texts: Map<string, Buffer>;
  readonly problems: Problem[];
  readonly documents: Map<string, DocumentEntry>;
  readonly root: string;
  readonly limit: ByteLimit;
  readonly remoteLimit: ByteLimit;
  readonly remoteRefs: boolean;
  readonly remoteTime: RemoteTime;
  readonly send: Send | undefined;
  readonly readsWhole: boolean;
}

async function readAll(uris: readonly string[], reader: Reader): Promise<void> {
  for (let first = 0; first < uris.length; first += MAX_REQUESTS)
    await Promise.all(
      uris.slice(first, first + MAX_REQUESTS).map(async (uri) => {
        reader.documents.set(uri, await load(uri, reader, () => readReferred(uri, reader)));
      }),
    );
}

async function load(
  uri: string,
  reader: Reader,
  read: () => Buffer | Promise<Buffer>,
  mayLeaveOut = false,
): Promise<DocumentEntry> {
  try {
    const bytes = await read();
    const {entry, corrected = bytes, leftOut, warning} = await readDocument(bytes, uri, mayLeaveOut);
    reader.texts.set(uri, corrected);
    if (warning) reader.problems.push({code: 'yaml-indentation', severity: 'warning', ...warning});
    if (leftOut && 'content' in entry) {
      let whole: unknown;
      const find = (pointer: string) => {
        const value = valueAt(entry.content, pointer);
        if (value !== undefined || !leftOut.has(pointerTokens(pointer)[0] ?? '')) return value;
        whole ??= readWhole(bytes, uri, reader);
        return valueAt(whole, pointer);
      };
      reader.documents.set(uri, {content: entry.content, find});
    }
    return entry;
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    const {message, hint} = error;
    // Reported once, not for every `$ref` whose document could not be read any more.
    const entry = {unreadable: {message, hint}};
    if (error instanceof LimitReached)
      throw new UnreadableDescription(inputProblems(entry, reader.root), reader.texts);
    return entry;
  }
}

/** The content of a description of which something was left out, when a `$ref` leads there. */
function readWhole(bytes: Buffer, uri: string, {texts}: Reader): unknown {
  texts.set(uri, bytes);
  const {entry} = parseDocument(bytes, uri);
  if ('unreadable' in entry) throw new UnreadableDescription(inputProblems(entry, uri), texts);
  return entry.content;
}

async function readRoot(
  source: string,
  uri: string,
  reader: Reader,
  base: PathBase | undefined,
): Promise<Buffer> {
  const {limit} = reader;
  if (source === STANDARD_INPUT) return readStandardInput(limit);
  if (isRemote(uri)) return fetchRemote(uri, true, reader);
  return readFileUri(uri, {base, limit, pipes: base === undefined});
}

async function readReferred(target: string, reader: Reader): Promise<Buffer> {
  const {root, remoteRefs, limit} = reader;
  if (!isRemote(target) && !target.startsWith('file:')) {
    throw new UnreadableSource(
      'only files and http(s) addresses are read',
      'refer to a file, relative to the one that holds the `$ref`',
    );
  }
  if (!isRemote(target) && isRemote(root)) {
    throw new UnreadableSource(
      'a remote description cannot refer to local files',
      'refer to an http(s) address',
    );
  }
  if (!isRemote(target)) return readFileUri(target, {base: 'reference', limit});
  if (!remoteRefs && !(isRemote(root) && isSameHost(target, root))) {
    throw new UnreadableSource(
      'references to other hosts are not followed',
      'use `--remote-refs` if you trust the description',
    );
  }
  return fetchRemote(target, remoteRefs, reader);
}

function isSameHost(target: string, root: string): boolean {
  return new URL(target).host === new URL(root).host;
}

/** What a Service serves is asked for as its description is, and does not lead to another host. */
async function fetchRemote(uri: string, mayLeaveHost: boolean, reader: Reader): Promise<Buffer> {
  const {root, remoteTime: time, remoteLimit: limit} = reader;
  const send = reader.send && isSameHost(uri, root) ? reader.send : undefined;
  return fetchUri(uri, {mayLeaveHost: mayLeaveHost && !send, send, time, limit});
}
