import {
  GATEWAY_LABEL,
  MANAGED_BY,
  MANAGER,
  ROUTE_NAMESPACE,
  SERVICE_NAME,
  SERVICE_NAMESPACE,
} from '../../kubernetes/own-objects.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import {DNS_SUBDOMAIN_LENGTH} from '../../settings/types/index.ts';

/** The parts of the paths that an HTTPRoute is for: segments, a parameter as `{}`. */
export type PathStart = readonly string[];

/** The name of the HTTPRoute for what is not described. */
const CATCH_ALL = 'catch-all';

/** Parts that are names themselves, and that do not look like our hash. */
const PLAIN = /^(?!.*-[0-9a-f]{8}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** The namespace of the Service or of the Gateway, if it is not that of the HTTPRoutes. */
export function otherNamespace(key: `${'service' | 'gateway'}.namespace`, settings: EffectiveSettings) {
  const namespace = settings.get(key);
  return namespace === settings.get('namespace') ? undefined : namespace;
}

/**
 * The Gateway, with its namespace if that is another, or if the name has a dot, so that it does not look like one with its namespace; empty
 * for a mesh.
 */
function gatewayText(settings: EffectiveSettings): string {
  const name = settings.get('gateway.name');
  if (!name) return '';
  const other = otherNamespace('gateway.namespace', settings);
  return [name.includes('.') ? (other ?? settings.get('namespace')) : other, name].filter(Boolean).join('.');
}

/** As much of a Gateway's name as leaves room for those of a Service and its namespace. */
const GATEWAY_LENGTH = 100;

/** The Gateway as names have it: its hash tells them from those of paths, and long ones apart. */
function gatewayName(gateway: string): string {
  return `${trim(gateway.slice(0, GATEWAY_LENGTH))}-${hashOf(gateway)}`;
}

/** The beginning of all names of one Service; another Service of the same name has its namespace there. */
function serviceText(settings: EffectiveSettings): string {
  const namespace = otherNamespace('service.namespace', settings);
  const gateway = gatewayText(settings);
  const suffix = gateway && gatewayName(gateway);
  return [settings.get('service.name'), namespace, namespace && 'svc', suffix].filter(Boolean).join('.');
}

/** The name of the ReferenceGrant in the namespace of the Service, for the HTTPRoutes of this namespace. */
export function grantName(settings: EffectiveSettings): string {
  const parts = [settings.get('service.name'), settings.get('namespace'), gatewayName(gatewayText(settings))];
  return parts.join('.');
}

/** The name of a policy of rules of a name; a hash tells it from those that are named as HTTPRoutes. */
export function policyName(settings: EffectiveSettings, name: string): string {
  const plain = [serviceText(settings), name].join('.');
  return PLAIN.test(name) || plain.length > DNS_SUBDOMAIN_LENGTH
    ? hashedName(plain, `policy ${name}`)
    : plain;
}

export function catchAllName(settings: EffectiveSettings): string {
  return `${serviceText(settings)}.${CATCH_ALL}`;
}

/**
 * The name of the HTTPRoute for paths that begin with `start`: `petstore`, `petstore.pets`. What is not a name, such as a
 * parameter, is left out, and a hash of the whole tells these names apart.
 */
export function objectName(settings: EffectiveSettings, start: PathStart): string {
  const service = serviceText(settings);
  const plain = [service, ...start].join('.');
  const isPlain = start.every((part) => PLAIN.test(part)) && start[0] !== CATCH_ALL;
  if (isPlain && plain.length <= DNS_SUBDOMAIN_LENGTH) return plain;
  const names = start.map((part) => trim(part.toLowerCase().replace(/[^a-z0-9]+/g, '-')));
  return hashedName([service, ...names.filter(Boolean)].join('.'), start.join('/'));
}

/** A name with a hash of a text, for several names that begin alike. */
export function hashedName(name: string, text: string): string {
  const hash = hashOf(text);
  return `${trim(name.slice(0, DNS_SUBDOMAIN_LENGTH - hash.length - 1))}-${hash}`;
}

function trim(text: string): string {
  return text.replace(/^[-.]+|[-.]+$/g, '');
}

/** 32 bits in hexadecimal. Source: FNV-1a. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Source: Kubernetes, apimachinery `validation.LabelValueMaxLength`. */
const MAX_LABEL = 63;

/** The labels by which tools find the objects of a Service, in this namespace or in another; `undefined` for those they do not have. */
export function selectorLabels(settings: EffectiveSettings): Readonly<Record<string, string | undefined>> {
  const namespace = otherNamespace('service.namespace', settings);
  const gateway = gatewayText(settings) || undefined;
  return {
    [MANAGED_BY]: MANAGER,
    [SERVICE_NAME]: settings.get('service.name') ?? '',
    [SERVICE_NAMESPACE]: namespace,
    [GATEWAY_LABEL]: gateway && (gateway.length > MAX_LABEL ? hashOf(gateway) : gateway),
    [ROUTE_NAMESPACE]: namespace && gateway && (settings.get('namespace') ?? ''),
  };
}

export function ownLabels(settings: EffectiveSettings): Readonly<Record<string, string>> {
  const labels = Object.entries(selectorLabels(settings));
  return Object.fromEntries(
    labels.flatMap(([label, value]) => (value === undefined ? [] : [[label, value]])),
  );
}
