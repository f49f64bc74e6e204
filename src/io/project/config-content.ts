import {isMap, type JsonMap} from '../../core/base/json.ts';
import {inputError, type Problem} from '../../core/base/problem.ts';
import {kindOf} from '../../core/base/quote.ts';
import {inputProblems, readDocument} from '../read/parse-document.ts';

/** The configuration cannot be used; `problems` are the reasons, and `text` the file, to find their lines in. */
export class UnusableConfig extends Error {
  readonly problems: readonly Problem[];
  readonly text: Buffer | undefined;

  constructor(problems: readonly Problem[], text?: Buffer) {
    super(problems[0]?.message);
    this.name = 'UnusableConfig';
    this.problems = problems;
    this.text = text;
  }
}

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
  const message = `not a Redocly configuration: expected a map, found ${kindOf(entry.content)}`;
  const location = {uri, pointer: ''};
  throw new UnusableConfig([inputError(message, 'begin it with `apis:`', {location})]);
}
