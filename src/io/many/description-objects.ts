import {type Generated, type GenerateOptions, generate} from '../../core/generate.ts';
import {isOfOverlay, problemsOfAll} from '../../core/overlay/shared-problems.ts';
import {type Location, type Problem, raiseWarnings} from '../../core/problem.ts';
import type {RunValues} from '../../core/run/options.ts';
import type {FlagValues} from '../../core/settings/table.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {locate} from '../positions/locate.ts';
import {
  type Description,
  type ReadOptions,
  readDescription,
  UnreadableDescription,
} from '../read/read-description.ts';
import {uriOf} from '../read/source.ts';
import type {PathBase} from '../read/unreadable-source.ts';
import type {OutputPlace} from '../redocly-config/place-output.ts';
import {withPositions} from '../report/report.ts';

/** The objects of one of many descriptions. It holds no texts of documents, so that a thousand of them take little memory. */
export interface DescriptionObjects {
  /** The description as it was named, or the name of its API in a configuration file. */
  readonly source: string;
  readonly uri: string;
  /** The name of the Service; empty if there is none. */
  readonly service: string;
  /** None when a problem is an error. */
  readonly objects: readonly KubernetesObject[];
  /** Where the operation of each route was written, with its line; only where the objects are compared with a cluster. */
  readonly places?: ReadonlyMap<string, Location>;
  /** With the lines and columns of those that may be printed. */
  readonly problems: readonly Problem[];
  /** The overlays that were applied, which other descriptions may share; absent when there are none. */
  readonly overlaid?: Overlaid;
  /** The URIs of all documents that were read. */
  readonly documents: readonly string[];
  /** Why an API of a configuration file has no output, when that is not an error. */
  readonly skipped?: string;
  /** Where the output of an API of a configuration file is written. */
  readonly place?: OutputPlace;
}

interface Overlaid {
  readonly uris: readonly string[];
  readonly problems: readonly Problem[];
  /** Whether their problems are errors. */
  readonly strict: boolean;
}

export interface DescriptionRun extends RunValues, ReadOptions {
  readonly settings: FlagValues;
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
    const description = await readDescription(source, run, base);
    const options: GenerateOptions = {...run, ...description, problems: ownProblems(description)};
    return {source, ...foundIn(description, generate(description.document, options), run)};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    const problems = withPositions(error.problems, error.texts);
    return {...nothingOf(source, uriOf(source), error.texts), problems};
  }
}

/** A description without an output. */
export function nothingOf(
  source: string,
  uri: string,
  texts: Description['texts'],
): Omit<DescriptionObjects, 'problems'> {
  return {source, uri, service: '', objects: [], documents: [...texts.keys()]};
}

/** What was found while a description was read, without what overlays have that other descriptions may share. */
export function ownProblems({problems}: Description): readonly Problem[] {
  return problems.filter((problem) => !isOfOverlay(problem));
}

/** What was generated from a description, without its texts. */
export function foundIn(
  {uri, texts, problems: read}: Description,
  {objects, problems, names, places}: Pick<Generated, 'objects' | 'problems' | 'names' | 'places'>,
  {overlays = [], strict = false, checkCluster}: Pick<RunValues, 'overlays' | 'strict' | 'checkCluster'>,
): Omit<DescriptionObjects, 'source'> {
  const ofOverlays = withPositions(read.filter(isOfOverlay), texts);
  return {
    uri,
    service: names.service,
    objects,
    ...(checkCluster && {places: withLines(places(), texts)}),
    problems: withPositions(problems, texts),
    documents: [...texts.keys()],
    ...(overlays.length > 0 && {overlaid: {uris: overlays.map(uriOf), problems: ofOverlays, strict}}),
  };
}

/** The places of routes with their lines. */
export function withLines(
  places: ReadonlyMap<string, Location>,
  texts: Description['texts'],
): ReadonlyMap<string, Location> {
  const positions = locate([...places.values()], texts);
  return new Map(
    [...places].map(([route, location]) => {
      const position = positions.get(location);
      return [route, position ? {...location, position} : location];
    }),
  );
}

/** The problems of overlays: those that all descriptions have which share an overlay. They are errors if one of these is strict. */
export function sharedProblems(outputs: readonly Pick<DescriptionObjects, 'overlaid'>[]): readonly Problem[] {
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
