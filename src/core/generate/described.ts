import {atOrigin, type Finding, type Origin, type Problem} from '../base/problem.ts';
import {type Description, readOpenapi} from '../openapi/description.ts';
import type {DocumentSource} from '../openapi/documents.ts';
import {identify} from '../openapi/version.ts';

/** How a document was read. */
export interface DocumentOptions {
  readonly problems?: readonly Problem[];
  /** Absolute URI of the document, from which relative references are resolved. */
  readonly uri?: string;
  /** The other documents that references point to, by absolute URI, or what looks values up in them. */
  readonly documents?: DocumentSource;
  /** The result of `readOpenapi` for `document` and `documents`, when that was done already. */
  readonly openapi?: Description | undefined;
  /** Where the values of `document` were written, when overlays were applied to it. */
  readonly origin?: Origin | undefined;
}

/** A document as it was read, with its problems. */
export interface Described {
  /** Absent for what is not a description. */
  readonly description?: Description;
  readonly problems: readonly Problem[];
  /** Puts something of the description at the place where it was written, maybe in an overlay. */
  toOrigin<F extends Pick<Finding, 'location'>>(thing: F): F;
}

/** Reads a parsed document, as far as that was not done already; pure. */
export function readDescribed(
  document: unknown,
  {uri = 'openapi:///description', documents = new Map(), origin, openapi, problems = []}: DocumentOptions,
): Described {
  const toOrigin: Described['toOrigin'] = (thing) => atOrigin(thing, uri, origin);
  const identified = identify(document, uri);
  return 'version' in identified
    ? {description: openapi ?? readOpenapi(identified, uri, documents), problems, toOrigin}
    : {problems: [...problems, toOrigin(identified)], toOrigin};
}
