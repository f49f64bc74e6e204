import {meshNamed} from '../../../meshes.ts';
import {settingPlace} from '../../../openapi/effective-settings.ts';
import {operationName} from '../../../openapi/operation.ts';
import {type Finding, keyLocation} from '../../../problem.ts';
import {quote} from '../../../quote.ts';
import type {Rule, RuleInput} from '../../../rule.ts';
import {MAX_MATCH_LENGTH, toDuration} from '../described-route.ts';
import {type Plan, plannedOperations, planOf} from '../plan.ts';
import {namesOf, settingPlaces, TIMEOUT} from '../setting-places.ts';

export const unsupportedSetting = {
  code: 'unsupported-setting',
  severity: 'warning',
  summary: 'For HTTPRoutes, the mesh and the version of the Gateway API support what is set',
  check(input) {
    const plan = planOf(input);
    return [...retries(input), ...durations(input), ...order(input, plan), ...consumerRoutes(input)];
  },
} satisfies Rule;

const RETRYABLE = 'retryable';

/**
 * One finding for all operations, since one change fixes all, at the place that concerns most of them.
 *
 * Source: Gateway API 1.7, HTTPRouteRetry; linkerd2, policy-controller `convert_gateway_rule`, which does not read it.
 */
function retries(input: RuleInput): Finding[] {
  const {settings} = input;
  const retried = plannedOperations(input).filter((operation) => settings.at(operation, RETRYABLE) === true);
  const [main] = settingPlaces(RETRYABLE, retried, input).sort(
    (a, b) => b.operations.length - a.operations.length,
  );
  if (main === undefined) return [];
  const finding = {setting: RETRYABLE, ...main.place};
  const whose = `\`${RETRYABLE}\` of ${namesOf(retried)}`;
  if (settings.get('gateway_api') !== '1.7')
    return [
      {
        ...finding,
        message: `${whose} is not written: HTTPRoutes have \`retry\` from Gateway API 1.7`,
        hint: 'set `gateway_api: "1.7"` if the cluster has its CRDs',
      },
    ];
  const {title, insteadOfRetry: hint} = meshNamed(settings.get('mesh'));
  if (hint === undefined) return [];
  return [
    {
      ...finding,
      message: `${title} ignores \`retry\` of HTTPRoutes, which ${whose} sets`,
      hint,
    },
  ];
}

/** Source: linkerd2, policy-controller `parse_duration`; a duration that it cannot read is dropped. */
function durations(input: RuleInput): Finding[] {
  const {title, readsSeveralUnits} = meshNamed(input.settings.get('mesh'));
  if (readsSeveralUnits) return [];
  return settingPlaces(TIMEOUT, plannedOperations(input), input).flatMap(
    ({place, value = 0, operations: own}) => {
      const duration = toDuration(value) ?? '0s';
      if (/^[0-9]+[a-z]+$/.test(duration)) return [];
      return [
        {
          message: `${title} ignores the timeout ${duration} of ${namesOf(own)}: it reads durations with one unit only`,
          hint: 'set a whole number of minutes or hours, in seconds',
          setting: TIMEOUT,
          ...place,
        },
      ];
    },
  );
}

function order({settings}: RuleInput, {unranked}: Plan): Finding[] {
  const {title} = meshNamed(settings.get('mesh'));
  return unranked.map(({route, later}) => ({
    message: `${title} may use ${operationName(later.operation)} for requests of ${operationName(route.operation)}: the longer expression wins, and at most ${MAX_MATCH_LENGTH} characters are allowed`,
    hint: 'shorten the paths, or give both the same settings',
    location: keyLocation(route.operation.location),
  }));
}

/** Source: Cilium, documentation of GAMMA: "consumer HTTPRoutes" are not supported. */
function consumerRoutes(input: RuleInput): Finding[] {
  const {settings} = input;
  const [own, namespace] = [settings.get('service.namespace'), settings.get('namespace')];
  const {title, readsConsumerRoutes} = meshNamed(settings.get('mesh'));
  if (readsConsumerRoutes || own === namespace) return [];
  return [
    {
      message: `${title} ignores HTTPRoutes in the namespace ${quote(namespace)} for a Service in ${quote(own)}`,
      hint: 'set `namespace` to the namespace of the Service',
      setting: 'namespace',
      ...settingPlace('namespace', input),
    },
  ];
}
