import {isMap, type JsonMap} from '../../core/json.ts';
import {kindOf} from '../../core/quote.ts';
import type {DocumentText} from '../read/parse-document.ts';
import {readDocument} from '../read/read-document.ts';
import {UnusableConfig} from './unusable-config.ts';

/** A configuration file as written. */
export interface ConfigContent {
  readonly content: JsonMap;
  readonly text: DocumentText;
}

/**
 * Parses a configuration file.
 *
 * @throws UnusableConfig with all syntax errors and their places
 */
export async function configContent(bytes: Buffer, uri: string): Promise<ConfigContent> {
  const {entry, syntax, warning} = await readDocument(bytes, uri);
  if ('unreadable' in entry) {
    const {more = [], ...first} = entry.unreadable;
    throw new UnusableConfig([first, ...more].map((fault) => ({location: {uri, pointer: ''}, ...fault})));
  }
  // Redocly refuses it.
  if (warning) throw new UnusableConfig(warning);
  if (isMap(entry.content)) return {content: entry.content, text: {bytes, syntax}};
  const message = `not a Redocly configuration: expected a map, found ${kindOf(entry.content)}`;
  throw new UnusableConfig({message, hint: 'begin it with `apis:`', location: {uri, pointer: ''}});
}
