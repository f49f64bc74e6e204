import {valueAt} from './json-pointer.ts';
import type {Location, Problem} from './problem.ts';

/** A document that could not be had: the reason and, when it lies inside the document, the place. */
export interface UnreadableDocument {
  readonly unreadable: Pick<Problem, 'message' | 'hint' | 'location'>;
}

export type DocumentEntry = {readonly content: unknown} | UnreadableDocument;

/** The documents that references lead to, by absolute URI without fragment. */
export type Documents = ReadonlyMap<string, DocumentEntry>;

/**
 * Looks up what a `$ref` leads to: the value there (`undefined` when nothing stands there), and where it stands if not at
 * `place`; or why its document cannot be had. `undefined` when the document was not given.
 */
export type LookUp = (place: Location, reference: Reference) => FoundValue | UnreadableDocument | undefined;

export interface FoundValue {
  readonly value: unknown;
  readonly location?: Location;
}

/** A `$ref` as written, and the URI of the document in which it stands. */
export interface Reference {
  readonly text: string;
  readonly base: string;
}

/** The documents themselves, or whatever finds values in them. */
export type DocumentSource = Documents | LookUp;

/** Looks values up in the root document, and otherwise in `source`. */
export function lookUpFrom(root: unknown, rootUri: string, source: DocumentSource): LookUp {
  const elsewhere = typeof source === 'function' ? source : lookUpIn(source);
  return (place, reference) =>
    place.uri === rootUri ? {value: valueAt(root, place.pointer)} : elsewhere(place, reference);
}

function lookUpIn(documents: Documents): LookUp {
  return ({uri, pointer}) => {
    const entry = documents.get(uri);
    return entry && 'content' in entry ? {value: valueAt(entry.content, pointer)} : entry;
  };
}
