import {type Resource, resourceId, resourceOf} from '../../core/resource.ts';
import {serviceOf, TARGETS} from '../../core/targets/index.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {kubectlGet} from '../../io/cluster/kubectl.ts';

/** What the API server holds of generated objects, and of others that apigen has made. */
export interface ClusterObjects {
  /** The object with the same group, kind, namespace and name. */
  readonly find: (object: KubernetesObject) => Resource | undefined;
  /** Objects that apigen has made for the same Service, but that were not generated. */
  readonly left: (objects: readonly KubernetesObject[]) => readonly Resource[];
}

/** Reads objects from the cluster of kubectl's current context, and changes nothing there. Throws ClusterFailed. */
export async function clusterObjects(objects: readonly KubernetesObject[]): Promise<ClusterObjects> {
  const asked = objects.map(({apiVersion, kind, metadata: {name, namespace}}) => ({
    apiVersion,
    kind,
    metadata: {name, namespace},
  }));
  const list = JSON.stringify({apiVersion: 'v1', kind: 'List', items: asked});
  const same =
    objects.length === 0 ? [] : await kubectlGet(['--filename=-', '--ignore-not-found'], NEEDED, list);
  const found = new Map<string, Resource>();
  for (const content of [...same, ...(await ownObjects(objects))]) {
    const resource = resourceOf(content, '');
    found.set(resourceId(resource), resource);
  }
  const idOf = (object: KubernetesObject) => resourceId(resourceOf(object, ''));
  return {
    find: (object) => found.get(idOf(object)),
    left: (generated) => {
      const ids = new Set(generated.map(idOf));
      const services = new Set(generated.map(ownerOf));
      return [...found].flatMap(([id, resource]) => {
        const service = ownerOf(resource.content);
        return service !== undefined && services.has(service) && !ids.has(id) ? [resource] : [];
      });
    },
  };
}

const NEEDED = 'the objects of the mesh are installed in the cluster';

/** All objects of these kinds that apigen has made in their namespaces, where a description can have several of them. */
async function ownObjects(objects: readonly KubernetesObject[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const {kind, several} of TARGETS) {
    if (several === undefined) continue;
    const same = objects.filter((object) => object.kind === kind);
    for (const namespace of new Set(same.map(({metadata}) => metadata.namespace))) {
      const args = [several.resource, `--namespace=${namespace}`, `--selector=${several.selector}`];
      found.push(...(await kubectlGet(args, NEEDED)));
    }
  }
  return found;
}

/** The namespace of an object that apigen made, and its Service. */
function ownerOf(object: unknown): string | undefined {
  const service = serviceOf(object);
  return service && JSON.stringify([resourceOf(object, '').namespace, service]);
}
