import {groupBy} from '../../core/base/group-by.ts';
import {clusterNote, outputError, type Problem} from '../../core/base/problem.ts';
import {pluralWord} from '../../core/base/quote.ts';
import {apiPath, OBJECT_KINDS, resourceType, type WantedObjects} from '../../core/generate/object-kinds.ts';
import {
  MANAGED_BY,
  MANAGER,
  relationTo,
  SERVICE_NAME,
  selectorOf,
  serviceOfOwn,
} from '../../core/kubernetes/own-objects.ts';
import {type Resource, resourceId, resourceOf} from '../../core/kubernetes/resource.ts';
import {SERVED} from '../../core/services/served.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import type {Output} from '../run/generate/generate-loaded.ts';
import {maybeLeft} from './absent-services.ts';
import {readWanted} from './api-server.ts';
import {ClusterFailed, isUnknownKind, kubectlGet, orFailed} from './kubectl.ts';

/** An output; without a text it could not be generated. */
export type ClusterOutput = Pick<Output, 'objects' | 'own' | 'text'>;

/** Generated objects as the API server has them, and others that apigen has made. */
export interface ClusterObjects {
  /** The object with the same group, kind, namespace and name. */
  readonly find: (object: KubernetesObject) => Resource | undefined;
  /** Objects that apigen has made for the Service of an output, and that no output has. If outputs share a Service, the first has them. */
  readonly left: (output: ClusterOutput) => readonly Resource[];
  /** Notes of objects that may be left over too, and of kinds that could not be read. */
  readonly notes: readonly Problem[];
}

const NEEDED = 'the objects of the mesh are installed in the cluster';

/** The objects that were read, those of others among them, and notes of kinds that could not be read. */
export interface ReadObjects {
  readonly objects: readonly Resource[];
  readonly notes: readonly Problem[];
}

/** Finds objects of outputs among those that `readObjects` has read, and what is left of them; changes nothing. Throws ClusterFailed. */
export async function clusterObjects(
  outputs: readonly ClusterOutput[],
  read: ReadObjects,
): Promise<ClusterObjects> {
  const ids = new Set(resourcesOf(outputs).map(resourceId));
  const byId = new Map(read.objects.map((resource) => [resourceId(resource), resource]));
  const find = (object: KubernetesObject) => byId.get(resourceId(resourceOf(object)));
  const others = [...byId]
    .filter(([id]) => !ids.has(id))
    .map(([, resource]) => ({resource, owners: outputs.filter((output) => isOwn(output, resource))}));
  const left = (output: ClusterOutput) =>
    others.flatMap(({resource, owners}) =>
      owners[0] === output && owners.every(({text}) => text !== undefined) ? [resource] : [],
    );
  const unclear = others.flatMap(({resource, owners}) => (owners.length === 0 ? [resource] : []));
  return {find, left, notes: [...read.notes, ...(await maybeLeft(unclear, outputs, find))]};
}

function resourcesOf(outputs: readonly ClusterOutput[]): Resource[] {
  return outputs.flatMap(({objects}) => objects.map((object) => resourceOf(object)));
}

/**
 * All objects of the kinds that apigen may have made for outputs, from the cluster of kubectl's current context. Throws ClusterFailed.
 */
export async function readObjects(outputs: readonly ClusterOutput[]): Promise<ReadObjects> {
  const generated = new Set(resourcesOf(outputs).map(resourceType));
  const own = outputs.flatMap((output) => output.own);
  const wanted = own.map(({apiVersion, kind, namespace}) => ({apiVersion, kind, namespace}));
  return listKinds(wanted, generated, generated.size === 0);
}

/** Outputs, of which those of a kind that the cluster does not have, or that may not be read there, have failed. */
export async function withReadableKinds(outputs: readonly Output[]): Promise<readonly Output[]> {
  const kinds = new Map(
    resourcesOf(outputs).map(({apiVersion, kind, namespace}) => [
      resourceType({apiVersion, kind}),
      {apiVersion, kind, namespace, selector: 'none'},
    ]),
  );
  const failed = new Map<string, ClusterFailed>();
  for (const [kind, wanted] of kinds) {
    const answer = await orFailed(readWanted(wanted, NEEDED));
    if (answer instanceof ClusterFailed) failed.set(kind, answer);
  }
  return outputs.map((output) => {
    const [why] = output.objects.flatMap((object) => failed.get(resourceType(object)) ?? []);
    if (why === undefined) return output;
    const {text: _, ...rest} = output;
    const problem = outputError(why.message, why.hint, {location: {uri: output.uri, pointer: ''}});
    return {...rest, objects: [], problems: [...output.problems, problem]};
  });
}

/** Whether an object was generated for the Service of an output, now or before. */
export function isOwn({own}: Pick<ClusterOutput, 'own'>, resource: Resource): boolean {
  return own.some((kind) => relationTo(kind, resource) === 'own');
}

/** Objects of kinds. One that is not needed may be unknown to the cluster, and that it cannot be read is a note. Throws ClusterFailed. */
async function listKinds(
  wanted: readonly WantedObjects[],
  needed: ReadonlySet<string> = new Set(),
  isNeededIfKnown = false,
  read = readWanted,
): Promise<ReadObjects> {
  const distinct = [...new Map(wanted.map((one) => [apiPath(one), one])).values()];
  const answers = await Promise.all(
    distinct.map(async (one) => ({one, answer: await orFailed(read(one, NEEDED))})),
  );
  const objects: Resource[] = [];
  const notes: Problem[] = [];
  for (const {one, answer} of answers) {
    if (!(answer instanceof ClusterFailed)) objects.push(...answer);
    else if (needed.has(resourceType(one))) throw answer;
    else if (isUnknownKind(answer)) continue;
    else if (isNeededIfKnown) throw answer;
    else
      notes.push(
        clusterNote(
          `cannot look for ${pluralWord(one.kind)} that are left over: ${answer.message}`,
          answer.hint,
        ),
      );
  }
  return {objects, notes};
}

/**
 * How the objects are found that were made from what Services served, by the namespace and name of the Service.
 *
 * @param scope a namespace, or all; `undefined` for that of kubectl's context
 */
export async function servedBefore(scope: {readonly namespace?: string} | undefined) {
  const selector = selectorOf(SERVED);
  const wanted = OBJECT_KINDS.filter(({isAcrossNamespaces}) => !isAcrossNamespaces).flatMap(
    ({kind, apiVersions}) => apiVersions.map((apiVersion) => ({apiVersion, kind, ...scope, selector})),
  );
  const read: typeof readWanted = (one, needed) =>
    kubectlGet([resourceType(one), `--selector=${selector}`, '--show-managed-fields'], needed);
  const {objects, notes} = await listKinds(wanted, new Set(), false, scope ? readWanted : read);
  const owned = objects.flatMap(ownKind);
  const groups = groupBy(owned, ({service}) => `${service.namespace}/${service.name}`);
  return {
    own: new Map([...groups].map(([service, group]) => [service, group.map(({kind}) => kind)])),
    notes,
  };
}

function ownKind(object: Resource) {
  const service = serviceOfOwn(object);
  if (service === undefined) return [];
  const {apiVersion, kind, namespace, name} = object;
  const labelled = {
    apiVersion,
    kind,
    namespace,
    labels: {...SERVED, [MANAGED_BY]: MANAGER, [SERVICE_NAME]: service.name},
  };
  const isLabelled = relationTo(labelled, object) === 'own';
  return [{service, kind: isLabelled ? labelled : {apiVersion, kind, namespace, name}}];
}
