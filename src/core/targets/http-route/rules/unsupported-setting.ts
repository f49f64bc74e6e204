import {meshNamed} from '../../../meshes.ts';
import {settingPlace} from '../../../openapi/effective-settings.ts';
import {operationName} from '../../../openapi/operation.ts';
import {type Finding, keyLocation} from '../../../problem.ts';
import {quote} from '../../../quote.ts';
import type {Rule, RuleInput} from '../../../rule.ts';
import {chosenReader} from '../../target.ts';
import {isAtLeast, MAX_MATCH_LENGTH, toDuration} from '../described-route.ts';
import {type Plan, plannedOperations, planOf} from '../plan.ts';
import {MAX_RULES} from '../rules-of-routes.ts';
import {namesOf, settingPlaces, TIMEOUT} from '../setting-places.ts';

export const unsupportedSetting = {
  code: 'unsupported-setting',
  severity: 'warning',
  summary: 'For HTTPRoutes, the mesh and the version of the Gateway API support what is set',
  check(input) {
    const plan = planOf(input);
    return [
      ...retries(input),
      ...timeouts(input),
      ...durations(input),
      ...order(input, plan),
      ...namelessRules(input),
      ...sharedRules(plan),
      ...shadowedRoutes(input, plan),
      ...encodedSlashes(input),
      ...consumerRoutes(input),
    ];
  },
} satisfies Rule;

function titleOf({settings}: RuleInput): string {
  return meshNamed(settings.get('mesh')).title;
}

/** Enough to recognize a set by. */
const LISTED = 10;

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
  if (!isAtLeast('1.7', settings))
    return [
      {
        ...finding,
        message: `${whose} is not written: HTTPRoutes have \`retry\` from Gateway API 1.7`,
        hint: 'set `gateway_api: "1.7"` if the cluster has its CRDs',
      },
    ];
  const {insteadOfRetry: hint} = chosenReader(settings);
  if (hint === undefined) return [];
  return [
    {
      ...finding,
      message: `${titleOf(input)} ignores \`retry\` of HTTPRoutes, which ${whose} sets`,
      hint,
    },
  ];
}

function timeouts(input: RuleInput): Finding[] {
  const {insteadOfTimeout: hint} = chosenReader(input.settings);
  if (hint === undefined) return [];
  return settingPlaces(TIMEOUT, plannedOperations(input), input).flatMap(({place, value, operations}) =>
    value === undefined
      ? []
      : [
          {
            message: `${titleOf(input)} ignores \`timeouts.request\` of HTTPRoutes, which \`${TIMEOUT}\` of ${namesOf(operations)} sets`,
            hint,
            setting: TIMEOUT,
            ...place,
          },
        ],
  );
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

/** With `group: operation`, where HTTPRoutes that match the same requests are ranked by their age, so that they have to be one. */
function sharedRules({sharing, unfit}: Plan): Finding[] {
  const [first] = sharing;
  if (first === undefined || unfit.length > 0) return [];
  const names = [...sharing].map(operationName);
  const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : '';
  return [
    {
      message: `${sharing.size} operations match the same requests and need one HTTPRoute, which has at most ${MAX_RULES} rules, so they share rules: ${names.slice(0, LISTED).join(', ')}${more}`,
      hint: 'attach no policy to the rule of one of them, or change the paths so that they do not overlap',
      location: keyLocation(first.location),
    },
  ];
}

function shadowedRoutes(input: RuleInput, {shadowed}: Plan): Finding[] {
  return shadowed.map(({route: {operation, method}, by}) => ({
    message: `${titleOf(input)} answers 404 to requests of ${operationName(operation)} that the path ${quote(by.path)} matches, too, which has no ${method}`,
    hint: 'change the paths so that they do not overlap',
    location: keyLocation(operation.location),
  }));
}

function encodedSlashes(input: RuleInput): Finding[] {
  const {encodedSlash} = chosenReader(input.settings);
  if (encodedSlash === undefined) return [];
  return plannedOperations(input)
    .filter(({pathItem: {path}}) => /%2f/i.test(path))
    .map((operation) => ({
      message: `${titleOf(input)} may not match ${operationName(operation)}: requests have \`%2F\` in their path, and it ${encodedSlash}`,
      hint: 'use another character in the path',
      location: keyLocation(operation.location),
    }));
}

/** Source: linkerd2, policy-controller `parse_duration`; a duration that it cannot read is dropped. */
function durations(input: RuleInput): Finding[] {
  const {readsSeveralUnits = true} = chosenReader(input.settings);
  if (readsSeveralUnits) return [];
  return settingPlaces(TIMEOUT, plannedOperations(input), input).flatMap(
    ({place, value = 0, operations: own}) => {
      const duration = toDuration(value) ?? '0s';
      if (/^[0-9]+[a-z]+$/.test(duration)) return [];
      return [
        {
          message: `${titleOf(input)} ignores the timeout ${duration} of ${namesOf(own)}: it reads durations with one unit only`,
          hint: 'set a whole number of minutes or hours, in seconds',
          setting: TIMEOUT,
          ...place,
        },
      ];
    },
  );
}

function order(input: RuleInput, {unranked}: Plan): Finding[] {
  const title = titleOf(input);
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
  const {readsConsumerRoutes = true} = chosenReader(settings);
  if (readsConsumerRoutes || own === namespace) return [];
  return [
    {
      message: `${titleOf(input)} ignores HTTPRoutes in the namespace ${quote(namespace)} for a Service in ${quote(own)}`,
      hint: 'set `namespace` to the namespace of the Service',
      setting: 'namespace',
      ...settingPlace('namespace', input),
    },
  ];
}
