import {annotationsOf, type Resource, resourceId, resourceOf} from '../../core/krm/resources.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';

/** The annotations by which an orchestrator finds the file of an object. Source: KRM Functions Specification v1, "Internal Annotations". */
const OF_ORCHESTRATOR = /^(internal\.)?config\.(kubernetes|k8s)\.io\//;

/** Objects with the orchestrator's annotations of those in the input that they replace. */
export function keepAnnotations(
  objects: readonly KubernetesObject[],
  items: readonly Resource[],
): readonly KubernetesObject[] {
  const given = new Map(items.map((item) => [resourceId(item), item]));
  return objects.map((object) => {
    const before = given.get(resourceId(resourceOf(object, '')));
    const kept = before ? [...annotationsOf(before)].filter(([key]) => OF_ORCHESTRATOR.test(key)) : [];
    if (kept.length === 0) return object;
    const annotations = Object.fromEntries([...annotationsOf({content: object}), ...kept]);
    return {...object, metadata: {...object.metadata, annotations}};
  });
}
