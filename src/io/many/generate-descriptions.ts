import type {Problem} from '../../core/problem.ts';
import {RemoteTime} from '../read/read-limits.ts';
import type {ConfiguredApi} from '../redocly-config/project-config.ts';
import {documentNames, NOWHERE, type Places, report} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';
import {type DescriptionRun, sharedProblems} from './description-objects.ts';
import type {DescriptionOutput, ManyRun} from './description-output.ts';
import {expandSources} from './expand-sources.ts';
import {generateAll} from './generate-all.ts';

/** The outputs of several descriptions, and what they have in common. */
export interface GeneratedDescriptions extends Places {
  readonly apis: readonly ConfiguredApi[];
  readonly run: ManyRun & {readonly remoteTime: RemoteTime};
  /** In the order of `apis`. */
  readonly generated: readonly DescriptionOutput[];
  /** The problems that concern all of them. */
  readonly shared: readonly Problem[];
  /** What one of them is called. */
  readonly noun: 'description' | 'API';
}

/** Several descriptions, as the command line names them. */
export interface ManyRequest extends DescriptionRun {
  /** Files, glob patterns, http(s) URLs, or `-`. */
  readonly in: readonly string[];
}

/** Generates the outputs of several descriptions. Prints which pattern matches none; then there are none. */
export async function generateDescriptions(
  request: ManyRequest,
  terminal: Terminal,
): Promise<GeneratedDescriptions | undefined> {
  const {sources, problems} = await expandSources(request.in);
  if (problems.length > 0) {
    terminal.error(report(problems, NOWHERE));
    return undefined;
  }
  const run = {...request, remoteTime: new RemoteTime()};
  const apis = sources.map((description) => ({description}));
  const generated = await generateAll(apis, run);
  const nameOf = documentNames(sources, terminal.folder);
  const shared = sharedProblems(generated);
  return {apis, run, generated, shared, noun: 'description', texts: new Map(), nameOf};
}
