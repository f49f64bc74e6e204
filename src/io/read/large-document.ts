import {valueAt} from '../../core/json.ts';
import type {DocumentContent, DocumentEntry} from '../../core/openapi/documents.ts';
import type {Finding} from '../../core/problem.ts';
import {JsonTargets} from './json-targets.ts';
import {type DocumentText, parseDocument} from './parse-document.ts';
import {LimitReached} from './read-limits.ts';

/** A large document of which an outline was made. It is parsed when a `$ref` points into it; of JSON only the target is. */
export class LargeDocument implements DocumentContent {
  readonly #text: DocumentText;
  readonly #uri: string;
  readonly #refuse: (fault: Finding) => Error;
  readonly #targets: JsonTargets;
  #parsed: DocumentEntry | undefined;

  /** @param refuse the error to throw when the document reaches a limit that its outline does not */
  constructor(text: DocumentText, uri: string, refuse: (fault: Finding) => Error) {
    this.#text = text;
    this.#uri = uri;
    this.#refuse = refuse;
    this.#targets = new JsonTargets(text.bytes);
  }

  get content(): unknown {
    this.#parsed ??= parseDocument(this.#text.bytes, this.#uri).entry;
    if ('content' in this.#parsed) return this.#parsed.content;
    throw this.#refuse(this.#parsed.unreadable);
  }

  find(pointer: string): unknown {
    if (this.#text.syntax === 'yaml') return valueAt(this.content, pointer);
    try {
      return this.#targets.valueAt(pointer);
    } catch (error) {
      if (error instanceof LimitReached) throw this.#refuse({message: error.message, hint: error.hint});
      // The whole document has as many entries: it is refused, or large enough for them.
      if (error instanceof SyntaxError) return valueAt(this.content, pointer);
      throw error;
    }
  }
}
