import {durationText} from '../../base/duration.ts';
import {type EffectiveSettings, prefixOf} from '../../openapi/effective-settings.ts';
import type {RoutedOperation} from '../../openapi/operation.ts';
import {pathRegex} from '../../routes/path-regex.ts';
import {TIMEOUT} from '../../settings/table.ts';
import {
  chosenOutput,
  commonMetadata,
  type KubernetesObject,
  type RouteMatch,
  type TargetInput,
} from '../target.ts';

/** `metadata.name` of a profile. Source: docs/specification.md, 6.2. */
export function profileName(settings: EffectiveSettings): string {
  const [name, namespace] = [settings.get('service.name'), settings.get('service.namespace')];
  return [name, namespace, 'svc', settings.get('cluster.cluster_domain')].join('.');
}

/** The profile of a description. Source: docs/specification.md, 6.1. */
export function toServiceProfile({routes, settings}: TargetInput): KubernetesObject {
  const prefix = prefixOf(settings);
  return {
    apiVersion: chosenOutput(settings).apiVersion,
    kind: 'ServiceProfile',
    metadata: {
      creationTimestamp: null,
      name: profileName(settings),
      namespace: settings.get('namespace') ?? '',
      ...commonMetadata(settings),
    },
    spec: {
      routes: routes.map((operation) => toRoute(operation, prefix, settings)),
      ...retryBudget(settings),
    },
  };
}

/** The routes as the mesh tries them. Source: linkerd2-proxy, the first route that matches is used. */
export function profileMatches({routes, settings}: TargetInput): RouteMatch[] {
  const prefix = prefixOf(settings);
  return routes.map((route) => ({
    operation: route.addedTo ?? route,
    ...(route.addedTo && {method: route.method}),
    type: 'RegularExpression',
    value: pathRegex(prefix, route.expression, settings.get('path.ignore_case')),
  }));
}

/** Source: docs/specification.md, 5.2 to 5.6; the field names are those of the ServiceProfile CRD. */
function toRoute(operation: RoutedOperation, prefix: string, settings: EffectiveSettings): object {
  const {method, expression, pathItem} = operation;
  const timeout = settings.at(operation, TIMEOUT);
  const classes = settings.get('response_classes') === true ? responseClasses(operation.failures) : [];
  return {
    condition: {method, pathRegex: pathRegex(prefix, expression, settings.get('path.ignore_case'))},
    name:
      (settings.get('route_names') === 'operation-id' && !operation.addedTo && operation.operationId) ||
      `${method} ${prefix}${pathItem.path}`,
    // 0 is a value that means "no timeout here".
    ...(timeout ? {timeout: durationText(timeout)} : {}),
    ...(settings.at(operation, 'retryable') ? {isRetryable: true} : {}),
    ...(classes.length === 0 ? {} : {responseClasses: classes}),
  };
}

/**
 * The classes of declared failures.
 *
 * @param codes keys of `responses`: `503`, `5XX`
 */
function responseClasses(codes: readonly string[]) {
  return codes.map((code) => {
    const [min, max] = [Number(code.replaceAll('X', '0')), Number(code.replaceAll('X', '9'))];
    return {condition: {status: {min, max}}, isFailure: true};
  });
}

/** The budget of all retries, if any part of it is set; the mesh has the same defaults for the others. */
function retryBudget(settings: EffectiveSettings): object {
  const keys = ['retry_budget.ratio', 'retry_budget.min_retries_per_second', 'retry_budget.ttl'] as const;
  if (!keys.some((key) => settings.level(key) !== 'default')) return {};
  return {
    retryBudget: {
      retryRatio: settings.get('retry_budget.ratio'),
      minRetriesPerSecond: settings.get('retry_budget.min_retries_per_second'),
      ttl: settings.get('retry_budget.ttl'),
    },
  };
}
