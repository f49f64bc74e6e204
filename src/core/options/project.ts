import {settingProblems} from '../check.ts';
import {type Generated, type GenerateOptions, generate, NOTHING} from '../generate.ts';
import type {JsonMap} from '../json.ts';
import type {DocumentSource} from '../openapi/documents.ts';
import type {Location, Problem} from '../problem.ts';
import {EXTENSION} from '../settings/table.ts';
import {atOption, type DecoratorOptions, readDecoratorOptions} from './decorator-options.ts';

/** An API of a configuration file, and the options of the decorator for it. */
export interface ProjectRequest {
  readonly document: unknown;
  readonly uri: string;
  readonly documents: DocumentSource;
  readonly openapi?: GenerateOptions['openapi'];
  readonly origin?: GenerateOptions['origin'];
  /** What was found while the document was read. */
  readonly problems?: readonly Problem[];
  /** The options as written in the file. */
  readonly given: JsonMap;
  /** Where they are. */
  readonly givenAt: Location;
  /** Switches that are on, whatever the options say. */
  readonly strict?: boolean;
  readonly allowEmpty?: boolean;
}

/** The output of one API of a configuration file. */
export interface ProjectOutput extends Omit<Generated, 'missing' | 'isForMesh'> {
  readonly options: DecoratorOptions;
  /** What the description was found to be, also where it is skipped; absent when the options are wrong. */
  readonly checked?: Pick<Generated, 'problems' | 'isForMesh'>;
  /** Why an API that is not meant for a mesh has no output; then no problem is an error. */
  readonly skipped?: string;
}

const SKIPPED = `skipped: neither \`${EXTENSION}\` nor a service name is set`;

/**
 * Reads the options of the decorator and generates the output of one API of a configuration file. An API that sets nothing
 * for a mesh is skipped, or an error when strict.
 */
export function projectOutput({
  document,
  uri,
  documents,
  openapi,
  origin,
  problems: found = [],
  given,
  givenAt,
  ...on
}: ProjectRequest): ProjectOutput {
  const {options: read, problems: wrong} = readDecoratorOptions(given, givenAt);
  const strict = read.run.strict === true || on.strict === true;
  const allowEmpty = read.run.allowEmpty === true || on.allowEmpty === true;
  const options = {...read, run: {...read.run, strict, allowEmpty}};
  if (wrong.length > 0) return {...NOTHING, options, problems: wrong};
  const {settings, run} = options;
  const generated = generate(document, {...run, settings, uri, documents, openapi, origin, problems: found});
  const problems = generated.problems.map((problem) => atOption(problem, given, givenAt));
  const checked = {problems, isForMesh: generated.isForMesh};
  if (generated.isForMesh || strict) return {...generated, options, problems, checked};
  return {
    ...generated,
    options,
    checked,
    objects: [],
    problems: settingProblems(problems),
    skipped: SKIPPED,
  };
}
