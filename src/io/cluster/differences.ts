import {isDeepStrictEqual} from 'node:util';
import {isMap, ownValue, valueAt} from '../../core/base/json.ts';
import {hasErrors, outputError, type Problem} from '../../core/base/problem.ts';
import {printable} from '../../core/base/quote.ts';
import {type RouteChange, routeChanges, routeTexts} from '../../core/generate/route-changes.ts';
import {appliedFields} from '../../core/kubernetes/own-objects.ts';
import {type Resource, resourceName, resourceOf} from '../../core/kubernetes/resource.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import type {Places} from '../print/problems.ts';
import {allProblems, type RunOutputs} from '../run/generate/generate-all.ts';
import type {Output} from '../run/generate/generate-loaded.ts';
import {repeatedIn} from '../run/generate/several-outputs.ts';
import {type ClusterObjects, clusterObjects, readObjects, withReadableKinds} from './cluster-objects.ts';
import {clusterVersionProblems} from './cluster-versions.ts';
import {withForeignRequests} from './foreign-requests.ts';
import {ClusterFailed, orFailed} from './kubectl.ts';
import {notInEffect} from './policy-status.ts';

interface Difference extends RouteChange {
  readonly source: string;
  /** `openapi.yaml:12`; the description alone where the route is only in the cluster. */
  readonly place: string;
}

/** The differences of an output and the cluster. */
interface Compared {
  /** By route, and by object where routes do not show it. */
  readonly differences: readonly Difference[];
  /** The objects that the cluster does not have, or has otherwise. */
  readonly changed: readonly KubernetesObject[];
  /** Those that only the cluster has. */
  readonly left: readonly Resource[];
}

export interface ComparedOutput extends Compared, Pick<ClusterObjects, 'find'> {
  readonly output: Output;
}

export interface ComparedOutputs {
  readonly problems: readonly Problem[];
  /** Notes of objects that may be left over too, of kinds that could not be read, and of versions that are too old. */
  readonly notes: readonly Problem[];
  /** Absent where a problem stops the run, such as a cluster that cannot be read. */
  readonly compared?: readonly ComparedOutput[];
}

/** Compares the outputs of a run with the cluster; without `prune`, what only the cluster has does not count. */
export async function compareOutputs(runOutputs: RunOutputs, prune = true): Promise<ComparedOutputs> {
  const {keepGoing = false} = runOutputs.run;
  const generated = runOutputs.outputs.filter(({skipped}) => skipped === undefined);
  const readable = keepGoing ? await withReadableKinds(generated) : generated;
  const shared = [...runOutputs.shared, ...repeatedIn(readable, runOutputs)];
  const problemsOf = (outputs: readonly Output[]) => allProblems({shared, outputs});
  const isFailed = (problems: readonly Problem[]) => hasErrors(keepGoing ? shared : problems);
  if (isFailed(problemsOf(readable))) return {problems: problemsOf(readable), notes: []};
  const reading = orFailed(readObjects(readable));
  const [{outputs, notes: unread}, read, versions] = await Promise.all([
    withForeignRequests(readable, reading),
    reading,
    clusterVersionProblems(readable),
  ]);
  const problems = problemsOf(outputs);
  if (isFailed(problems)) return {problems, notes: unread};
  if (read instanceof ClusterFailed)
    return {problems: [...problems, outputError(read.message, read.hint)], notes: []};
  const cluster = await clusterObjects(outputs, read);
  const {find, left} = cluster;
  const held = {find, left: prune ? left : () => [], others: read.objects};
  const compared = outputs.map((output) => ({output, find, ...compare(output, held, runOutputs)}));
  const notes = [...unread, ...cluster.notes, ...versions];
  return {problems, notes, compared};
}

