import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {isOfOverlay, problemsOfAll} from '../../core/overlay/shared-problems.ts';
import {hasErrors, type Location, type Problem, raiseWarnings} from '../../core/problem.ts';
import type {RunValues} from '../../core/run/options.ts';
import {type ProjectOutput, projectOutput} from '../../core/run/project.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import type {Description, ReadOptions} from '../read/read-description.ts';
import {uriOf} from '../read/source.ts';
import type {Places} from '../report/report.ts';
import {nameOf, type Outputs, outputFile, type ProjectApi, targetFiles} from './output-file.ts';
import {readApi} from './read-api.ts';
import type {ConfiguredApi, RedoclyProject} from './redocly-config.ts';
import {outputPointer} from './redocly-decorator.ts';

/** An output and the file that it is written to; no file when a problem is an error. */
export interface PlacedOutput {
  readonly file?: string;
  readonly objects: readonly KubernetesObject[];
  readonly problems: readonly Problem[];
  /** Why there is no output, when that is not an error. */
  readonly skipped?: string;
}

/** The output of one API of a configuration file. */
export interface ApiOutput extends PlacedOutput {
  readonly name: string;
  readonly texts: Places['texts'];
  /** The overlays that were applied, which other APIs may share; absent when there are none. */
  readonly overlaid?: Overlaid;
}

interface Overlaid {
  readonly uris: readonly string[];
  readonly problems: readonly Problem[];
  readonly strict: boolean;
}

/** Reads an API of a project and generates its output, with the options of the decorator for it. */
export async function apiOutput(
  api: ConfiguredApi,
  project: RedoclyProject,
  run: RunValues & ReadOptions,
  outputs: Outputs,
): Promise<ApiOutput> {
  const {name, texts, problems, skipped, found} = await readApi(api, project, run);
  if (found === undefined) return {name, texts, objects: [], problems, ...(skipped && {skipped})};
  const {overlays, description} = found;
  const output = projectOutput({
    ...found,
    ...description,
    problems: description.problems.filter((problem) => !isOfOverlay(problem)),
    strict: run.strict === true,
    allowEmpty: run.allowEmpty === true,
  });
  const {uri, pointer} = found.givenAt;
  const outputAt = {uri, pointer: outputPointer(project.content, api.alias, pointer)};
  const placed = placeOutput(toProjectApi(api, project, description), output, outputAt, outputs);
  if (overlays.length === 0) return {name, texts, ...placed};
  const strict = output.options.run.strict === true;
  const overlaid = {uris: overlays.map(uriOf), problems: description.problems.filter(isOfOverlay), strict};
  return {name, texts, ...placed, overlaid};
}

function toProjectApi(
  {alias, description}: ConfiguredApi,
  {file, taken}: RedoclyProject,
  {texts}: Description,
): ProjectApi {
  const read = [...texts.keys()].filter((uri) => uri.startsWith('file:')).map((uri) => fileURLToPath(uri));
  return {project: path.dirname(file), alias, description, taken: [taken, targetFiles(read)]};
}

/**
 * Decides where an output is written.
 *
 * @param location what decides it in the configuration
 */
export function placeOutput(
  api: ProjectApi,
  {objects, problems, names, options, skipped, target}: ProjectOutput,
  location: Location,
  outputs: Outputs,
): PlacedOutput {
  if (skipped !== undefined) return {objects: [], problems, skipped};
  if (hasErrors(problems)) return {objects: [], problems};
  const {file, fault} = outputFile(api, names, {output: target.outputFile, ...options.run}, outputs);
  if (file !== undefined) return {file, objects, problems};
  const {message, hint} = fault;
  const problem = {message: `${nameOf(api)}: ${message}`, hint, location};
  return {objects: [], problems: [...problems, {code: 'output', severity: 'error', ...problem}]};
}

/** The problems of overlays: those that all APIs have which share an overlay. They are errors if one of these is strict. */
export function overlayProblems(outputs: readonly Pick<ApiOutput, 'overlaid'>[]): readonly Problem[] {
  const all = outputs.flatMap(({overlaid}) => overlaid ?? []);
  const overlays = new Set(all.flatMap(({uris}) => uris));
  return [...overlays].flatMap((uri) => {
    const sharing = all.filter(({uris}) => uris.includes(uri));
    const shared = problemsOfAll(
      sharing.map(({problems}) => problems.filter(({location}) => location?.uri === uri)),
    );
    return sharing.some(({strict}) => strict) ? raiseWarnings(shared) : shared;
  });
}
