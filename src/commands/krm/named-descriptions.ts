import {groupBy} from '../../core/base/group-by.ts';
import {isMap} from '../../core/base/json.ts';
import {
  childLocation,
  inputError,
  inputWarning,
  type Location,
  type Problem,
} from '../../core/base/problem.ts';
import {invalid, quote} from '../../core/base/quote.ts';
import {objectKind} from '../../core/generate/object-kinds.ts';
import {isSameNamespace, type Resource, resourceName} from '../../core/kubernetes/resource.ts';
import {type MeshRoutes, specKeys} from '../../core/options/mesh-routes.ts';
import {
  annotationPlace,
  annotationProblems,
  annotationsOf,
  DESCRIPTION_ANNOTATION,
  dataOf,
  isService,
  settingsOfService,
} from '../../core/services/service.ts';
import type {FlagValues} from '../../core/settings/table.ts';
import {STANDARD_INPUT, uriOf} from '../../io/read/source.ts';
import {expandSources} from '../../io/run/find/inputs.ts';

export interface NamedDescription {
  /** A file or an address, or what messages call a description that is in the input. */
  readonly source: string;
  /** The description itself, when it is in the input. */
  readonly given?: {readonly text: string} | {readonly content: unknown};
  /** The object that names it: the `MeshRoutes`, or a Service. */
  readonly owner: Resource;
  readonly place: Location;
  readonly settings: FlagValues;
}

interface Named {
  readonly descriptions: readonly NamedDescription[];
  readonly problems: readonly Problem[];
}

/** The descriptions that a `MeshRoutes` and the annotations of Services name. */
export async function namedDescriptions(
  config: Resource,
  {descriptions: listed}: MeshRoutes,
  items: readonly Resource[],
): Promise<Named> {
  const list = specKeys('in').reduce(childLocation, {uri: config.uri, pointer: ''});
  const ofConfig = listed.map((name, index) => ({
    name,
    owner: config,
    place: childLocation(list, String(index)),
    settings: {},
  }));
  const ofServices = items.filter(isService).flatMap((service) => {
    const annotations = annotationsOf(service);
    if (!annotations.has(DESCRIPTION_ANNOTATION)) return [];
    const name = annotations.get(DESCRIPTION_ANNOTATION);
    const place = annotationPlace(service, DESCRIPTION_ANNOTATION);
    return [{name, owner: service, place, settings: settingsOfService(service)}];
  });
  const resolved: Named[] = [];
  const configMaps: ConfigMaps = groupBy(
    items.filter(({apiVersion, kind}) => apiVersion === 'v1' && kind === 'ConfigMap'),
    ({name}) => name,
  );
  for (const one of [...ofConfig, ...ofServices]) resolved.push(await resolve(one, configMaps));
  const descriptions = resolved.flatMap((one) => one.descriptions);
  // Several patterns may match one file.
  const distinct = new Map(
    descriptions.map((one) => [`${one.owner.uri} ${one.given ? one.source : uriOf(one.source)}`, one]),
  );
  const problems = [
    ...items.flatMap((item) =>
      annotationProblems(item, `annotate a Service with \`${DESCRIPTION_ANNOTATION}\``),
    ),
    ...renamedServices(items),
    ...resolved.flatMap((one) => one.problems),
  ];
  return {descriptions: [...distinct.values()], problems};
}

type NamedReference = Omit<NamedDescription, 'source' | 'given'> & {readonly name: unknown};

type ConfigMaps = ReadonlyMap<string, readonly Resource[]>;

async function resolve({name, ...rest}: NamedReference, configMaps: ConfigMaps): Promise<Named> {
  if (isMap(name)) {
    const source = `<${rest.owner.kind} ${rest.owner.name} ${rest.place.pointer.split('/').at(-1)}>`;
    return {descriptions: [{...rest, source, given: {content: name}}], problems: []};
  }
  if (typeof name !== 'string' || name === '')
    return refuse(
      rest.place,
      invalid('description', name, 'a path, an address or a reference to a ConfigMap'),
      'for example `petstore/openapi.yaml` or `configmap:petstore`',
    );
  if (name === STANDARD_INPUT)
    return refuse(rest.place, 'invalid description "-": standard input is the ResourceList', 'name a file');
  const [, configMap, key] = /^configmap:([^/]*)(?:\/(.*))?$/.exec(name) ?? [];
  if (configMap !== undefined) return fromConfigMap(configMap, key, rest, configMaps);
  const {sources, problems} = await expandSources([name], 'the folder of the kustomization');
  return {
    descriptions: sources.map((source) => ({...rest, source})),
    problems: problems.map(({flag: _, ...problem}) => ({...problem, location: rest.place})),
  };
}

function fromConfigMap(
  name: string,
  key: string | undefined,
  rest: Omit<NamedReference, 'name'>,
  configMaps: ConfigMaps,
): Named {
  const {owner} = rest;
  const candidates = (configMaps.get(name) ?? []).filter(
    (one) => !isService(owner) || isSameNamespace(one, owner),
  );
  const [configMap, other] = candidates;
  const shown = quote(name);
  if (configMap === undefined)
    return refuse(
      rest.place,
      `no ConfigMap ${shown} in the input`,
      'add it to the resources; a function that is a generator has no input, so name it under `transformers`',
    );
  if (other)
    return refuse(
      rest.place,
      `two ConfigMaps ${shown}: ${resourceName(configMap)} and ${resourceName(other)}`,
      'annotate the Service, which takes the one in its own namespace',
    );
  const data = dataOf(configMap);
  const [only] = data.size === 1 ? data.keys() : [];
  const chosen = key ?? only;
  const text = chosen === undefined ? undefined : data.get(chosen);
  if (chosen === undefined || text === undefined)
    return refuse(
      rest.place,
      `${resourceName(configMap)} has ${chosen === undefined ? `${data.size} keys` : `no key ${quote(chosen)}`}`,
      `name one of its keys, as in \`configmap:${name}/openapi.yaml\``,
    );
  // In angle brackets, as standard input: references in it are relative to the kustomization, so there is no `/` in the name.
  const source = `<${[configMap.kind, configMap.namespace, name, chosen].filter(Boolean).join(' ')}>`;
  return {descriptions: [{...rest, source, given: {text}}], problems: []};
}

function refuse(location: Location, message: string, hint: string): Named {
  return {descriptions: [], problems: [inputError(message, hint, {location})]};
}

/**
 * The routes of the input for a Service that is there under another name or in another namespace: kustomize's `namePrefix`,
 * `nameSuffix` and `namespace` change the names of objects that exist already, but not the Service in routes.
 */
function renamedServices(items: readonly Resource[]): Problem[] {
  const services = items.filter(isService);
  return items.flatMap((route): Problem | [] => {
    const service = objectKind(route.content)?.serviceOf(route.content);
    if (service === undefined) return [];
    const named = {apiVersion: 'v1', kind: 'Service', ...service};
    if (services.some((one) => one.name === named.name && isSameNamespace(one, named))) return [];
    const renamed = services.find(({name}) => name.includes(named.name));
    if (renamed === undefined) return [];
    return inputWarning(
      `${route.kind} ${quote(route.name)} is for the ${resourceName(named)}, but there is only the ${resourceName(renamed)}`,
      'name the function under `transformers` of the outermost kustomization that sets `namespace`, `namePrefix` or `nameSuffix`',
      {location: {uri: route.uri, pointer: ''}},
    );
  });
}
