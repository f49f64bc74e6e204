import {firstOfEach} from '../../base/group-by.ts';
import {TARGET_OBJECTS} from '../../meshes.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import {
  chosenOutput,
  commonMetadata,
  hostnamesOf,
  type KubernetesObject,
  type TargetInput,
} from '../target.ts';
import {matchedRoutesOf, namedObjects, type ObjectRule} from './matched-routes.ts';
import {catchAllName, grantName, otherNamespace, ownLabels} from './object-name.ts';

const {kind: HTTP_ROUTE_KIND} = TARGET_OBJECTS.httproute;

/** The kind of an HTTPRoute in references of other objects. */
export const HTTP_ROUTE_REF = {group: 'gateway.networking.k8s.io', kind: HTTP_ROUTE_KIND};

/**
 * The HTTPRoutes of a description: that for what is not described first, so that those requests are served at any time while
 * the objects are applied one after another, then the others by name.
 *
 * Source: Gateway API v1, HTTPRoute, attached to a Gateway, or to a Service as in GEP-1294 and GEP-1324.
 */
export function toHttpRoutes(input: TargetInput): KubernetesObject[] {
  const {settings} = input;
  const {apiVersion} = chosenOutput(settings);
  const hostnames = hostnamesOf(settings);
  const matched = matchedRoutesOf(input);
  const backendRefs = [{...serviceRef(settings), port: settings.get('service.port') ?? 0, weight: 1}];
  const toObject = (name: string, rules: readonly object[]) => ({
    apiVersion,
    kind: HTTP_ROUTE_KIND,
    metadata: {name, namespace: settings.get('namespace') ?? '', ...metadataOf(settings)},
    spec: {parentRefs: [parentRef(settings)], ...(hostnames.length === 0 ? {} : {hostnames}), rules},
  });
  const toRule = ({name, matches, fields}: ObjectRule) => ({
    ...(name && {name}),
    // Operations that match the same requests have one match.
    matches: firstOfEach(matches, ({route, path}) => `${route.method} ${path.value}`).map(
      ({route: {method}, path}) => ({path, ...(method && {method})}),
    ),
    ...fields,
    backendRefs,
  });
  return [
    ...(matched.catchAll
      ? [toObject(catchAllName(settings), [{matches: [{path: matched.catchAll}], backendRefs}])]
      : []),
    ...namedObjects(matched, settings).map(({name, rules}) => toObject(name, rules.map(toRule))),
  ];
}

/** Source: Gateway API, ReferenceGrant: v1 from 1.5, v1beta1 in all versions. */
export const REFERENCE_GRANT = {apiVersion: 'gateway.networking.k8s.io/v1beta1', kind: 'ReferenceGrant'};

/** The ReferenceGrant that allows HTTPRoutes to send requests to a Service in another namespace; those of a mesh need none. */
export function toReferenceGrants({settings}: TargetInput): KubernetesObject[] {
  const {namespace, ...service} = serviceRef(settings);
  if (!settings.get('gateway.name') || namespace === undefined) return [];
  const from = {...HTTP_ROUTE_REF, namespace: settings.get('namespace')};
  const metadata = {name: grantName(settings), namespace, ...metadataOf(settings)};
  return [{...REFERENCE_GRANT, metadata, spec: {from: [from], to: [service]}}];
}

/** The labels of every object; the setting `labels` can replace them, since a tool such as Helm requires its own. */
export function metadataOf(settings: EffectiveSettings): {labels: object} {
  const {labels, ...annotations} = commonMetadata(settings);
  return {labels: {...ownLabels(settings), ...labels}, ...annotations};
}

/** The Service as the API server keeps it in each kind of reference. */
export function serviceRef(settings: EffectiveSettings) {
  const namespace = otherNamespace('service.namespace', settings);
  return {
    group: '',
    kind: 'Service',
    name: settings.get('service.name') ?? '',
    ...(namespace && {namespace}),
  };
}

/** A Gateway with its listener, or a Service: without a port the routes apply to all its ports. */
function parentRef(settings: EffectiveSettings): object {
  const name = settings.get('gateway.name');
  if (name) {
    const gateway = {group: 'gateway.networking.k8s.io', kind: 'Gateway', name};
    const namespace = otherNamespace('gateway.namespace', settings);
    const sectionName = settings.get('gateway.section');
    return {...gateway, ...(namespace && {namespace}), ...(sectionName && {sectionName})};
  }
  const port = settings.level('service.port') !== 'default' ? {port: settings.get('service.port')} : {};
  return {...serviceRef(settings), ...port};
}
