import {groupBy} from '../../core/base/group-by.ts';
import {
  MANAGED_BY,
  OWN,
  relationTo,
  SERVICE_NAME,
  selectorOf,
  serviceOfOwn,
} from '../../core/kubernetes/own-objects.ts';
import type {Resource} from '../../core/kubernetes/resource.ts';
import {apiVersionsOf} from '../../core/meshes.ts';
import {SERVED} from '../../core/services/served.ts';
import {TARGETS} from '../../core/targets/index.ts';
import {listKind} from './cluster-objects.ts';

/**
 * How the objects are found that were made from what Services served, by the namespace and name of the Service.
 *
 * @param scope the arguments of kubectl that choose the namespace
 */
export async function servedBefore(scope: readonly string[]) {
  const kinds = TARGETS.flatMap(({name, kind}) =>
    apiVersionsOf(name).map((apiVersion) => ({apiVersion, kind})),
  );
  const args = [...scope, `--selector=${selectorOf(SERVED)}`];
  const listed = await Promise.all(kinds.map((kind) => listKind(kind, args)));
  const found = listed.flatMap(({objects}) => objects.flatMap(ownKind));
  const groups = groupBy(found, ({service}) => `${service.namespace}/${service.name}`);
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
    ...{apiVersion, kind, namespace},
    labels: {...SERVED, [MANAGED_BY]: OWN, [SERVICE_NAME]: service.name},
  };
  const isLabelled = relationTo(labelled, object) === 'own';
  return [{service, kind: isLabelled ? labelled : {apiVersion, kind, namespace, name}}];
}
