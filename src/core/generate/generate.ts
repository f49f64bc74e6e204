import {
  atOrigin,
  type Finding,
  hasErrors,
  type Location,
  type Origin,
  type Problem,
  raiseWarnings,
} from '../base/problem.ts';
import type {OwnKind} from '../kubernetes/own-objects.ts';
import type {MeshName} from '../meshes.ts';
import {type Description, readOpenapi} from '../openapi/description.ts';
import type {DocumentSource} from '../openapi/documents.ts';
import {identify} from '../openapi/version.ts';
import type {OutputChoices} from '../settings/output-choices.ts';
import {readFlagValues} from '../settings/read.ts';
import {FLAG_SETTINGS, type FlagValues} from '../settings/table.ts';
import {DEFAULT_TARGET, isUndecided, TARGETS} from '../targets/index.ts';
import type {KubernetesObject, Target} from '../targets/target.ts';
import {type Checked, check} from './check.ts';

export interface GenerateOptions extends OutputChoices {
  /** Settings at the level of a flag, by dotted name. Wrong values are problems, as in `x-apigen`. */
  readonly settings?: FlagValues;
  /** Makes every warning an error. */
  readonly strict?: boolean;
  /** What was found while the document was read. */
  readonly problems?: readonly Problem[];
  /** Absolute URI of the document, from which relative references are resolved. */
  readonly uri?: string;
  /** The other documents that references point to, by absolute URI, or what looks values up in them. */
  readonly documents?: DocumentSource;
  /** What `readOpenapi` read from `document` and `documents`, when that was done already. */
  readonly openapi?: Description | undefined;
  /** Where the values of `document` were written, when overlays were applied to it. */
  readonly origin?: Origin | undefined;
}

export interface Generated {
  /** The Kubernetes objects, in the order in which they are written; none when a problem is an error. */
  readonly objects: readonly KubernetesObject[];
  readonly problems: readonly Problem[];
  /** URIs of documents that references point to and that were not given; a reader loads them and calls again. */
  readonly missing: ReadonlySet<string>;
  /** False for a description that neither sets anything nor names a Service: it may not be meant for a mesh. */
  readonly isForMesh: boolean;
  /** The names that tell this output from others. */
  readonly names: Readonly<Record<'service' | 'namespace', string>>;
  /** The output that the settings choose, and what reads it. */
  readonly target: Target;
  readonly mesh?: MeshName | undefined;
  /** True where no setting says what reads it. */
  readonly isUndecided: boolean;
  /** How the objects of the Service are found in a cluster, also those that another target has made. */
  readonly own: () => readonly OwnKind[];
  /** Where the operation of each route was written, by the name that `routeChanges` gives the route. */
  readonly places: () => ReadonlyMap<string, Location>;
}

/** The URI of a document that was given without one. */
const NO_URI = 'openapi:///description';

/** What is generated from a document that is not a description. */
export const NOTHING = {
  objects: [],
  missing: new Set<string>(),
  isForMesh: true,
  names: {service: '', namespace: ''},
  target: DEFAULT_TARGET,
  mesh: undefined,
  isUndecided: false,
  own: (): readonly OwnKind[] => [],
  places: () => new Map<string, Location>(),
};

/**
 * The Kubernetes objects of an OpenAPI description, with one route for every path and method.
 * Pure: nothing is read or written; all problems are returned at once.
 *
 * @param document a parsed OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 description
 */
export function generate(document: unknown, options: GenerateOptions = {}): Generated {
  return toGenerated(readAndCheck(document, options), options);
}

export function toGenerated(
  {checked, problems: found}: ReadAndChecked,
  options: Pick<GenerateOptions, 'strict'>,
): Generated {
  const problems = options.strict ? raiseWarnings(found) : found;
  if (!checked) return {...NOTHING, problems};
  const {target, isForMesh} = checked;
  const {description, settings} = checked.input;
  return {
    objects: hasErrors(problems) ? [] : checked.objects,
    problems,
    missing: new Set(description.missing.map((place) => place.uri)),
    isForMesh,
    names: {service: settings.get('service.name') ?? '', namespace: settings.get('namespace') ?? ''},
    target,
    mesh: settings.get('mesh'),
    isUndecided: isUndecided(settings),
    own: () => TARGETS.flatMap((one) => one.ownKinds(settings)),
    places: () => routePlaces(checked),
  };
}

/** Where the operation of each route was written, by the name that `routeChanges` gives the route. */
function routePlaces({input, target}: Checked): ReadonlyMap<string, Location> {
  const namesOf = (routes: Checked['input']['routes']) =>
    target.toObjects({...input, routes}).flatMap((object) => target.policies(object).map(({route}) => route));
  const others = namesOf([]);
  return new Map(
    // Of operations that share a route for an added method, the first counts.
    input.routes.toReversed().flatMap((operation) =>
      namesOf([operation])
        .filter((name) => !others.includes(name))
        .map((name) => [name, operation.location] as const),
    ),
  );
}

/** A description that was read and checked, with all problems; `checked` is absent for what is not a description. */
export interface ReadAndChecked {
  readonly checked?: Checked;
  readonly problems: readonly Problem[];
  /** Something of the description at the place where it was written, maybe in an overlay. */
  written<F extends Pick<Finding, 'location'>>(found: F): F;
}

/** Reads and checks a parsed OpenAPI description; pure. */
export function readAndCheck(document: unknown, options: GenerateOptions): ReadAndChecked {
  const {uri = NO_URI, origin, problems: read = []} = options;
  const written: ReadAndChecked['written'] = (found) => atOrigin(found, uri, origin);
  const identified = identify(document, uri);
  if (!('version' in identified)) return {problems: [...read, written(identified)], written};
  const description = options.openapi ?? readOpenapi(identified, uri, options.documents ?? new Map());
  const flags = readFlagValues(options.settings ?? {}, FLAG_SETTINGS);
  const checked = check(description, flags, options);
  return {checked, problems: [...read, ...checked.problems.map(written)], written};
}
