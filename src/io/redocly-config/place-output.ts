import {hasErrors, type Location, type Problem} from '../../core/problem.ts';
import type {RunValues} from '../../core/run/options.ts';
import type {OutputNames} from '../../core/run/output-path.ts';
import type {ProjectOutput} from '../../core/run/project.ts';
import {nameOf, type Outputs, outputFile, type ProjectApi} from './output-file.ts';

/** What decides where the output of an API is written, as plain data. */
export interface OutputPlace extends Pick<RunValues, 'allowOutside'> {
  readonly names: Omit<OutputNames, 'api'>;
  /** The path with placeholders. */
  readonly output: string;
  /** Where the configuration says so. */
  readonly location: Location;
}

export function outputPlace(
  {names, target, options: {run}}: Pick<ProjectOutput, 'names' | 'target' | 'options'>,
  location: Location,
): OutputPlace {
  const {output = target.outputFile, allowOutside = false} = run;
  return {names, output, allowOutside, location};
}

/** The file that an output is written to; none when a problem is an error, or when the API is skipped. */
export interface PlacedFile {
  readonly file?: string;
  readonly problems: readonly Problem[];
}

/** Decides where an output is written. */
export function placeOutput(
  api: ProjectApi,
  {names, location, ...choice}: OutputPlace,
  {skipped, problems}: Pick<ProjectOutput, 'skipped' | 'problems'>,
  outputs: Outputs,
): PlacedFile {
  if (skipped !== undefined || hasErrors(problems)) return {problems};
  const {file, fault} = outputFile(api, names, choice, outputs);
  if (file !== undefined) return {file, problems};
  const {message, hint} = fault;
  const problem = {message: `${nameOf(api)}: ${message}`, hint, location};
  return {problems: [...problems, {code: 'output', severity: 'error', ...problem}]};
}
