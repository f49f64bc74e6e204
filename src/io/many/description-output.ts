import {type GenerateOptions, generate} from '../../core/generate.ts';
import {isOfOverlay, problemsOfAll} from '../../core/overlay/shared-problems.ts';
import {hasErrors, type Problem, raiseWarnings} from '../../core/problem.ts';
import type {RunValues} from '../../core/run/options.ts';
import {OUTPUT_FORMATS, render} from '../../core/run/output-format.ts';
import type {FlagValues} from '../../core/settings/table.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {type ReadOptions, readDescription, UnreadableDescription} from '../read/read-description.ts';
import {uriOf} from '../read/source.ts';
import type {PathBase} from '../read/unreadable-source.ts';
import {withPositions} from '../report/report.ts';

/** The output of one of many descriptions. It holds no texts of documents, so that a thousand of them take little memory. */
export interface DescriptionOutput {
  /** The description as it was named. */
  readonly source: string;
  readonly uri: string;
  /** The name of the Service; empty if there is none. */
  readonly service: string;
  readonly objects: readonly ObjectName[];
  /** Absent when a problem is an error. */
  readonly text?: string;
  /** With the lines and columns of those that may be printed. */
  readonly problems: readonly Problem[];
  /** Those of overlays, which other descriptions may share; absent when they could not be applied. */
  readonly overlayProblems?: readonly Problem[];
  /** The URIs of all documents that were read. */
  readonly documents: readonly string[];
}

export interface ObjectName {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

export interface DescriptionRun extends RunValues, ReadOptions {
  readonly settings: FlagValues;
}

/** The objects of one description. It holds no texts of documents either. */
export interface DescriptionObjects extends Omit<DescriptionOutput, 'objects' | 'text'> {
  /** None when a problem is an error. */
  readonly objects: readonly KubernetesObject[];
}

/**
 * Reads one of many descriptions and generates its objects.
 *
 * @param base what a relative path in `source` is relative to, for messages
 */
export async function descriptionObjects(
  source: string,
  run: DescriptionRun,
  base?: PathBase,
): Promise<DescriptionObjects> {
  try {
    const {document, texts, ...read} = await readDescription(source, run, base);
    const own = read.problems.filter((problem) => !isOfOverlay(problem));
    const options: GenerateOptions = {...run, ...read, problems: own};
    const {objects, problems, names} = generate(document, options);
    return {
      source,
      uri: read.uri,
      service: names.service,
      objects,
      problems: withPositions(problems, texts),
      overlayProblems: withPositions(read.problems.filter(isOfOverlay), texts),
      documents: [...texts.keys()],
    };
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    const problems = withPositions(error.problems, error.texts);
    const documents = [...error.texts.keys()];
    return {source, uri: uriOf(source), service: '', objects: [], problems, documents};
  }
}

/** The problems of overlays that all descriptions share. */
export function sharedProblems(
  outputs: readonly Pick<DescriptionOutput, 'overlayProblems'>[],
  {strict}: Pick<RunValues, 'strict'>,
): readonly Problem[] {
  const shared = problemsOfAll(
    outputs.flatMap(({overlayProblems}) => (overlayProblems ? [overlayProblems] : [])),
  );
  return strict ? raiseWarnings(shared) : shared;
}

/** Reads one of many descriptions and generates its output. */
export async function descriptionOutput(source: string, run: DescriptionRun): Promise<DescriptionOutput> {
  const {objects, ...rest} = await descriptionObjects(source, run);
  return {
    ...rest,
    objects: objects.map(({kind, metadata: {name, namespace}}) => ({kind, name, namespace})),
    ...(hasErrors(rest.problems) ? {} : {text: render(objects, run.format ?? OUTPUT_FORMATS[0])}),
  };
}
