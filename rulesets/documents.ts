import {pathToFileURL} from 'node:url';
import type {RulesetFunctionContext} from '@stoplight/spectral-core';
import type {Documents} from '../src/core/openapi/documents.ts';

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
