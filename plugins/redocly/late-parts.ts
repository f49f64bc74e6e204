/**
 * What only rare descriptions need, in a file of its own: it holds a YAML library, and evaluating that takes longer than making a
 * profile. To be had through `late.ts`.
 */
import type {FoundValue, UnreadableDocument} from '../../src/core/documents.ts';
import {valueAt} from '../../src/core/json-pointer.ts';
import type {Location} from '../../src/core/problem.ts';
import {parseDocument} from '../../src/io/parse-document.ts';
import {readFileUri, UnreadableSource} from '../../src/io/source.ts';

export {renderYaml} from '../../src/core/render.ts';

/** What `apigen mesh` would read at a place of a file. */
export function readApart({uri, pointer}: Location): FoundValue | UnreadableDocument {
  try {
    const {entry} = parseDocument(readFileUri(uri), uri);
    return 'content' in entry ? {value: valueAt(entry.content, pointer)} : entry;
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return {unreadable: {message: error.message, hint: error.hint}};
  }
}
