import {isMap, type JsonMap} from '../../core/json.ts';
import type {Finding, Problem} from '../../core/problem.ts';
import {kindOf} from '../../core/quote.ts';
import {inputProblems, readDocument} from '../read/parse-document.ts';

/** The configuration cannot be used; `problems` are the reasons, and `text` the file, to find their lines in. */
export class UnusableConfig extends Error {
  readonly problems: readonly Problem[];
  readonly text: Buffer | undefined;

  constructor(finding: Finding | readonly Finding[], text?: Buffer) {
    const findings = 'message' in finding ? [finding] : finding;
    super(findings[0]?.message);
    this.name = 'UnusableConfig';
    this.problems = findings.map((found) => ({code: 'input', severity: 'error', ...found}));
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
  if (warning) throw new UnusableConfig(warning);
  if (isMap(entry.content)) return {content: entry.content, text: bytes};
  const message = `not a Redocly configuration: expected a map, found ${kindOf(entry.content)}`;
  throw new UnusableConfig({message, hint: 'begin it with `apis:`', location: {uri, pointer: ''}});
}
