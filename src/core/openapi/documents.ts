import {ownValue, valueAt} from '../base/json.ts';
import type {Finding, Location} from '../base/problem.ts';

/** The keys in `components` that are looked at without a reference, or that references of most descriptions lead to. */
export const READ_COMPONENT = /^(?:parameters|pathItems|securitySchemes|x-.*)$/;

/** A document that could not be read: the reason and, when it is inside of the document, the place. */
export interface UnreadableDocument {
  readonly unreadable: Pick<Finding, 'message' | 'hint' | 'location'> & {
    /** The other faults of the document. */
    readonly more?: readonly Finding[];
  };
}

/** The content of a document, and how a value is found in it if something of it was left out. */
export type DocumentEntry = {readonly content: unknown; find?(pointer: string): unknown} | UnreadableDocument;

/** The documents that references point to, by absolute URI without fragment. */
export type Documents = ReadonlyMap<string, DocumentEntry>;

/**
 * Looks up the target of a `$ref`: the value (`undefined` when there is none), and its location if that is not `place`; or
 * why its document cannot be read. `undefined` when the document was not given.
 */
export type LookUp = (place: Location, reference: Reference) => FoundValue | UnreadableDocument | undefined;

export interface FoundValue {
  readonly value: unknown;
  readonly location?: Location;
}

/** A `$ref` as written, and the URI of the document that holds it. */
export interface Reference {
  readonly text: string;
  readonly base: string;
}

/** The documents themselves, or whatever finds values in them. */
export type DocumentSource = Documents | LookUp;

/** The address that a document gives itself, as an absolute URI. Source: OpenAPI 3.2, OpenAPI Object, `$self`. */
export function selfAddress(document: unknown, uri: string): string | undefined {
  const self = ownValue(document, '$self');
  return typeof self === 'string' && URL.canParse(self, uri) ? new URL(self, uri).href : undefined;
}

/** Looks values up in the root document, unless `source` has it, and otherwise in `source`. */
export function lookUpFrom(root: unknown, rootUri: string, source: DocumentSource): LookUp {
  const rootEntry: DocumentEntry = {content: root};
  const entryAt = (uri: string) =>
    (typeof source === 'function' ? undefined : source.get(uri)) ?? (uri === rootUri ? rootEntry : undefined);
  const selfOf = (uri: string) => {
    const entry = entryAt(uri);
    return entry && 'content' in entry ? selfAddress(entry.content, uri) : undefined;
  };
  return (place, reference) => {
    const {pointer} = place;
    const uri = [rootUri, reference.base].find((one) => selfOf(one) === place.uri) ?? place.uri;
    const entry = entryAt(uri);
    if (entry === undefined) return typeof source === 'function' ? source(place, reference) : undefined;
    if ('unreadable' in entry) return entry;
    const value = entry.find ? entry.find(pointer) : valueAt(entry.content, pointer);
    return {value, location: {uri, pointer}};
  };
}
