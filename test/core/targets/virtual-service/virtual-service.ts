import {durationText} from '../../../../src/core/base/duration.ts';
import {resourceOf} from '../../../../src/core/kubernetes/resource.ts';
import type {TargetObjects} from '../../../../src/core/meshes.ts';
import {prefixOf} from '../../../../src/core/openapi/effective-settings.ts';
import {pathRegex} from '../../../../src/core/routes/path-regex.ts';
import {GATEWAY_SETTINGS} from '../../../../src/core/settings/table.ts';
import {
  chosenOutput,
  commonMetadata,
  mapsIn,
  type Target,
  type TargetInput,
  type TargetObjectKind,
} from '../../../../src/core/targets/target.ts';

export const OBJECTS: TargetObjects = {
  kind: 'VirtualService',
  one: 'a VirtualService',
  all: 'VirtualService',
  of: 'Istio',
};

export const VIRTUAL_SERVICES = {
  kind: OBJECTS.kind,
  plural: 'virtualservices',
  apiVersions: ['networking.istio.io/v1'],
  target: 'virtual-service',
  toObjects: (input: TargetInput) => {
    const {settings, choices, routes} = input;
    const {get, at} = settings;
    const host = `${get('service.name')}.${get('service.namespace')}.svc.${get('cluster.cluster_domain')}`;
    const route = [{destination: {host, port: {number: get('service.port')}}}];
    const described = routes.map((operation) => {
      const uri = {regex: pathRegex(prefixOf(settings), operation.expression)};
      const seconds = at(operation, 'timeouts.request_timeout');
      return {
        match: [{uri, method: {exact: operation.method}}],
        ...(seconds && {timeout: durationText(seconds)}),
        ...(at(operation, 'retryable') && {retries: {attempts: 2}}),
        route,
      };
    });
    return [
      {
        apiVersion: chosenOutput(settings).apiVersion,
        kind: OBJECTS.kind,
        metadata: {
          name: get('service.name') ?? '',
          namespace: get('namespace') ?? '',
          ...commonMetadata(settings),
        },
        spec: {hosts: [host], http: [...described, ...(choices.onlyDescribed ? [] : [{route}])]},
      },
    ];
  },
  ownObjects: (settings) => [
    {namespace: settings.get('namespace') ?? '', name: settings.get('service.name') ?? ''},
  ],
  serviceOf: (object) => {
    const {name, namespace} = resourceOf(object);
    return {name, namespace};
  },
  routes: (object) =>
    mapsIn(object, 'http').map(({match, route: _, ...fields}) => ({route: JSON.stringify(match), fields})),
} satisfies Omit<TargetObjectKind, 'target'> & {target: string};

/** A third output, as small as it can be: one VirtualService, whose last route is for what is not described. */
export const VIRTUAL_SERVICE = {
  ...OBJECTS,
  name: 'virtual-service',
  catchAll: 'the last route',
  without: [
    'gateway_api',
    'group',
    ...GATEWAY_SETTINGS,
    'retry_budget.ratio',
    'retry_budget.min_retries_per_second',
    'retry_budget.ttl',
    'response_classes',
    'route_names',
  ],
  // Shorter than that of an HTTPRoute, so that a test sees whose limit counts.
  timeouts: {longest: 4_294_967, unit: 'milliseconds'},
  unmatchable: 'written',
  rules: [],
  matches: ({routes, settings, choices}: TargetInput) => [
    ...routes.map((operation) => {
      const value = pathRegex(prefixOf(settings), operation.expression);
      return {operation, type: 'RegularExpression' as const, value};
    }),
    ...(choices.onlyDescribed ? [] : [{type: 'PathPrefix' as const, value: '/'}]),
  ],
  preference: () => 'the mesh uses the first route that matches',
} satisfies Omit<Target, 'name'> & {name: string};
