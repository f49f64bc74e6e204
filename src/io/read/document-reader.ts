import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {pointerTokens, valueAt} from '../../core/base/json.ts';
import {MAX_REMOTE_BYTES, MAX_REQUESTS} from '../../core/base/limits.ts';
import type {Problem} from '../../core/base/problem.ts';
import type {DocumentEntry} from '../../core/openapi/documents.ts';
import {type PathBase, UnreadableSource} from '../system-error.ts';
import {readFileUri, readStandardInput, UNREADABLE_FOLDER} from './local-file.ts';
import {inputProblems, parseDocument, readDocument} from './parse-document.ts';
import {byteLimit, LimitReached, RemoteTime} from './read-limits.ts';
import {fetchUri, type Send} from './remote-document.ts';
import {isRemote, STANDARD_INPUT, uriOf} from './source.ts';

export interface DocumentAccess {
  /** Follow references to other hosts than the description's own. */
  readonly remoteRefs?: boolean;
  readonly remoteTime?: RemoteTime;
  /** How the description is asked for, when a Service serves it. */
  readonly send?: Send;
}

/** The description itself could not be read or parsed. */
export class UnreadableDescription extends Error {
  readonly problems: readonly Problem[];
  readonly texts: ReadonlyMap<string, Buffer>;

  constructor(problems: readonly Problem[], texts: ReadonlyMap<string, Buffer> = new Map()) {
    super(problems[0]?.message);
    this.name = 'UnreadableDescription';
    this.problems = problems;
    this.texts = texts;
  }
}

/** Reads a description, its overlays and what it refers to, within limits on all of these together. */
export class DocumentReader {
  /** The texts read, by URI. */
  readonly texts = new Map<string, Buffer>();
  readonly problems: Problem[] = [];
  readonly documents = new Map<string, DocumentEntry>();
  readonly root: string;
  readonly #base: PathBase | undefined;
  readonly #access: DocumentAccess;
  readonly #limit = byteLimit();
  readonly #remoteLimit = byteLimit('remote documents', MAX_REMOTE_BYTES);
  readonly #time: RemoteTime;

  /** @param base what relative paths of the user are relative to, for messages */
  constructor(root: string, access: DocumentAccess, base: PathBase | undefined) {
    this.root = root;
    this.#access = access;
    this.#time = access.remoteTime ?? new RemoteTime();
    this.#base = base;
  }

  /** Reads what the user named. */
  async readSource(source: string, mayLeaveOut = false): Promise<DocumentEntry> {
    const uri = uriOf(source);
    return this.read(uri, () => this.#bytesOf(source, uri), mayLeaveOut);
  }

  /** Reads what `$ref`s lead to. */
  async readReferences(uris: readonly string[]): Promise<void> {
    for (let first = 0; first < uris.length; first += MAX_REQUESTS)
      await Promise.all(
        uris.slice(first, first + MAX_REQUESTS).map(async (uri) => {
          this.documents.set(uri, await this.readReference(uri));
        }),
      );
  }

  /** Reads what a `$ref` leads to. */
  readReference(uri: string): Promise<DocumentEntry> {
    return this.read(uri, () => this.#referred(uri));
  }

  async read(
    uri: string,
    bytesOf: () => Buffer | Promise<Buffer>,
    mayLeaveOut = false,
  ): Promise<DocumentEntry> {
    try {
      const bytes = await bytesOf();
      const {entry, corrected = bytes, leftOut, warning} = await readDocument(bytes, uri, mayLeaveOut);
      this.texts.set(uri, corrected);
      if (warning) this.problems.push({code: 'yaml-indentation', severity: 'warning', ...warning});
      if (leftOut && 'content' in entry) {
        let whole: unknown;
        const find = (pointer: string) => {
          const value = valueAt(entry.content, pointer);
          if (value !== undefined || !leftOut.has(pointerTokens(pointer)[0] ?? '')) return value;
          whole ??= this.#whole(bytes, uri);
          return valueAt(whole, pointer);
        };
        this.documents.set(uri, {content: entry.content, find});
      }
      return entry;
    } catch (error) {
      if (!(error instanceof UnreadableSource)) throw error;
      const {message, hint} = error;
      // Reported once, not for every `$ref` whose document could not be read any more.
      const entry = {unreadable: {message, hint}};
      if (error instanceof LimitReached)
        throw new UnreadableDescription(inputProblems(entry, this.root), this.texts);
      return entry;
    }
  }

  /** The content of a description of which something was left out, when a `$ref` leads there. */
  #whole(bytes: Buffer, uri: string): unknown {
    this.texts.set(uri, bytes);
    const {entry} = parseDocument(bytes, uri);
    if ('unreadable' in entry) throw new UnreadableDescription(inputProblems(entry, uri), this.texts);
    return entry.content;
  }

  async #bytesOf(source: string, uri: string): Promise<Buffer> {
    if (source === STANDARD_INPUT) return readStandardInput(this.#limit);
    if (isRemote(uri)) return this.#fetch(uri, true);
    try {
      return readFileUri(uri, {base: this.#base, limit: this.#limit, pipes: this.#base === undefined});
    } catch (error) {
      if (error !== UNREADABLE_FOLDER || this.#base !== undefined) throw error;
      const {patternIn} = await import('./descriptions-in.ts');
      const pattern = patternIn(path.relative('', fileURLToPath(uri)));
      if (pattern === undefined) throw error;
      const {message, hint} = UNREADABLE_FOLDER;
      throw new UnreadableSource(message, `${hint}, or quote a pattern: \`'${pattern}'\``);
    }
  }

  #referred(target: string): Buffer | Promise<Buffer> {
    const {remoteRefs = false} = this.#access;
    if (!isRemote(target)) {
      if (!target.startsWith('file:'))
        throw new UnreadableSource(
          'only files and http(s) addresses are read',
          'refer to a file, relative to the one that holds the `$ref`',
        );
      if (isRemote(this.root))
        throw new UnreadableSource(
          'a remote description cannot refer to local files',
          'refer to an http(s) address',
        );
      return readFileUri(target, {base: 'reference', limit: this.#limit});
    }
    if (!remoteRefs && !(isRemote(this.root) && isSameHost(target, this.root)))
      throw new UnreadableSource(
        'references to other hosts are not followed',
        'use `--remote-refs` if you trust the description',
      );
    return this.#fetch(target, remoteRefs);
  }

  /** Fetches a document. One that a Service serves is fetched as its description, without leaving the host. */
  #fetch(uri: string, mayLeaveHost: boolean): Promise<Buffer> {
    const send = this.#access.send && isSameHost(uri, this.root) ? this.#access.send : undefined;
    return fetchUri(uri, {
      mayLeaveHost: mayLeaveHost && !send,
      send,
      time: this.#time,
      limit: this.#remoteLimit,
    });
  }
}

function isSameHost(target: string, root: string): boolean {
  return new URL(target).host === new URL(root).host;
}
