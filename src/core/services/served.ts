import {type Finding, type FoundFault, type Location, nestedLocation} from '../base/problem.ts';
import {GROUP, type Resource, resourceName} from '../kubernetes/resource.ts';
import type {Description} from '../openapi/description.ts';
import {type Reading, readExtension} from '../settings/read.ts';
import {SETTINGS, type SettingKey} from '../settings/table.ts';
import {httpPort, portsOf, SETTINGS_ANNOTATION, settingsOfService, severalPorts} from './service.ts';

/** The label of the objects that are made from what Services serve. */
export const SERVED = {[`${GROUP}/source`]: 'service'};

/** The settings of a Service for the description that it serves, and where its annotation is. */
export interface ServiceSettings extends Reading {
  readonly extension: Location;
  /** The port for requests; absent when it is not clear, which is a fault. */
  readonly port?: number;
}

/**
 * The settings of a Service: those of its annotation, and its own name, namespace and port, which nothing replaces.
 *
 * @param content of the annotation
 */
export function serviceSettings(service: Resource, content: unknown, extension: Location): ServiceSettings {
  const {values, faults} = readExtension(content, 'root', extension);
  const fixed = settingsOfService(service);
  const port = values['service.port'] ?? httpPort(service);
  const portFault =
    port === undefined ? severalPorts(service, `\`${SETTINGS_ANNOTATION}\``) : notAPort(port, service);
  const replaced = NAMES.filter((key) => (values[key] ?? fixed[key]) !== fixed[key]);
  const findings: Finding[] = [
    ...replaced.map((key) => ({
      message: `\`${key}\` is that of the ${resourceName(service)}`,
      hint: 'remove it here',
      location: nestedLocation(extension, key),
    })),
    ...(portFault ? [{location: nestedLocation(extension, 'service.port'), ...portFault}] : []),
  ];
  const labels = {...values.labels, ...SERVED};
  return {
    values: {...values, ...fixed, ...(port && {'service.port': port}), labels},
    faults: [...faults, ...asFaults(findings)],
    extension,
    ...(port && !portFault && {port}),
  };
}

const NAMES = ['service.name', 'service.namespace', 'namespace'] as const;

/** Finds a fault in a port that is named for a Service. */
export function notAPort(port: number, service: Resource): Finding | undefined {
  const ports = portsOf(service);
  if (ports.includes(port)) return undefined;
  const message = `${port} is not a port of the ${resourceName(service)}`;
  return {message, hint: `use one of its ports: ${ports.join(', ')}`};
}

/** A description with the settings of the Service that serves it. Who may edit a Service may not thereby publish it. */
export function servedDescription(
  description: Description,
  service: ServiceSettings,
  allowGateways = false,
): Description {
  const all = [service, description.settings];
  const refused = [...(allowGateways ? [] : all.flatMap(gatewaysOf)), ...all.flatMap(podsOf)];
  const faults = [...service.faults, ...asFaults(refused), ...description.faults];
  return {...description, service, hasSettings: true, faults};
}

function gatewaysOf({values, extension}: Description['settings']): Finding[] {
  const settings = SETTINGS.filter(({key}) => key.startsWith('gateway.') && values[key] !== undefined);
  return settings.map(({key}) => unread(key, extension, ALLOW));
}

const ALLOW = 'use the flag, or `--allow-gateways` if whoever may edit the Service may publish it';

/** A policy for pods may be for those of other Services. */
function podsOf({values, extension}: Description['settings']): Finding[] {
  const hint = 'remove it: the policy is for the Service then, and its waypoint enforces it';
  return values[SELECTOR] === undefined ? [] : [unread(SELECTOR, extension, hint)];
}

const SELECTOR = 'security.selector';

function unread(key: SettingKey, extension: Location | undefined, hint: string): Finding {
  const message = `\`${key}\` is not read from a Service or its description`;
  return {message, hint, ...(extension && {location: nestedLocation(extension, key)})};
}

function asFaults(findings: readonly Finding[]): FoundFault[] {
  return findings.map((finding) => ({code: 'setting-value', ...finding}));
}
