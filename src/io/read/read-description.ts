import {identify} from '../../core/identify.ts';
import {type Description as OpenapiDescription, readOpenapi} from '../../core/openapi/description.ts';
import type {DocumentEntry, Documents} from '../../core/openapi/documents.ts';
import type {Problem} from '../../core/problem.ts';
import {readFileUri, readStandardInput} from './local-file.ts';
import {type DocumentText, parseDocument, parseOutline} from './parse-document.ts';
import {readDocument} from './read-document.ts';
import {fetchUri} from './remote-document.ts';
import {isRemote, STANDARD_INPUT, uriOf} from './source.ts';
import {type PathBase, UnreadableSource} from './unreadable-source.ts';

export interface ReadOptions {
  /** Follow references to other hosts than the description's own. */
  readonly remoteRefs?: boolean;
}

/** A description with every document that its path items and operations refer to. */
export interface Description {
  /** What routes and settings are read from: of a large description only the outline. */
  readonly document: unknown;
  readonly uri: string;
  /** The documents that references point to; of a large description also the whole. */
  readonly documents: Documents;
  /** The operations and settings; absent for a document that is not an OpenAPI description. */
  readonly openapi?: OpenapiDescription;
  /** The text of each document that was read, by URI, to find lines and columns in. */
  readonly texts: ReadonlyMap<string, DocumentText>;
  /** Warnings about the syntax of documents that were read nevertheless. */
  readonly problems: readonly Problem[];
}

/** The description itself could not be read or parsed. */
export class UnreadableDescription extends Error {
  /** The reason, or one for each place of the text that is not valid. */
  readonly problems: readonly Problem[];
  readonly texts: ReadonlyMap<string, DocumentText>;

  constructor(problems: readonly Problem[], texts: ReadonlyMap<string, DocumentText>) {
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
 * @throws UnreadableDescription when the description itself cannot be read; a document that it refers to and that cannot
 *   be read becomes a problem of `generate`
 */
export async function readDescription(
  source: string,
  options: ReadOptions = {},
  base?: PathBase,
): Promise<Description> {
  const texts = new Map<string, DocumentText>();
  const problems: Problem[] = [];
  const found = {texts, problems};
  const uri = uriOf(source);
  const documents = new Map<string, DocumentEntry>();
  const root = await load(
    uri,
    found,
    source === STANDARD_INPUT ? async () => readStandardInput() : () => readUri(uri, true, base),
    documents,
  );
  if ('unreadable' in root) {
    const {more = [], ...first} = root.unreadable;
    const input = {code: 'input', severity: 'error', location: {uri, pointer: ''}} as const;
    throw new UnreadableDescription(
      [first, ...more].map((fault): Problem => ({...input, ...fault})),
      texts,
    );
  }

  const identified = identify(root.content, uri);
  let openapi: OpenapiDescription | undefined;
  if ('version' in identified) {
    for (;;) {
      openapi = readOpenapi(identified, uri, documents);
      const {missing} = openapi;
      if (missing.size === 0) break;
      await Promise.all(
        [...missing].map(async (target) => {
          documents.set(target, await load(target, found, () => readReferred(target, uri, options)));
        }),
      );
    }
  }
  return {document: root.content, uri, documents, texts, problems, ...(openapi && {openapi})};
}

/** What is kept of the documents that are read. */
interface Found {
  readonly texts: Map<string, DocumentText>;
  readonly problems: Problem[];
}

async function load(
  uri: string,
  {texts, problems}: Found,
  read: () => Promise<Buffer>,
  whole?: Map<string, DocumentEntry>,
): Promise<DocumentEntry> {
  try {
    const bytes = await read();
    const outline = whole && parseOutline(bytes);
    if (outline) {
      texts.set(uri, outline);
      whole.set(uri, parsedLater(bytes, uri));
      return {content: outline.content};
    }
    const {entry, syntax, corrected = bytes, warning} = await readDocument(bytes, uri);
    texts.set(uri, {bytes: corrected, syntax});
    if (warning) problems.push({code: 'yaml-indentation', severity: 'warning', ...warning});
    return entry;
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return {unreadable: {message: error.message, hint: error.hint}};
  }
}

/** A document that was read without an error, parsed when a `$ref` points into it. */
function parsedLater(bytes: Buffer, uri: string): DocumentEntry {
  let parsed: DocumentEntry | undefined;
  return {
    get content() {
      parsed ??= parseDocument(bytes, uri).entry;
      return 'content' in parsed ? parsed.content : undefined;
    },
  };
}

async function readUri(uri: string, mayLeaveHost: boolean, base?: PathBase): Promise<Buffer> {
  return isRemote(uri) ? fetchUri(uri, mayLeaveHost) : readFileUri(uri, base);
}

async function readReferred(
  target: string,
  root: string,
  {remoteRefs = false}: ReadOptions,
): Promise<Buffer> {
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
  if (isRemote(target) && !remoteRefs && new URL(target).host !== hostOf(root)) {
    throw new UnreadableSource(
      'references to other hosts are not followed',
      'use `--remote-refs` if you trust the description',
    );
  }
  return readUri(target, remoteRefs, 'reference');
}

function hostOf(uri: string): string | undefined {
  return isRemote(uri) ? new URL(uri).host : undefined;
}
