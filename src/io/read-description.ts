import type {DocumentEntry, Documents} from '../core/documents.ts';
import {isMap} from '../core/json-pointer.ts';
import {detectVersion} from '../core/openapi.ts';
import {readOperations} from '../core/operations.ts';
import type {Problem} from '../core/problem.ts';
import {type DocumentText, parseDocument} from './parse-document.ts';
import {
  fetchUri,
  isRemote,
  readFileUri,
  readStandardInput,
  SEEN_FROM,
  STANDARD_INPUT,
  UnreadableSource,
  uriOf,
} from './source.ts';

export interface ReadOptions {
  /** Follow references to other hosts than the description's own. */
  readonly remoteRefs?: boolean;
}

/** A description with every document that its path items and operations refer to. */
export interface Description {
  readonly document: unknown;
  readonly uri: string;
  readonly documents: Documents;
  /** The text of each document that was read, by URI, to find lines and columns in. */
  readonly texts: ReadonlyMap<string, DocumentText>;
}

/** The description itself could not be read or parsed. */
export class UnreadableDescription extends Error {
  readonly problem: Problem;
  readonly texts: ReadonlyMap<string, DocumentText>;

  constructor(problem: Problem, texts: ReadonlyMap<string, DocumentText>) {
    super(problem.message);
    this.name = 'UnreadableDescription';
    this.problem = problem;
    this.texts = texts;
  }
}

/**
 * Reads a description and, of the documents that it refers to, those that hold a path item or an operation: schemas
 * elsewhere are not read.
 *
 * @param source a file, an http(s) URL, or `-` for standard input
 * @throws UnreadableDescription when the description itself cannot be read; what is wrong with a document that it
 *   refers to becomes a problem of `generateServiceProfile`
 */
export async function readDescription(source: string, options: ReadOptions = {}): Promise<Description> {
  const texts = new Map<string, DocumentText>();
  const uri = uriOf(source);
  const root = await load(
    uri,
    texts,
    source === STANDARD_INPUT ? async () => readStandardInput() : () => readUri(uri, true),
  );
  if ('unreadable' in root) {
    const {location = {uri, pointer: ''}, ...fault} = root.unreadable;
    throw new UnreadableDescription({code: 'input', severity: 'error', ...fault, location}, texts);
  }

  const documents = new Map<string, DocumentEntry>();
  const version = isMap(root.content) ? detectVersion(root.content, uri) : undefined;
  if (isMap(root.content) && typeof version === 'string') {
    for (;;) {
      const {missing} = readOperations(root.content, uri, version, documents);
      if (missing.size === 0) break;
      await Promise.all(
        [...missing].map(async (target) => {
          documents.set(target, await load(target, texts, () => readReferred(target, uri, options)));
        }),
      );
    }
  }
  return {document: root.content, uri, documents, texts};
}

async function load(
  uri: string,
  texts: Map<string, DocumentText>,
  read: () => Promise<Buffer>,
): Promise<DocumentEntry> {
  try {
    const bytes = await read();
    const {entry, syntax} = parseDocument(bytes, uri);
    texts.set(uri, {bytes, syntax});
    return entry;
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return {unreadable: {message: error.message, hint: error.hint}};
  }
}

async function readUri(uri: string, mayLeaveHost: boolean): Promise<Buffer> {
  return isRemote(uri) ? fetchUri(uri, mayLeaveHost) : readFileUri(uri);
}

async function readReferred(
  target: string,
  root: string,
  {remoteRefs = false}: ReadOptions,
): Promise<Buffer> {
  if (!isRemote(target) && !target.startsWith('file:')) {
    throw new UnreadableSource(
      'only files and http(s) addresses can be referred to',
      'refer to a file, seen from the one that refers to it',
    );
  }
  if (!isRemote(target) && isRemote(root)) {
    throw new UnreadableSource(
      'a remote description may not refer to local files',
      'refer to an http(s) address',
    );
  }
  if (isRemote(target) && !remoteRefs && new URL(target).host !== hostOf(root)) {
    throw new UnreadableSource(
      'references to other hosts are not followed',
      'allow them with `--remote-refs`, if you trust the description',
    );
  }
  try {
    return await readUri(target, remoteRefs);
  } catch (error) {
    const misseen = error instanceof UnreadableSource && error.hint === SEEN_FROM.commandLine;
    throw misseen ? new UnreadableSource(error.message, SEEN_FROM.reference, {cause: error}) : error;
  }
}

function hostOf(uri: string): string | undefined {
  return isRemote(uri) ? new URL(uri).host : undefined;
}
