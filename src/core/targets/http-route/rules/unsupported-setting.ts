import type {Operation} from '../../../openapi/operation.ts';
import {settingPlace} from '../../../openapi/setting-place.ts';
import {type Finding, keyLocation} from '../../../problem.ts';
import {quote} from '../../../quote.ts';
import type {Rule, RuleInput} from '../../../rule.ts';
import {hasOneUnit, toDuration} from '../duration.ts';
import {type Plan, planOf} from '../plan.ts';
import {TIMEOUT, timeoutPlaces} from '../timeout-places.ts';

export const unsupportedSetting = {
  code: 'unsupported-setting',
  severity: 'warning',
  summary: 'For HTTPRoutes, the mesh and the version of the Gateway API support what is set',
  check(input) {
    const plan = planOf(input);
    return [...retries(input), ...durations(input, plan), ...order(input, plan), ...consumerRoutes(input)];
  },
} as const satisfies Rule;

const MESHES = {linkerd: 'Linkerd', istio: 'Istio', cilium: 'Cilium'} as const;

/** Source: Gateway API 1.7, HTTPRouteRetry; linkerd2, policy-controller `convert_gateway_rule`, which does not read it. */
function retries({routes, settings}: RuleInput): Finding[] {
  const [first, ...others] = routes.filter((operation) => settings.at(operation, 'retryable') === true);
  if (first === undefined) return [];
  const finding = {setting: 'retryable', location: keyLocation(first.location)};
  const whose = `of ${nameOf(first)}${others.length === 0 ? '' : ` and ${others.length} more`}`;
  if (settings.get('gateway_api') !== '1.7')
    return [
      {
        ...finding,
        message: `\`retryable\` ${whose} is not written: HTTPRoutes have \`retry\` from Gateway API 1.7`,
        hint: 'set `gateway_api: "1.7"` if the cluster has its CRDs',
      },
    ];
  if (settings.get('mesh') !== 'linkerd') return [];
  return [
    {
      ...finding,
      message: `Linkerd ignores \`retry\` of HTTPRoutes, which \`retryable\` ${whose} sets`,
      hint: 'annotate the Service with `retry.linkerd.io/http: 5xx`, or use the target `service-profile`',
    },
  ];
}

/** Source: linkerd2, policy-controller `parse_duration`; a duration that it cannot read is dropped. */
function durations(input: RuleInput, {routes}: Plan): Finding[] {
  if (input.settings.get('mesh') !== 'linkerd') return [];
  const operations = routes.map(({operation}) => operation);
  return timeoutPlaces(operations, input).flatMap(({place, timeout, names}) => {
    const duration = toDuration(timeout) ?? '0s';
    if (hasOneUnit(duration)) return [];
    return [
      {
        message: `Linkerd ignores the timeout ${duration} of ${names}: it reads durations with one unit only`,
        hint: 'set a whole number of minutes or hours, in seconds',
        setting: TIMEOUT,
        ...place,
      },
    ];
  });
}

function order({settings}: RuleInput, {unranked}: Plan): Finding[] {
  const mesh = MESHES[settings.get('mesh') ?? 'linkerd'];
  return unranked.map(({route, later}) => ({
    message: `${mesh} may use ${nameOf(later.operation)} for requests of ${nameOf(route.operation)}: the longer expression wins, and at most 1024 characters are allowed`,
    hint: 'shorten the paths, or give both the same settings',
    location: keyLocation(route.operation.location),
  }));
}

/** Source: Cilium, documentation of GAMMA: "consumer HTTPRoutes" are not supported. */
function consumerRoutes(input: RuleInput): Finding[] {
  const {settings} = input;
  const [own, namespace] = [settings.get('service.namespace'), settings.get('namespace')];
  if (settings.get('mesh') !== 'cilium' || own === namespace) return [];
  return [
    {
      message: `Cilium ignores HTTPRoutes in the namespace ${quote(namespace)} for a Service in ${quote(own)}`,
      hint: 'set `namespace` to the namespace of the Service',
      setting: 'namespace',
      ...settingPlace('namespace', input),
    },
  ];
}

function nameOf({method, pathItem: {path}}: Operation): string {
  return quote(`${method} ${path}`);
}
