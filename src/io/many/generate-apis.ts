import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {type Problem, raiseWarnings} from '../../core/problem.ts';
import type {RunValues} from '../../core/run/options.ts';
import type {ReadOptions} from '../read/read-description.ts';
import {RemoteTime} from '../read/read-limits.ts';
import {localFiles} from '../read/source.ts';
import {decoratorConfig} from '../redocly-config/project-config.ts';
import {type FailedStatus, readProject} from '../redocly-config/read-project.ts';
import type {RedoclyProject} from '../redocly-config/redocly-config.ts';
import {unknownNames} from '../redocly-config/unknown-names.ts';
import {documentNames} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';
import {sharedProblems} from './description-objects.ts';
import type {DescriptionOutput} from './description-output.ts';
import {generateAll} from './generate-all.ts';
import type {GeneratedDescriptions} from './generate-descriptions.ts';

/** Which APIs of a configuration file are generated. */
export interface ApisRequest extends RunValues, Pick<ReadOptions, 'remoteTime'> {
  readonly config: string;
  /** Names or paths of the APIs; none means all. */
  readonly apis: readonly string[];
}

/** The outputs of the APIs of a project. */
export interface GeneratedApis extends GeneratedDescriptions {
  /** Absent where the configuration file cannot be used. */
  readonly project?: RedoclyProject;
}

/** What was generated from the files that were read. */
interface GeneratedProject {
  readonly files: readonly string[];
  readonly found: GeneratedApis;
  /** The exit code, where the configuration file cannot be used. */
  readonly status?: FailedStatus;
}

/** Reads a configuration file and generates the outputs of its APIs. Prints which APIs are skipped. */
export async function generateApis(request: ApisRequest, terminal: Terminal): Promise<GeneratedProject> {
  const nameOf = documentNames(request.config, terminal.folder);
  const files = new Set([path.resolve(request.config)]);
  const plain = {...request, settings: {}, remoteTime: request.remoteTime ?? new RemoteTime()};
  const none = {apis: [], run: plain, generated: [], noun: 'API', nameOf} as const;
  const read = await readProject({...request, filesRead: files}, terminal.folder);
  if ('problems' in read) {
    const {problems: shared, texts, status} = read;
    return {files: [...files], found: {...none, shared, texts}, status};
  }
  const {project, apis} = read;
  const run = {...plain, project: decoratorConfig(project)};
  const generated = await generateAll(apis, run);
  for (const {source, skipped} of request.json ? [] : generated)
    if (skipped !== undefined) terminal.error(`apigen: ${source}: ${skipped}\n`);
  for (const file of localFiles(generated.flatMap(({uri, documents}) => [uri, ...documents])))
    files.add(file);
  const shared = [
    ...unknownNamesOf(project, request.strict === true),
    ...sharedProblems(generated),
    ...(isEmpty(generated, request) ? [ALL_SKIPPED] : []),
  ];
  const texts = new Map([[pathToFileURL(project.file).href, project.text]]);
  return {files: [...files], found: {...none, project, apis, run, generated, shared, texts}};
}

/** Silence would look like success to whoever asks for a comparison, or for an API by name. */
function isEmpty(generated: readonly DescriptionOutput[], {apis, check}: ApisRequest): boolean {
  const isAsked = check !== undefined || apis.length > 0;
  return isAsked && generated.every(({skipped}) => skipped !== undefined);
}

const ALL_SKIPPED: Problem = {
  code: 'output',
  severity: 'error',
  message: 'no output: every API was skipped',
  hint: 'set a service name for one of them, or turn on the decorator',
};

/** What the configuration asks of the plugin that the plugin does not have. */
function unknownNamesOf({file, content}: RedoclyProject, strict: boolean): readonly Problem[] {
  const problems = unknownNames(content, pathToFileURL(file).href);
  return strict ? raiseWarnings(problems) : problems;
}
