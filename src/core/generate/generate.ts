import {hasErrors, type Location, type Problem, raiseWarnings} from '../base/problem.ts';
import type {OwnObjects} from '../kubernetes/own-objects.ts';
import type {MeshName} from '../meshes.ts';
import type {RuleInput} from '../rules/rule.ts';
import {DEFAULT_TARGET, isUndecided} from '../targets/index.ts';
import type {KubernetesObject, Target} from '../targets/target.ts';
import {type Checked, type CheckedOutput, type CheckOptions, check} from './check.ts';
import {type DocumentOptions, readDescribed} from './described.ts';
import {objectsOf, ownObjects} from './object-kinds.ts';
import {routeTexts} from './route-changes.ts';

export interface GenerateOptions extends DocumentOptions, CheckOptions {
  /** Makes every warning an error. */
  readonly strict?: boolean;
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
  readonly own: () => readonly OwnObjects[];
}

/**
 * The Kubernetes objects of an OpenAPI description, with one route for every path and method.
 * Pure: nothing is read or written; all problems are returned at once.
 *
 * @param document a parsed OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 description
 */
export function generate(document: unknown, options: GenerateOptions = {}): Generated {
  return toGenerated(check(readDescribed(document, options), options), options.strict);
}

/** The result for a description that was checked. */
export function toGenerated(
  {output, isForMesh, problems: all}: Omit<Checked, 'toOrigin'>,
  strict = false,
): Generated {
  const problems = strict ? raiseWarnings(all) : all;
  const {description, settings} = output?.input ?? {};
  return {
    objects: output && !hasErrors(problems) ? output.objects : [],
    problems,
    missing: new Set(description?.missing.map((place) => place.uri)),
    isForMesh,
    names: {service: settings?.get('service.name') ?? '', namespace: settings?.get('namespace') ?? ''},
    target: output?.target ?? DEFAULT_TARGET,
    mesh: settings?.get('mesh'),
    isUndecided: settings !== undefined && isUndecided(settings),
    own: () => (settings ? ownObjects(settings) : []),
  };
}

/** Where the operation of each route was written, by the name that `routeChanges` gives the route. */
export function routePlaces({input}: CheckedOutput): ReadonlyMap<string, Location> {
  const namesOf = (routes: RuleInput['routes']) => [...routeTexts(objectsOf({...input, routes})).keys()];
  const notDescribed = namesOf([]);
  return new Map(
    // Of operations that have the same match, the first counts.
    input.routes.toReversed().flatMap((operation) =>
      namesOf([operation])
        .filter((name) => !notDescribed.includes(name))
        .map((name) => [name, operation.location] as const),
    ),
  );
}
