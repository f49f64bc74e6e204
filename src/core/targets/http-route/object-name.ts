import {isMap} from '../../json.ts';
import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import {GROUP, resourceOf} from '../../resource.ts';
import {DNS_SUBDOMAIN_LENGTH} from '../../settings/types/index.ts';
import {mapsIn, type NamedService} from '../target.ts';

/** The parts of the paths that an HTTPRoute is for: segments, a parameter as `{}`. */
export type PathStart = readonly string[];

/** The name of the HTTPRoute for what is not described. */
const CATCH_ALL = 'catch-all';

/** Parts that are names themselves, and that do not look like our hash. */
const PLAIN = /^(?!.*-[0-9a-f]{8}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** What all names of one Service begin with; another Service of the same name has its namespace there. */
function serviceText(settings: EffectiveSettings): string {
  const [name, own, namespace] = [
    settings.get('service.name') ?? '',
    settings.get('service.namespace') ?? '',
    settings.get('namespace') ?? '',
  ];
  return own === namespace ? name : `${name}.${own}.svc`;
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
  const readable = start.map(toName).filter((part) => part !== '');
  const hash = hashOf(start.join('/'));
  const longest = DNS_SUBDOMAIN_LENGTH - hash.length - 1;
  return `${trimmed([service, ...readable].join('.').slice(0, longest))}-${hash}`;
}

function toName(part: string): string {
  return trimmed(part.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
}

function trimmed(text: string): string {
  return text.replace(/^[-.]+|[-.]+$/g, '');
}

/** 32 bits in hexadecimal. Source: FNV-1a. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

const [MANAGED_BY, OWN] = ['app.kubernetes.io/managed-by', 'apigen'];

/** What selects all objects that apigen has made. */
export const OWN_SELECTOR = `${MANAGED_BY}=${OWN}`;

/** The labels by which tools find the objects that were generated for a Service, in this namespace or in another. */
export function ownLabels(settings: EffectiveSettings): Readonly<Record<string, string>> {
  const [own, namespace] = [settings.get('service.namespace'), settings.get('namespace')];
  return {
    [MANAGED_BY]: OWN,
    'app.kubernetes.io/name': settings.get('service.name') ?? '',
    ...(own === undefined || own === namespace ? {} : {[`${GROUP}/service-namespace`]: own}),
  };
}

/** The Service that is the first parent of an HTTPRoute. */
export function parentService(httpRoute: unknown): NamedService | undefined {
  const [parent] = isMap(httpRoute) ? mapsIn(httpRoute, 'parentRefs') : [];
  if (parent?.kind !== 'Service') return undefined;
  const {namespace} = resourceOf(httpRoute, '');
  return {name: String(parent.name), namespace: String(parent.namespace ?? namespace)};
}
