import type {Problem} from '../../core/problem.ts';
import {RemoteTime} from '../read/read-limits.ts';
import type {ConfiguredApi} from '../redocly-config/project-config.ts';
import {documentNames, type Places} from '../report/report.ts';
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

/**
 * Generates the outputs of several descriptions. There are none if a pattern matches no description.
 *
 * @param folder the working directory
 */
export async function generateDescriptions(
  request: ManyRequest,
  folder: string,
): Promise<GeneratedDescriptions> {
  const {sources, problems} = await expandSources(request.in);
  const run = {...request, remoteTime: new RemoteTime()};
  const apis = problems.length > 0 ? [] : sources.map((description) => ({description}));
  const generated = await generateAll(apis, run);
  const nameOf = documentNames(sources, folder);
  const shared = [...problems, ...sharedProblems(generated)];
  return {apis, run, generated, shared, noun: 'description', texts: new Map(), nameOf};
}
