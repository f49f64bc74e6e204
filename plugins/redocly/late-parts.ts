/**
 * What only rare descriptions need, in a file of its own: it holds a YAML library, and evaluating that takes longer than making a
 * profile. To be had through `late.ts`.
 */
import type {FoundValue, UnreadableDocument} from '../../src/core/documents.ts';
import {valueAt} from '../../src/core/json-pointer.ts';
import type {Location, Problem} from '../../src/core/problem.ts';
import {type DocumentText, parseDocument} from '../../src/io/parse-document.ts';
import {report} from '../../src/io/report.ts';
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

type Sources = ReadonlyMap<string, {readonly body: string}>;

/** The lines that tell of problems in texts that Redocly has read, as `apigen mesh` prints them. */
export function reportIn(
  problems: readonly Problem[],
  sources: Sources,
  nameOf: (uri: string) => string,
): string {
  // Reading a file again takes a fraction of the time that encoding its text would.
  const wanted = new Set(problems.map(({location}) => location?.uri));
  const bytes = [...sources]
    .filter(([uri]) => wanted.has(uri))
    .map(([uri, {body}]) => [uri, uri.startsWith('file:') ? readFileUri(uri) : Buffer.from(body)] as const);
  const reportAs = (syntaxOf: (uri: string, text: Buffer) => DocumentText['syntax']) => {
    const texts = bytes.map(([uri, text]) => [uri, {bytes: text, syntax: syntaxOf(uri, text)}] as const);
    return report(problems, {texts: new Map(texts), nameOf});
  };
  try {
    // Parsing megabytes once more to know the syntax takes longer than finding all places in them.
    return reportAs((uri) => (uri.endsWith('.json') ? 'json' : 'yaml'));
  } catch {
    return reportAs((uri, text) => parseDocument(text, uri).syntax);
  }
}
