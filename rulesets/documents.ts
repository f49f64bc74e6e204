import {pathToFileURL} from 'node:url';
import type {RulesetFunctionContext} from '@stoplight/spectral-core';
import type {Documents} from '../src/core/documents.ts';

/** The URI of what Spectral calls a source: a file's path, an address, or nothing for a text without a name. */
export function uriOf(source: string | null): string {
  if (source === null) return 'openapi:///description';
  return /^[a-z]+:\/\//i.test(source) ? new URL(source).href : pathToFileURL(source).href;
}

/** The documents that the linted one refers to, as Spectral parsed them. */
export function documentsOf({referencedDocuments}: RulesetFunctionContext['documentInventory']): Documents {
  return new Map(
    Object.entries(referencedDocuments).map(([source, {data}]) => [uriOf(source), {content: data}]),
  );
}

/** The document at `uri`: one that the linted one refers to, or else the linted one. */
export function documentAt(uri: string, context: RulesetFunctionContext): RulesetFunctionContext['document'] {
  const {document, documentInventory} = context;
  const sources = Object.entries(documentInventory.referencedDocuments);
  const referenced = sources.find(([source]) => uriOf(source) === uri)?.[1];
  return uri === uriOf(document.source) ? document : (referenced ?? document);
}
