import {hasErrors, isOfOverlay, type Location, type Problem} from '../../../core/base/problem.ts';
import {type MatchPlaces, matchPlaces} from '../../../core/generate/claims.ts';
import {type Generated, routePlaces, toGenerated} from '../../../core/generate/generate.ts';
import {ignoredBy} from '../../../core/generate/ignores.ts';
import type {OwnObjects} from '../../../core/kubernetes/own-objects.ts';
import type {Resource} from '../../../core/kubernetes/resource.ts';
import {settingPlace} from '../../../core/openapi/effective-settings.ts';
import {OUTPUT_FORMATS, render} from '../../../core/options/output-format.ts';
import {unlessSkipped} from '../../../core/options/project.ts';
import {rootPlace} from '../../../core/rules/rule.ts';
import type {EnforcedSchemes} from '../../../core/settings/types/index.ts';
import {mapsIn} from '../../../core/targets/target.ts';
import {meshVersion, type VersionNeed, versionNeeds} from '../../../core/targets/version-needs.ts';
import {withPositions} from '../../print/problems.ts';
import {type ConfiguredApi, type OutputPlace, outputPlace} from '../../project/place-output.ts';
import {locate} from '../../read/locate.ts';
import {uriOf} from '../../read/source.ts';
import {allDocuments, checkLoaded, type Loaded, type RunRequest} from '../load/load-description.ts';

/** What is written for a description. It holds no texts of documents, so that a thousand of them take little memory. */
export interface WrittenOutput
  extends Pick<Loaded, 'source' | 'name' | 'uri' | 'skipped'>,
    Partial<Pick<Generated, 'objects'>> {
  readonly service: string;
  /** Absent when a problem is an error, and for an API that is skipped. */
  readonly text?: string | undefined;
  /** With the lines and columns of those that may be printed. */
  readonly problems: readonly Problem[];
  readonly documents: readonly string[];
  /** Where the name of the Service is set, if it is in a document. */
  readonly serviceAt?: Location | undefined;
  /** The Service that serves the description, or did. */
  readonly servedBy?: Resource;
  /** The API of a configuration file, and where its output is written. */
  readonly api?: ConfiguredApi;
  readonly place?: OutputPlace;
}

/** The routes of a description. */
export interface Output
  extends WrittenOutput,
    Pick<Generated, 'isForMesh'>,
    Partial<Pick<Generated, 'mesh' | 'isUndecided'>> {
  readonly objects: Generated['objects'];
  /** The overlays that were applied, which other descriptions may share; absent when there are none. */
  readonly overlaid?: NonNullable<ReturnType<typeof overlaidOf>>;
  /** How the objects of its Service are found in a cluster. */
  readonly own: readonly OwnObjects[];
  /** Where the operation of each route was written; only where the objects are compared with a cluster. */
  readonly places?: ReadonlyMap<string, {readonly uri: string; readonly line: number | undefined}>;
  /** By which issuers in policies are named. */
  readonly schemes?: EnforcedSchemes | undefined;
  /** Where each match of HTTPRoutes comes from; only where those are compared with others. */
  readonly matchPlaces?: MatchPlaces;
  readonly strict?: boolean;
  /** The versions that it needs of what reads it. */
  readonly needs?: readonly VersionNeed[];
}

/** A run, and whether no other of its descriptions may match the same requests. */
export interface RunOfOne extends RunRequest {
  readonly isAlone: boolean;
}

/** Generates the routes of a description. */
export async function generateLoaded(loaded: Loaded, run: RunOfOne): Promise<Output> {
  const {source, name, uri, texts, options, configured} = loaded;
  const {strict = false} = options;
  const checked = await checkLoaded(loaded);
  const overlaid = overlaidOf(loaded);
  // Other descriptions may share the problems of overlays.
  const ownProblems = checked.problems.filter((problem) => !overlaid || !isOfOverlay(problem));
  const generated = toGenerated({...checked, problems: ownProblems}, strict);
  const output = unlessSkipped(generated, configured === undefined || strict);
  const {objects, problems, mesh, isUndecided, isForMesh, skipped = loaded.skipped} = output;
  const input = checked.output?.input;
  const atRoot = input && {message: '', location: rootPlace(input.description)};
  const hasNeeds = input && atRoot && ignoredBy(meshVersion.code, atRoot, input).length === 0;
  // Formats for programs have all problems.
  const most = run.json ? problems.length : undefined;
  const hasOutput = skipped === undefined && !hasErrors(problems);
  const hasParents = objects.some((object) => mapsIn(object, 'parentRefs').length > 0);
  const isShared = hasParents && (!run.isAlone || run.comparedWith === 'cluster');
  return {
    source,
    name,
    uri,
    documents: allDocuments(loaded),
    service: output.names.service,
    serviceAt: input && checked.toOrigin(settingPlace('service.name', input)).location,
    objects,
    mesh,
    needs: hasNeeds ? versionNeeds(objects, mesh) : [],
    isUndecided,
    isForMesh,
    schemes: input?.settings.get('security.schemes'),
    own: loaded.own ?? generated.own(),
    problems: withPositions(problems, texts, most),
    ...(overlaid && {overlaid}),
    ...(hasOutput && {text: render(objects, run.format ?? OUTPUT_FORMATS[0])}),
    ...(skipped !== undefined && {skipped}),
    strict,
    ...(checked.output && isShared && {matchPlaces: matchPlaces(checked.output, checked.toOrigin)}),
    ...(run.comparedWith && checked.output && {places: withLines(routePlaces(checked.output), texts)}),
    ...(configured && {api: configured.api, place: outputPlace(generated, options, configured.outputAt)}),
    ...(loaded.service && {servedBy: loaded.service}),
  };
}

function overlaidOf({parts, isMerged, texts, options: {overlays = [], strict = false}}: Loaded) {
  const uris = overlays.map(uriOf);
  const [first] = parts;
  if (first === undefined || isMerged || uris.length === 0) return undefined;
  const problems = withPositions(first.problems.filter(isOfOverlay), texts);
  return {uris, problems, strict};
}

function withLines(places: ReadonlyMap<string, Location>, texts: Loaded['texts']) {
  const positions = locate([...places.values()], texts);
  const lines = [...places].map(([route, location]) => {
    return [route, {uri: location.uri, line: positions.get(location)?.line}] as const;
  });
  return new Map(lines);
}
