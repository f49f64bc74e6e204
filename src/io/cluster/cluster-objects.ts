import {isMap} from '../../core/json.ts';
import {type Resource, resourceId, resourceOf} from '../../core/krm/resources.ts';
import {mapsIn} from '../../core/targets/policies.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {kubectlGet} from './kubectl.ts';

/** What the API server holds of generated objects, and of others that apigen has made. */
export interface ClusterObjects {
  /** The object with the same group, kind, namespace and name. */
  readonly find: (object: KubernetesObject) => Resource | undefined;
  /** HTTPRoutes that apigen has made for the same Service, but that were not generated. */
  readonly left: (objects: readonly KubernetesObject[]) => readonly Resource[];
}

const KIND_WITH_SEVERAL = 'HTTPRoute';
const OWN_LABEL = 'app.kubernetes.io/managed-by=apigen';

/**
 * Reads objects from the cluster of kubectl's current context; nothing is changed there.
 *
 * @throws ClusterFailed
 */
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
  for (const content of [...same, ...(await ownHttpRoutes(objects))]) {
    const resource = resourceOf(content, '');
    found.set(resourceId(resource), resource);
  }
  const idOf = (object: KubernetesObject) => resourceId(resourceOf(object, ''));
  return {
    find: (object) => found.get(idOf(object)),
    left: (generated) => {
      const ids = new Set(generated.map(idOf));
      const services = new Set(generated.map(serviceOf));
      return [...found].flatMap(([id, resource]) => {
        const service = serviceOf(resource.content);
        return service !== undefined && services.has(service) && !ids.has(id) ? [resource] : [];
      });
    },
  };
}

const NEEDED = 'the objects of the mesh are installed in the cluster';

async function ownHttpRoutes(objects: readonly KubernetesObject[]): Promise<readonly unknown[]> {
  const httpRoutes = objects.filter(({kind}) => kind === KIND_WITH_SEVERAL);
  const namespaces = new Set(httpRoutes.map(({metadata: {namespace}}) => namespace));
  const found: unknown[] = [];
  for (const namespace of namespaces) {
    const args = [
      'httproutes.gateway.networking.k8s.io',
      `--namespace=${namespace}`,
      `--selector=${OWN_LABEL}`,
    ];
    found.push(...(await kubectlGet(args, NEEDED)));
  }
  return found;
}

/** The Service that an HTTPRoute is attached to, and the namespace of both. */
function serviceOf(httpRoute: unknown): string | undefined {
  const {namespace} = resourceOf(httpRoute, '');
  const [parent] = isMap(httpRoute) ? mapsIn(httpRoute, 'parentRefs') : [];
  return parent && JSON.stringify([namespace, parent.namespace ?? namespace, parent.name]);
}
