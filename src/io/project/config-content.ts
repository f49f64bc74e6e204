import {isMap, type JsonMap} from '../../core/base/json.ts';
import {inputError} from '../../core/base/problem.ts';
import {typeName} from '../../core/base/quote.ts';
import {UnreadableDescription} from '../read/document-reader.ts';
import {inputProblems, readDocument} from '../read/parse-document.ts';

/** The configuration cannot be used. */
export class UnusableConfig extends UnreadableDescription {}

export interface ConfigContent {
  readonly content: JsonMap;
  readonly text: Buffer;
}

/** Parses a configuration file. Throws UnusableConfig with all syntax errors and their places. */
export async function configContent(bytes: Buffer, uri: string): Promise<ConfigContent> {
  const {entry, warning} = await readDocument(bytes, uri);
  if ('unreadable' in entry) throw new UnusableConfig(inputProblems(entry, uri));
  // Redocly refuses it.
  if (warning) throw new UnusableConfig([{code: 'input', severity: 'error', ...warning}]);
  if (isMap(entry.content)) return {content: entry.content, text: bytes};
  const message = `not a Redocly configuration: expected a map, found ${typeName(entry.content)}`;
  const location = {uri, pointer: ''};
  throw new UnusableConfig([inputError(message, 'begin it with `apis:`', {location})]);
}
