import type {Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {isSameNamespace, type Resource, resourceName} from '../../core/resource.ts';
import {serviceOf} from '../../core/targets/index.ts';
import {isService} from './resources.ts';

/** True for an object that apigen may have made. */
export function isRoute({content}: Resource): boolean {
  return serviceOf(content) !== undefined;
}

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
