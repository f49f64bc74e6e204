import {settingPlace} from '../../../openapi/effective-settings.ts';
import type {Finding} from '../../../problem.ts';
import {quote} from '../../../quote.ts';
import type {Rule, RuleInput} from '../../../rule.ts';
import {chosenReader} from '../../target.ts';
import {isAtLeast, toDuration} from '../described-route.ts';
import {otherNamespace} from '../object-name.ts';
import {plannedOperations} from '../plan.ts';
import {namesOf, readerTitle, settingPlaces, TIMEOUT} from '../setting-places.ts';
import {unsupportedPaths} from './unsupported-paths.ts';

export const unsupportedSetting = {
  code: 'unsupported-setting',
  severity: 'warning',
  summary: 'For HTTPRoutes, the mesh and the version of the Gateway API support what is set',
  check: (input) => [
    ...retries(input),
    ...timeouts(input),
    ...unsupportedPaths(input),
    ...namelessRules(input),
    ...consumerRoutes(input),
  ],
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
  const whose = `\`${RETRYABLE}\` of ${namesOf(retried)}`;
  const {retryIsExperimental, insteadOfRetry} = chosenReader(settings);
  const title = readerTitle(input);
  const [message, hint] = isAtLeast('1.7', settings)
    ? [
        retryIsExperimental
          ? `${whose} needs the experimental features of ${title}, which ignores \`retry\` of HTTPRoutes without them`
          : `${title} ignores \`retry\` of HTTPRoutes, which ${whose} sets`,
        insteadOfRetry,
      ]
    : [
        `${whose} is not written: HTTPRoutes have \`retry\` from Gateway API 1.7`,
        'set `gateway_api: "1.7"` if the cluster has its CRDs',
      ];
  return hint === undefined ? [] : [{message, hint, setting: RETRYABLE, ...main.place}];
}

/** Source: linkerd2, policy-controller `parse_duration`; a duration that it cannot read is dropped. */
function timeouts(input: RuleInput): Finding[] {
  const {insteadOfTimeout, readsSeveralUnits = true} = chosenReader(input.settings);
  return settingPlaces(TIMEOUT, plannedOperations(input), input).flatMap(({place, value, operations}) => {
    if (value === undefined) return [];
    const [title, names] = [readerTitle(input), namesOf(operations)];
    const duration = toDuration(value) ?? '0s';
    if (insteadOfTimeout !== undefined)
      return {
        message: `${title} ignores \`timeouts.request\` of HTTPRoutes, which \`${place.setting}\` of ${names} sets`,
        hint: insteadOfTimeout,
        ...place,
      };
    if (readsSeveralUnits || /^[0-9]+[a-z]+$/.test(duration)) return [];
    return {
      message: `${title} ignores the timeout ${duration} of ${names}: it reads durations with one unit only`,
      hint: 'set whole seconds, and above 99999s whole minutes or hours',
      ...place,
    };
  });
}

function namelessRules(input: RuleInput): Finding[] {
  const {settings} = input;
  const isMeant = settings.get('group') === 'operation' && settings.get('gateway.name');
  if (!isMeant || isAtLeast('1.4', settings)) return [];
  return [
    {
      message:
        'rules have no names, so no policy can be attached to one: HTTPRoutes have them from Gateway API 1.4',
      hint: 'set `gateway_api: "1.4"` if the cluster has its CRDs',
      setting: 'group',
      ...settingPlace('group', input),
    },
  ];
}

/** Source: Cilium, documentation of GAMMA: "consumer HTTPRoutes" are not supported. */
function consumerRoutes(input: RuleInput): Finding[] {
  const {settings} = input;
  const own = otherNamespace('service.namespace', settings);
  const {readsConsumerRoutes = true} = chosenReader(settings);
  if (readsConsumerRoutes || own === undefined) return [];
  return [
    {
      message: `${readerTitle(input)} ignores HTTPRoutes in the namespace ${quote(settings.get('namespace'))} for a Service in ${quote(own)}`,
      hint: 'set `namespace` to the namespace of the Service',
      setting: 'namespace',
      ...settingPlace('namespace', input),
    },
  ];
}
