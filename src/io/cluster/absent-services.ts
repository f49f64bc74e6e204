import {groupBy} from '../../core/base/group-by.ts';
import {clusterNote, type Problem} from '../../core/base/problem.ts';
import {counted, quote} from '../../core/base/quote.ts';
import {objectKind, resourceType} from '../../core/generate/object-kinds.ts';
import type {NamedService} from '../../core/kubernetes/object-kind.ts';
import {gatewayOf, relationTo, serviceOfOwn} from '../../core/kubernetes/own-objects.ts';
import {type Resource, type ResourceNames, resourceName} from '../../core/kubernetes/resource.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import type {Output} from '../run/generate/generate-loaded.ts';
import {readWanted} from './api-server.ts';
import {ClusterFailed, orFailed} from './kubectl.ts';

function asService({name, namespace}: NamedService): ResourceNames {
  return {apiVersion: 'v1', kind: 'Service', name, namespace};
}

/** Those of some Services that are not in the cluster, as `resourceName` has them, as far as it says. */
async function absentServices(services: readonly ResourceNames[]): Promise<ReadonlySet<string>> {
  const named = new Map(services.map((service) => [resourceName(service), service]));
  const read = [...named].map(async ([name, service]) => {
    const answer = await orFailed(readWanted(service, 'you are allowed to read its Services'));
    return answer instanceof ClusterFailed || answer.length > 0 ? [] : name;
  });
  return new Set((await Promise.all(read)).flat());
}

/** Warnings of outputs whose Service is not in the cluster: its name or namespace may be wrong. */
export async function absentServiceProblems(outputs: readonly Output[]): Promise<Problem[]> {
  const services = outputs.flatMap(({objects, servedBy}) =>
    servedBy ? [] : objects.flatMap((object) => objectKind(object)?.serviceOf(object) ?? []).slice(0, 1),
  );
  return [...(await absentServices(services.map(asService)))].map((name) => ({
    code: 'cluster',
    severity: 'warning',
    message: `${name} is not in the cluster`,
    hint: 'check `service.name` and `service.namespace`',
  }));
}

/**
 * Names objects that descriptions of a run may have had before their target, Gateway or Service was another one. Others may need them, so
 * that is for the user to decide.
 */
export async function maybeLeft(
  objects: readonly Resource[],
  outputs: readonly Pick<Output, 'own' | 'objects'>[],
  find: (object: KubernetesObject) => Resource | undefined,
): Promise<Problem[]> {
  const missing = await absentServices(objects.flatMap(servicesOf));
  const reasonOf = (object: Resource) => {
    const relations = outputs.map(({own, objects: generated}) => {
      const [relation] = own.flatMap((kind) => relationTo(kind, object) ?? []);
      // Where a description is not new to its Gateway, it is meant for both.
      return relation === 'other gateway' && generated.some(find) ? undefined : relation;
    });
    if (relations.includes('not ours')) return 'not made by `apigen apply`';
    if (servicesOf(object).some((service) => missing.has(resourceName(service))))
      return 'generated for a Service that is not there';
    const gateway = gatewayOf(object);
    const parent = gateway === undefined ? 'the mesh' : `the Gateway ${quote(gateway)}`;
    return relations.includes('other gateway') ? `generated for ${parent}` : undefined;
  };
  const named = objects.map((object) => ({...object, reason: reasonOf(object)}));
  const groups = groupBy(named, (one) => JSON.stringify([resourceType(one), one.namespace, one.reason]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first?.reason === undefined) return [];
    const {kind, namespace, reason} = first;
    const names = group.map(({name}) => name).join(' ');
    return clusterNote(
      `${counted(group.length, kind)} in ${quote(namespace)} may be left over: ${reason}`,
      `if no description has ${group.length === 1 ? 'it' : 'them'}, run \`kubectl delete -n ${namespace} ${resourceType(first)} ${names}\``,
    );
  });
}

function servicesOf(object: Resource): ResourceNames[] {
  const service = serviceOfOwn(object);
  return service ? [asService(service)] : [];
}
