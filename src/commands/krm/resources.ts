import {isMap, ownValue} from '../../core/json.ts';
import {childLocation, type Location, type Problem} from '../../core/problem.ts';
import {quote} from '../../core/quote.ts';
import {GROUP, isSameNamespace, type Resource, resourceName} from '../../core/resource.ts';
import type {FlagValues} from '../../core/settings/table.ts';
import {serviceOf} from '../../core/targets/index.ts';
import {DESCRIPTION_ANNOTATION} from './mesh-routes.ts';

export function isService({apiVersion, kind}: Resource): boolean {
  return apiVersion === 'v1' && kind === 'Service';
}

export function isConfigMap({apiVersion, kind}: Resource): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap';
}

export function annotationsOf({content}: Pick<Resource, 'content'>): ReadonlyMap<string, unknown> {
  const annotations = ownValue(ownValue(content, 'metadata'), 'annotations');
  return new Map(isMap(annotations) ? Object.entries(annotations) : []);
}

export function annotationPlace({uri}: Resource, key: string): Location {
  return ['metadata', 'annotations', key].reduce(childLocation, {uri, pointer: ''});
}

export function portsOf({content}: Resource): number[] {
  const ports = ownValue(ownValue(content, 'spec'), 'ports');
  return (Array.isArray(ports) ? ports.map((port) => ownValue(port, 'port')) : []).filter(
    (port) => typeof port === 'number',
  );
}

/** What a Service says of itself: its name and namespace, and its port if it has only one. */
export function settingsOfService(service: Resource): FlagValues {
  const {name, namespace} = service;
  const [port, another] = portsOf(service);
  return {
    'service.name': name,
    ...(namespace === '' ? {} : {namespace, 'service.namespace': namespace}),
    ...(port === undefined || another !== undefined ? {} : {'service.port': port}),
  };
}

/** The keys of a Service that give a setting. */
export const SERVICE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'service.name': ['metadata', 'name'],
  'service.namespace': ['metadata', 'namespace'],
  namespace: ['metadata', 'namespace'],
  'service.port': ['spec', 'ports', '0', 'port'],
};

/** The texts of a ConfigMap, by key. */
export function dataOf({content}: Resource): ReadonlyMap<string, string> {
  const data = ownValue(content, 'data');
  const entries = isMap(data) ? Object.entries(data) : [];
  return new Map(entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])));
}

/** The annotations of our group that have no effect. */
export function annotationProblems(item: Resource): Problem[] {
  return [...annotationsOf(item).keys()]
    .filter((key) => key.startsWith(`${GROUP}/`) && !(key === DESCRIPTION_ANNOTATION && isService(item)))
    .map((key) => ({
      code: 'input',
      severity: 'warning',
      message: `annotation ${quote(key)} has no effect on a ${item.kind} of ${item.apiVersion}`,
      hint: `annotate a Service with \`${DESCRIPTION_ANNOTATION}\``,
      location: annotationPlace(item, key),
    }));
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
