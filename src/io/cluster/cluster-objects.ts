import {groupBy} from '../../core/group-by.ts';
import {clusterNote, type Problem} from '../../core/problem.ts';
import {kindName, type Resource, resourceId, resourceOf} from '../../core/resource.ts';
import {MANAGED_BY, OWN, type OwnKind, relationTo, selectorOf} from '../../core/targets/own-objects.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import type {Output} from '../run/generate-loaded.ts';
import {ClusterFailed, kubectlGet, kubectlGetNamed} from './kubectl.ts';
import {maybeLeft} from './maybe-left.ts';

/** An output; without a text it could not be generated. */
export type ClusterOutput = Pick<Output, 'objects' | 'own' | 'text'>;

/** What the API server holds of generated objects, and of others that apigen has made. */
export interface ClusterObjects {
  /** The object with the same group, kind, namespace and name. */
  readonly find: (object: KubernetesObject) => Resource | undefined;
  /** Objects that apigen has made for the Service of an output, and that no output has. If outputs share a Service, the first has them. */
  readonly left: (output: ClusterOutput) => readonly Resource[];
  /** What may be left over too, and what could not be read. */
  readonly notes: readonly Problem[];
}

const NEEDED = 'the objects of the mesh are installed in the cluster';

/** Reads objects from the cluster of kubectl's current context, and changes nothing there. Throws ClusterFailed. */
export async function clusterObjects(outputs: readonly ClusterOutput[]): Promise<ClusterObjects> {
  const generated = outputs.flatMap(({objects}) => objects.map((object) => resourceOf(object, '')));
  const ids = new Set(generated.map(resourceId));
  const contents = await kubectlGetNamed(generated, NEEDED);
  const notes: Problem[] = [];
  const kinds = groupBy(
    outputs.flatMap(({own}) => own),
    ({namespace}) => namespace,
  );
  for (const ofNamespace of kinds.values()) {
    const byName = [...groupBy(ofNamespace, kindName).values()].flatMap(([kind]) => kind ?? []);
    const listed = await Promise.all(byName.map((kind) => ownObjects(kind, generated)));
    contents.push(...listed.flatMap((one) => one.contents));
    notes.push(...listed.flatMap((one) => one.notes));
  }
  const found = new Map(
    contents.map((content) => resourceOf(content, '')).map((resource) => [resourceId(resource), resource]),
  );
  const find = (object: KubernetesObject) => found.get(resourceId(resourceOf(object, '')));
  const others = [...found]
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
    notes: [...notes, ...(await maybeLeft(unclear, outputs, (object) => find(object) !== undefined))],
  };
}

/** Whether an object was generated for the Service of an output, now or before. */
export function isOwn({own}: Pick<ClusterOutput, 'own'>, resource: Resource): boolean {
  return own.some((kind) => relationTo(kind, resource) === 'own');
}

/** The objects of a kind in its namespace that apigen has made. A kind that was not generated may be unknown to the cluster. */
async function ownObjects(
  kind: OwnKind,
  generated: readonly Resource[],
): Promise<Pick<ClusterObjects, 'notes'> & {readonly contents: readonly unknown[]}> {
  const selector = kind.labels ? [`--selector=${selectorOf({[MANAGED_BY]: OWN})}`] : [];
  const args = [kindName(kind), `--namespace=${kind.namespace}`, '--show-managed-fields', ...selector];
  try {
    return {contents: await kubectlGet(args, NEEDED), notes: []};
  } catch (error) {
    if (!(error instanceof ClusterFailed) || generated.some((one) => kindName(one) === kindName(kind)))
      throw error;
    if (error.message.includes("the server doesn't have a resource type")) return {contents: [], notes: []};
    const message = `cannot look for ${kind.kind}s that are left over in "${kind.namespace}": ${error.message}`;
    return {contents: [], notes: [clusterNote(message, error.hint)]};
  }
}