/** @param isOurs whether all of what is held is ours, as in a file */
export function compare(
  output: Pick<Output, 'objects' | 'source' | 'places' | 'schemes' | 'own' | 'text'>,
  {find, left: leftOf, others = []}: Pick<ClusterObjects, 'find' | 'left'> & {others?: readonly Resource[]},
  {nameOf}: Pick<Places, 'nameOf'>,
  isOurs = false,
): Compared {
  const {objects, source, places, schemes} = output;
  const left = leftOf(output);
  const pairs = objects.map((object) => ({object, held: find(object)?.content}));
  const heldObjects = [...pairs.map(({held}) => held), ...left.map(({content}) => content)];
  const ofRoutes = routeChanges(heldObjects.filter(isKubernetesObject), objects, schemes);
  const routes = new Set(ofRoutes.map(({route}) => route));
  const isShown = (...all: readonly unknown[]) =>
    [...routeTexts(all.filter(isKubernetesObject)).keys()].some((route) => routes.has(route));
  const parts = pairs.flatMap(({object, held}) =>
    otherParts(object, held, isOurs).map((part) => ({object, held, part})),
  );
  const ofObjects = parts
    .filter(({object, held, part}) => part !== 'spec' || !isShown(object, held))
    .map(({object, held, part}) => ({
      route: resourceName(resourceOf(object)),
      ...(held !== undefined && {before: `other ${part}`}),
      after: `${part} as generated`,
    }));
  const ofLeft = left.flatMap((resource) =>
    isShown(resource.content) ? [] : [{route: resourceName(resource), before: 'not generated any more'}],
  );
  const ofStatus = pairs.flatMap(({object, held}) => {
    const isChanged = parts.some((one) => one.object === object);
    const isAsWritten = !isOurs && !isChanged && held !== undefined;
    const why = isAsWritten ? notInEffect(held, object, others)?.why : undefined;
    return why ? [{route: resourceName(resourceOf(object)), before: why, after: 'accepted'}] : [];
  });
  const differences = [...ofRoutes, ...ofObjects, ...ofStatus, ...ofLeft].map((change) => {
    const written = places?.get(change.route);
    return {...change, source, place: written ? `${nameOf(written.uri)}:${written.line}` : source};
  });
  return {differences, changed: [...new Set(parts.map(({object}) => object))], left};
}

/** Differences in the form of `git diff`, those of a description below its name and that of what it is compared with. */
export function differencesText(differences: readonly Difference[], side = 'cluster'): string {
  const lines = differences.flatMap(({source, place, route, before, after, isOpened}, index) => [
    ...(differences[index - 1]?.source === source ? [] : [`--- ${side}`, `+++ ${source}`]),
    `@@ ${place} @@ ${route}${isOpened ? ' (opened)' : ''}`,
    ...(before === undefined ? [] : [`-${before}`]),
    ...(after === undefined ? [] : [`+${after}`]),
  ]);
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** A difference as JSON, with what applying the description would do. */
export function differenceJson({source: _, isOpened, ...change}: Difference): object {
  const {before, after} = change;
  return {
    ...change,
    ...(isOpened && {opened: true}),
    change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
  };
}

/** The parts of an object that are not held as they were generated; all of it is its `spec`. */
function otherParts(object: KubernetesObject, held: unknown, isOurs: boolean): string[] {
  if (!isKubernetesObject(held)) return ['spec'];
  const parts = {
    spec: [held.spec, object.spec],
    labels: [held.metadata.labels, object.metadata.labels],
    annotations: [held.metadata.annotations, object.metadata.annotations],
  };
  const applied = appliedFields(held);
  return Object.entries(parts).flatMap(([part, [ofCluster = {}, generated = {}]]) => {
    const owned = isOurs || valueAt(applied, part === 'spec' ? '/f:spec' : `/f:metadata/f:${part}`);
    return isApplied(ofCluster, generated, owned) ? [] : [part];
  });
}

/** The API server prints no other objects. */
function isKubernetesObject(content: unknown): content is KubernetesObject {
  return isMap(ownValue(content, 'metadata'));
}

/**
 * Whether an object of a cluster has everything that was generated, and nothing that we have applied before and that is not generated any
 * more. Other keys of maps are not compared, since applying keeps them; lists are, since applying replaces them as a whole.
 *
 * @param owned what we have applied before, as `appliedFields` gives it; `true` for all
 */
export function isApplied(held: unknown, generated: unknown, owned?: unknown): boolean {
  if (!isMap(generated) || !isMap(held)) return isDeepStrictEqual(held, generated);
  return Object.keys({...held, ...generated}).every((key) => {
    const own = owned === true || ownValue(owned, `f:${key}`);
    return Object.hasOwn(generated, key)
      ? isApplied(ownValue(held, key), generated[key], own)
      : own === undefined;
  });
}
