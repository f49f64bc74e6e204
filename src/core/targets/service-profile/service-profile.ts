import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import type {Operation} from '../../openapi/operation.ts';
import {normalizePrefix} from '../../openapi/path-template.ts';
import {pathRegex} from '../../openapi/routes/path-expression.ts';
import {commonMetadata} from '../metadata.ts';
import type {KubernetesObject, TargetInput} from '../target.ts';

/** Source: docs/specification.md, 5.2 to 5.6; the field names are those of the ServiceProfile CRD. */
export interface ServiceProfileRoute {
  readonly condition: {readonly method: string; readonly pathRegex: string};
  readonly name: string;
  /** Go duration text, `<n>s`. */
  readonly timeout?: string;
}

/** Source: docs/specification.md, 6.1; the order of the keys is the order in which they are written. */
export interface ServiceProfile extends KubernetesObject {
  readonly kind: 'ServiceProfile';
  readonly spec: {readonly routes: readonly ServiceProfileRoute[]};
}

/** `metadata.name` of a profile. Source: docs/specification.md, 6.2. */
export function nameOf(settings: EffectiveSettings): string {
  return [
    settings.get('service.name'),
    settings.get('service.namespace'),
    'svc',
    settings.get('cluster.cluster_domain'),
  ].join('.');
}

/** The profile of a description. Source: docs/specification.md, 6.1. */
export function toServiceProfile({routes, settings, apiVersion}: TargetInput): ServiceProfile {
  const prefix = normalizePrefix(settings.get('path.base') ?? '');
  return {
    apiVersion,
    kind: 'ServiceProfile',
    metadata: {
      creationTimestamp: null,
      name: nameOf(settings),
      namespace: settings.get('namespace') ?? '',
      ...commonMetadata(settings),
    },
    spec: {
      routes: routes.map((operation) =>
        toRoute(operation, prefix, settings.at(operation, 'timeouts.request_timeout')),
      ),
    },
  };
}

function toRoute(
  {method, pathItem: {path}}: Operation,
  prefix: string,
  timeout: number | undefined,
): ServiceProfileRoute {
  return {
    condition: {method, pathRegex: pathRegex(prefix, path)},
    name: `${method} ${prefix}${path}`,
    // 0 is a value that means "no timeout here".
    ...(timeout ? {timeout: `${timeout}s`} : {}),
  };
}
