import type {Problem} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {isSameNamespace, type Resource, resourceName} from '../../core/kubernetes/resource.ts';
import {isService} from '../../core/services/service.ts';
import {serviceOf} from '../../core/targets/index.ts';

export function isConfigMap({apiVersion, kind}: Resource): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap';
}

/** The keys of a Service that give a setting. */
export const SERVICE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'service.name': ['metadata', 'name'],
  'service.namespace': ['metadata', 'namespace'],
  namespace: ['metadata', 'namespace'],
  'service.port': ['spec', 'ports', '0', 'port'],
};

/**
 * The routes of the input for a Service that is there under another name or in another namespace: kustomize's `namePrefix`,
 * `nameSuffix` and `namespace` change the names of objects that exist already, but not the Service in routes.
 */
export function renamedServices(items: readonly Resource[]): Problem[] {
  const services = items.filter(isService);
  return items.flatMap((route): Problem[] => {
    const service = serviceOf(route.content);
    if (service === undefined) return [];
    const named = {apiVersion: 'v1', kind: 'Service', ...service};
    if (services.some((one) => one.name === named.name && isSameNamespace(one, named))) return [];
    const renamed = services.find(({name}) => name.includes(named.name));
    if (renamed === undefined) return [];
    return [
      {
        code: 'input',
        severity: 'warning',
        message: `${route.kind} ${quote(route.name)} is for the ${resourceName(named)}, but there is only the ${resourceName(renamed)}`,
        hint: 'name the function under `transformers` of the outermost kustomization that sets `namespace`, `namePrefix` or `nameSuffix`',
        location: {uri: route.uri, pointer: ''},
      },
    ];
  });
}
