import {isMap, mapsOf, ownValue, valueAt} from '../base/json.ts';
import {childLocation, type Finding, type Location, type Problem} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {GROUP, type Resource} from '../kubernetes/resource.ts';
import type {FlagValues} from '../settings/table.ts';

/** The annotation of a Service that names its description for `apigen krm`. */
export const DESCRIPTION_ANNOTATION = `${GROUP}/description`;

/** The annotation of a Service that says where its description is served. */
export const OPENAPI_ANNOTATION = `${GROUP}/openapi`;

/** The annotation of a Service with settings for that description, as YAML. */
export const SETTINGS_ANNOTATION = `${GROUP}/settings`;

export function isService({apiVersion, kind}: Resource): boolean {
  return apiVersion === 'v1' && kind === 'Service';
}

export function annotationsOf({content}: Pick<Resource, 'content'>): ReadonlyMap<string, unknown> {
  const annotations = valueAt(content, '/metadata/annotations');
  return new Map(isMap(annotations) ? Object.entries(annotations) : []);
}

export function annotationPlace({uri}: Resource, key: string): Location {
  return ['metadata', 'annotations', key].reduce(childLocation, {uri, pointer: ''});
}

const ANNOTATIONS = [DESCRIPTION_ANNOTATION, OPENAPI_ANNOTATION, SETTINGS_ANNOTATION];

/** The annotations of our group that have no effect. */
export function annotationProblems(item: Resource, hint: string): Problem[] {
  return [...annotationsOf(item).keys()]
    .filter((key) => key.startsWith(`${GROUP}/`) && !(ANNOTATIONS.includes(key) && isService(item)))
    .map((key) => ({
      code: 'input',
      severity: 'warning',
      message: `annotation ${quote(key)} has no effect on a ${item.kind} of ${item.apiVersion}`,
      hint,
      location: annotationPlace(item, key),
    }));
}

const portMaps = ({content}: Resource) => mapsOf(valueAt(content, '/spec/ports'));

export function portsOf(service: Resource): number[] {
  return portMaps(service).flatMap(({port}) => (typeof port === 'number' ? port : []));
}

/** Protocols of HTTP without TLS. Source: Kubernetes, "Application protocol"; Istio, "Explicit protocol selection". */
const HTTP = /^(http2?(-.*)?|kubernetes\.io\/(h2c|ws))$/;

/** The port for requests: the only one, or else the only one that serves HTTP by its `appProtocol` or its name. */
export function httpPort(service: Resource): number | undefined {
  const ports = portsOf(service);
  const ofHttp = portMaps(service).filter(({appProtocol, name}) => HTTP.test(String(appProtocol ?? name)));
  const [port, another] = ports.length > 1 ? ofHttp.map((one) => one.port) : ports;
  return another === undefined && typeof port === 'number' ? port : undefined;
}

/** The settings that a Service gives: its name and namespace, and its port if it has only one. */
export function settingsOfService(service: Resource): FlagValues {
  const {name, namespace} = service;
  const [port, another] = portsOf(service);
  return {
    'service.name': name,
    ...(namespace === '' ? {} : {namespace, 'service.namespace': namespace}),
    ...(port === undefined || another !== undefined ? {} : {'service.port': port}),
  };
}

/** One that the Service may not have would be used. */
export function severalPorts(service: Resource, where: string): Finding {
  const ports = portsOf(service);
  return {
    message:
      ports.length === 0 ? 'the Service has no port' : `the Service has several ports: ${ports.join(', ')}`,
    hint: `set \`service.port\` to one of them in ${where}`,
    location: {uri: service.uri, pointer: '/spec/ports'},
  };
}

export function dataOf({content}: Pick<Resource, 'content'>): ReadonlyMap<string, string> {
  const data = ownValue(content, 'data');
  const entries = isMap(data) ? Object.entries(data) : [];
  return new Map(entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])));
}
