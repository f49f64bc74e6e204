import type {JsonMap} from '../base/json.ts';
import {hasErrors, type Location} from '../base/problem.ts';
import {isOfSetting} from '../generate/check.ts';
import type {DocumentOptions} from '../generate/described.ts';
import {type Generated, type GenerateOptions, generate, toGenerated} from '../generate/generate.ts';
import {EXTENSION} from '../settings/table.ts';
import {atOption, type DecoratorOptions, readDecoratorOptions} from './decorator-options.ts';

/** An API of a configuration file as it was read, and the options of the decorator for it. What is on here is on whatever these say. */
export interface ProjectRequest extends DocumentOptions, Pick<GenerateOptions, 'strict' | 'allowEmpty'> {
  readonly document: unknown;
  /** The options as written in the file. */
  readonly written: JsonMap;
  /** Where they are. */
  readonly writtenAt: Location;
}

/** The output of one API of a configuration file. */
export interface ProjectOutput extends Omit<Generated, 'missing'> {
  readonly options: DecoratorOptions;
  /** The result of the checks, also where the API is skipped; absent when the options are wrong. */
  readonly checked?: Pick<Generated, 'problems' | 'isForMesh'>;
  /** Why an API that is not meant for a mesh has no output; then no problem is an error. */
  readonly skipped?: string;
}

const SKIPPED = `skipped: neither \`${EXTENSION}\` nor a service name is set`;

/** Reads the options of the decorator and generates the output of one API of a configuration file. */
export function projectOutput({document, written, writtenAt, ...read}: ProjectRequest): ProjectOutput {
  const {options, problems: optionProblems, placeAtOption} = projectOptions({written, writtenAt, ...read});
  if (optionProblems.length > 0)
    return {...toGenerated({problems: optionProblems, isForMesh: true}), options};
  const {settings, run} = options;
  const generated = generate(document, {...read, ...run, settings});
  const checked = {...generated, problems: generated.problems.map(placeAtOption)};
  return {...unlessSkipped(checked, run.strict), options, checked};
}

/** An API that sets nothing for a mesh is skipped, or an error when strict: then it is kept. */
export function unlessSkipped<G extends Pick<Generated, 'objects' | 'problems' | 'isForMesh'>>(
  generated: G,
  isKept = false,
): G & Pick<ProjectOutput, 'skipped'> {
  if (generated.isForMesh || isKept) return generated;
  const problems = generated.problems.filter(isOfSetting);
  return {...generated, objects: [], problems, ...(!hasErrors(problems) && {skipped: SKIPPED})};
}

/** The options for an API of a configuration file, and what puts a problem or a place of what they set at the option. */
export function projectOptions(request: Omit<ProjectRequest, 'document'>) {
  const {written, writtenAt, strict = false, allowEmpty = false} = request;
  const {problems, options} = readDecoratorOptions(written, writtenAt);
  const {run} = options;
  const on = {strict: run.strict || strict, allowEmpty: run.allowEmpty || allowEmpty};
  const placeAtOption = <F extends Parameters<typeof atOption>[0]>(thing: F) =>
    atOption(thing, written, writtenAt);
  return {problems, options: {...options, run: {...run, ...on}}, placeAtOption};
}
