import {hasErrors, isOfOverlay, type Location, type Problem} from '../../../core/base/problem.ts';
import {generate, NOTHING} from '../../../core/generate/generate.ts';
import type {OwnKind} from '../../../core/kubernetes/own-objects.ts';
import type {Resource} from '../../../core/kubernetes/resource.ts';
import type {MeshName} from '../../../core/meshes.ts';
import {OUTPUT_FORMATS, render} from '../../../core/options/output-format.ts';
import {projectOutput} from '../../../core/options/project.ts';
import type {KubernetesObject} from '../../../core/targets/target.ts';
import {withPositions} from '../../print/report.ts';
import {type OutputPlace, outputPlace} from '../../project/place-output.ts';
import type {ConfiguredApi} from '../../project/redocly-config.ts';
import {locate} from '../../read/locate.ts';
import {uriOf} from '../../read/source.ts';
import {allDocuments, type Loaded, type RunRequest} from '../load/load-description.ts';

/** What was generated from a description. It holds no texts of documents, so that a thousand of them take little memory. */
export interface Output extends Pick<Loaded, 'source' | 'uri' | 'skipped'> {
  readonly service: string;
  readonly objects: readonly KubernetesObject[];
  /** The objects as they are written; absent when a problem is an error, and for an API that is skipped. */
  readonly text?: string;
  /** False for a description that neither sets anything nor names a Service. */
  readonly isForMesh: boolean;
  /** With the lines and columns of those that may be printed. */
  readonly problems: readonly Problem[];
  /** The overlays that were applied, which other descriptions may share; absent when there are none. */
  readonly overlaid?: Overlaid;
  readonly documents: readonly string[];
  /** How the objects of its Service are found in a cluster. */
  readonly own: readonly OwnKind[];
  /** Where the operation of each route was written; only where the objects are compared with a cluster. */
  readonly places?: ReadonlyMap<string, {readonly uri: string; readonly line: number | undefined}>;
  /** What reads the objects. */
  readonly mesh?: MeshName | undefined;
  /** True where no setting says what reads them. */
  readonly isUndecided: boolean;
  /** The Service that serves the description, or did. */
  readonly servedBy?: Resource;
  /** The API of a configuration file, and where its output is written. */
  readonly api?: ConfiguredApi;
  readonly place?: OutputPlace;
}

interface Overlaid {
  readonly uris: readonly string[];
  readonly problems: readonly Problem[];
  readonly strict: boolean;
}

export async function generateLoaded(loaded: Loaded): Promise<Output> {
  const {source, uri, texts, run, configured} = loaded;
  const {objects, problems, names, own, places, mesh, isUndecided, ...generated} =
    await generateParts(loaded);
  const skipped = 'skipped' in generated ? generated.skipped : loaded.skipped;
  // Formats for programs have all problems.
  const most = run.json ? problems.length : undefined;
  const hasOutput = skipped === undefined && !hasErrors(problems);
  return {
    source,
    uri,
    documents: allDocuments(loaded),
    service: names.service,
    objects,
    mesh,
    isUndecided,
    own: loaded.own ?? own(),
    isForMesh: 'isForMesh' in generated ? generated.isForMesh : true,
    problems: withPositions(problems, texts, most),
    ...overlaidOf(loaded, 'options' in generated ? generated.options.run : run),
    ...(hasOutput && {text: render(objects, run.format ?? OUTPUT_FORMATS[0])}),
    ...(skipped !== undefined && {skipped}),
    ...(run.comparedWith === 'cluster' && {places: withLines(places(), texts)}),
    ...(configured && {api: configured.api}),
    ...(loaded.service && {servedBy: loaded.service}),
    ...('place' in generated && {place: generated.place}),
  };
}

/** The problems of overlays are left out: other descriptions may share them. */
async function generateParts({parts, isMerged, problems, run, configured}: Loaded) {
  const [first] = parts;
  if (first === undefined) return {...NOTHING, problems};
  if (isMerged) {
    const {generateMerged} = await import('../../../core/generate/generate-merged.ts');
    return generateMerged(parts, run);
  }
  const description = {...first, problems: first.problems.filter((problem) => !isOfOverlay(problem))};
  if (configured === undefined) return generate(first.document, {...run, ...description});
  const {strict = false, allowEmpty = false} = run;
  const output = projectOutput({...configured, ...description, strict, allowEmpty});
  return {...output, place: outputPlace(output, configured.outputAt)};
}

function overlaidOf(
  {parts, isMerged, texts, run}: Loaded,
  {strict = false}: Pick<RunRequest, 'strict'>,
): Pick<Output, 'overlaid'> {
  const uris = (run.overlays ?? []).map(uriOf);
  const [first] = parts;
  if (first === undefined || isMerged || uris.length === 0) return {};
  return {overlaid: {uris, problems: withPositions(first.problems.filter(isOfOverlay), texts), strict}};
}

function withLines(
  found: ReadonlyMap<string, Location>,
  texts: Loaded['texts'],
): NonNullable<Output['places']> {
  const positions = locate([...found.values()], texts);
  return new Map(
    [...found].map(([route, location]) => [route, {uri: location.uri, line: positions.get(location)?.line}]),
  );
}
