import {groupBy} from '../../core/base/group-by.ts';
import {clusterNote, outputError, type Problem} from '../../core/base/problem.ts';
import {OBJECT_KINDS, resourceType} from '../../core/generate/object-kinds.ts';
import {
  MANAGED_BY,
  MANAGER,
  type OwnObjects,
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
import {ClusterFailed, isUnknownKind, kubectlGet, kubectlGetNamed, orFailed} from './kubectl.ts';

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

/**
 * Reads objects from the cluster of kubectl's current context, and changes nothing there. Throws ClusterFailed.
 *
 * @param checked the outputs after a check that takes as long
 */
export async function clusterObjects(
  intended: readonly ClusterOutput[],
  checked: readonly ClusterOutput[] | Promise<readonly ClusterOutput[]> = intended,
): Promise<ClusterObjects> {
  const generated = resourcesOf(intended);
  const listing = orFailed(listOwn(intended, generated));
  const named = await kubectlGetNamed(generated, NEEDED);
  const listed = await listing;
  if (listed instanceof ClusterFailed) throw listed;
  const held = [...named, ...listed.flatMap(({objects}) => objects)];
  const outputs = await checked;
  const ids = new Set(resourcesOf(outputs).map(resourceId));
  const byId = new Map(held.map((resource) => [resourceId(resource), resource]));
  const find = (object: KubernetesObject) => byId.get(resourceId(resourceOf(object)));
  const others = [...byId]
    .filter(([id]) => !ids.has(id))
    .map(([, resource]) => ({resource, owners: outputs.filter((output) => isOwn(output, resource))}));
  const left = (output: ClusterOutput) =>
    others.flatMap(({resource, owners}) =>
      owners[0] === output && owners.every(({text}) => text !== undefined) ? [resource] : [],
    );
  const unclear = others.flatMap(({resource, owners}) => (owners.length === 0 ? [resource] : []));
  return {
    find,
    left,
    notes: [...listed.flatMap(({notes}) => notes), ...(await maybeLeft(unclear, outputs, find))],
  };
}

function resourcesOf(outputs: readonly ClusterOutput[]): Resource[] {
  return outputs.flatMap(({objects}) => objects.map((object) => resourceOf(object)));
}

/** What apigen may have made for outputs, one namespace after another. Throws ClusterFailed. */
async function listOwn(outputs: readonly ClusterOutput[], generated: readonly Resource[]) {
  const isGenerated = (kind: OwnObjects) => generated.some((one) => resourceType(one) === resourceType(kind));
  const kinds = groupBy(
    outputs.flatMap(({own}) => own),
    ({namespace}) => namespace,
  );
  const listed: Awaited<ReturnType<typeof listKind>>[] = [];
  for (const ofNamespace of kinds.values()) {
    const byName = [...groupBy(ofNamespace, resourceType).values()].flatMap(([kind]) => kind ?? []);
    const lists = byName.map((kind) =>
      listKind(kind, ownIn(kind), isGenerated(kind), generated.length === 0),
    );
    listed.push(...(await Promise.all(lists)));
  }
  return listed;
}

/** Outputs, of which those of a kind that the cluster does not have, or that may not be read there, have failed. */
export async function withReadableKinds(outputs: readonly Output[]): Promise<readonly Output[]> {
  const kinds = new Map(
    outputs.flatMap(({objects}) =>
      objects.map((object) => [resourceType(object), object.metadata.namespace] as const),
    ),
  );
  const failed = new Map<string, ClusterFailed>();
  for (const [kind, namespace] of kinds) {
    const answer = await orFailed(kubectlGet([kind, `--namespace=${namespace}`, '--selector=none'], NEEDED));
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

/** The arguments of kubectl for what apigen has made of a kind in its namespace. */
function ownIn({namespace, labels}: OwnObjects): string[] {
  return [
    `--namespace=${namespace}`,
    ...(labels ? [`--selector=${selectorOf({[MANAGED_BY]: MANAGER})}`] : []),
  ];
}

/** Objects of a kind. One that is not needed may be unknown to the cluster, and that it cannot be read is a note. Throws ClusterFailed. */
async function listKind(
  kind: Pick<OwnObjects, 'apiVersion' | 'kind'>,
  args: readonly string[],
  isNeeded = false,
  isNeededIfKnown = false,
): Promise<{readonly objects: readonly Resource[]; readonly notes: readonly Problem[]}> {
  const objects = await orFailed(kubectlGet([resourceType(kind), '--show-managed-fields', ...args], NEEDED));
  if (!(objects instanceof ClusterFailed)) return {objects, notes: []};
  const {message, hint} = objects;
  if (isNeeded) throw objects;
  if (isUnknownKind(objects)) return {objects: [], notes: []};
  if (isNeededIfKnown) throw objects;
  const note = clusterNote(`cannot look for ${kind.kind}s that are left over: ${message}`, hint);
  return {objects: [], notes: [note]};
}

/**
 * How the objects are found that were made from what Services served, by the namespace and name of the Service.
 *
 * @param scope the arguments of kubectl that choose the namespace
 */
export async function servedBefore(scope: readonly string[]) {
  const kinds = OBJECT_KINDS.filter(({isAcrossNamespaces}) => !isAcrossNamespaces).flatMap(
    ({kind, apiVersions}) => apiVersions.map((apiVersion) => ({apiVersion, kind})),
  );
  const args = [...scope, `--selector=${selectorOf(SERVED)}`];
  const listed = await Promise.all(kinds.map((kind) => listKind(kind, args)));
  const owned = listed.flatMap(({objects}) => objects.flatMap(ownKind));
  const groups = groupBy(owned, ({service}) => `${service.namespace}/${service.name}`);
  return {
    own: new Map([...groups].map(([service, group]) => [service, group.map(({kind}) => kind)])),
    notes: listed.flatMap(({notes}) => notes),
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
