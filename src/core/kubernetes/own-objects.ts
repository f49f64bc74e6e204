import {mapsOf, ownValue, valueAt} from '../base/json.ts';
import {GROUP, groupOf, type Resource} from './resource.ts';

/** The value of the label of what apigen has made, and the field manager of what `apigen apply` writes. */
export const MANAGER = 'apigen';

export const [MANAGED_BY, SERVICE_NAME] = ['app.kubernetes.io/managed-by', 'app.kubernetes.io/name'];

/** The label with the namespace of the Service, if that is not the one of its HTTPRoutes. */
export const SERVICE_NAMESPACE = `${GROUP}/service-namespace`;

/** The label with the Gateway that an object is for. */
export const GATEWAY_LABEL = `${GROUP}/gateway`;

/** The label with the namespace of the HTTPRoutes, since the ReferenceGrants for several namespaces are in one. */
export const ROUTE_NAMESPACE = `${GROUP}/route-namespace`;

/** Objects of one kind that were generated for a Service, now or before: where in a cluster they are, and what they have. */
export interface OwnObjects {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  /** Their labels; `undefined` for one that they do not have. */
  readonly labels?: Readonly<Record<string, string | undefined>>;
  /** The name, for an object without labels of ours. */
  readonly name?: string;
}

/** Labels as a selector of Kubernetes. */
export function selectorOf(labels: NonNullable<OwnObjects['labels']>): string {
  return Object.entries(labels)
    .map(([label, value]) => (value === undefined ? `!${label}` : `${label}=${value}`))
    .join();
}

/**
 * Whether an object of a cluster was generated for the Service and the Gateway of this kind, for the same Service but another Gateway or
 * none, or has the name of such an object, but was not made by us; `undefined` for all others.
 */
export function relationTo(
  {apiVersion, kind, namespace, labels, name}: OwnObjects,
  object: Resource,
): 'own' | 'other gateway' | 'not ours' | undefined {
  const isSameKind = object.kind === kind && groupOf(object.apiVersion) === groupOf(apiVersion);
  if (!isSameKind || object.namespace !== namespace) return undefined;
  if (labels === undefined) {
    if (object.name !== name) return undefined;
    return appliedFields(object.content) === undefined ? 'not ours' : 'own';
  }
  const objectLabels = labelsOf(object);
  const different = Object.keys(labels).filter((label) => labels[label] !== ownValue(objectLabels, label));
  if (different.length === 0) return 'own';
  const isOfGateway = (label: string) =>
    label === GATEWAY_LABEL ||
    (label === ROUTE_NAMESPACE && [labels[label], ownValue(objectLabels, label)].includes(undefined));
  return different.every(isOfGateway) ? 'other gateway' : undefined;
}

/** The Gateway that an object was generated for; `undefined` for the mesh, and for an object of others. */
export function gatewayOf(object: Resource): unknown {
  return ownValue(labelsOf(object), GATEWAY_LABEL);
}

/** The Service that an object which we have made is for, by its labels or its name; `undefined` for an object of others. */
export function serviceOfOwn(object: Resource): {name: string; namespace: string} | undefined {
  const objectLabels = labelsOf(object);
  if (ownValue(objectLabels, MANAGED_BY) === MANAGER) {
    const namespace = ownValue(objectLabels, SERVICE_NAMESPACE) ?? object.namespace;
    return {name: String(ownValue(objectLabels, SERVICE_NAME)), namespace: String(namespace)};
  }
  const [name = '', namespace = '', svc] = object.name.split('.');
  return svc === 'svc' && appliedFields(object.content) ? {name, namespace} : undefined;
}

const labelsOf = ({content}: Resource) => valueAt(content, '/metadata/labels');

/**
 * The fields of an object that `apigen apply` has set; `undefined` if it has set none.
 *
 * Source: Kubernetes, `managedFields` in the form `FieldsV1`: `{"f:spec": {"f:hostnames": {}}}`.
 */
export function appliedFields(object: unknown): unknown {
  const managers = mapsOf(valueAt(object, '/metadata/managedFields'));
  return managers.find(({manager, operation}) => manager === MANAGER && operation === 'Apply')?.fieldsV1;
}
