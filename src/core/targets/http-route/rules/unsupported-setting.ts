import type {Finding} from '../../../base/problem.ts';
import {quote} from '../../../base/quote.ts';
import {type GatewayApiVersion, NAMED_FROM} from '../../../meshes.ts';
import {chosenReader, readerTitle} from '../../../openapi/chosen-reader.ts';
import {settingPlace} from '../../../openapi/effective-settings.ts';
import {namesOf, settingPlaces} from '../../../openapi/setting-places.ts';
import type {Rule, RuleInput} from '../../../rules/rule.ts';
import {ORIGINS, RATE_LIMIT, TIMEOUT} from '../../../settings/table.ts';
import {gatewayReader, isAtLeast, unsupportedSetting} from '../../target.ts';
import {toDuration} from '../gateway-duration.ts';
import {matchedOperations} from '../matched-routes.ts';
import {otherNamespace} from '../object-name.ts';
import {limitsRates} from '../rate-limit.ts';
import {unsupportedPaths} from './unsupported-paths.ts';

export const unreadSetting = {
  ...unsupportedSetting,
  check(input) {
    const {insteadOfRetry, retryIsExperimental} = chosenReader(input.settings);
    // No version helps what does not read it.
    const retryFrom = insteadOfRetry && !retryIsExperimental ? '1.2' : '1.7';
    const {insteadOfCors} = gatewayReader(input.settings) ?? {};
    return [
      unreadField('retryable', 'retry', retryFrom, insteadOfRetry, input),
      timeouts(input),
      // Routes of a Service have none.
      input.settings.get('gateway.name')
        ? unreadField(ORIGINS, 'CORS', insteadOfCors ? '1.2' : '1.5', insteadOfCors, input)
        : [],
      rateLimits(input),
      unsupportedPaths(input),
      namelessRules(input),
      consumerRoutes(input),
    ].flat();
  },
} satisfies Rule;

/**
 * A field that the version or the reader does not have: one finding for all operations, since one change fixes all, at the place that
 * concerns most of them.
 *
 * Source: Gateway API 1.5, HTTPCORSFilter, and 1.7, HTTPRouteRetry; linkerd2, policy-controller `convert_gateway_rule`, which reads no retries.
 */
function unreadField(
  key: 'retryable' | typeof ORIGINS,
  field: string,
  version: GatewayApiVersion,
  instead: string | undefined,
  input: RuleInput,
): Finding | [] {
  const {settings} = input;
  const {whose, place} = setAt(key, input) ?? {};
  if (place === undefined) return [];
  const title = readerTitle(settings);
  const isExperimental = field === 'retry' && chosenReader(settings).retryIsExperimental;
  const [message, hint] = isAtLeast(version, settings)
    ? [
        isExperimental
          ? `${whose} needs the experimental features of ${title}, which ignores \`retry\` of HTTPRoutes without them`
          : `${title} ignores \`${field}\` of HTTPRoutes, which ${whose} sets`,
        instead,
      ]
    : [
        `${whose} is not written: HTTPRoutes have \`${field}\` from Gateway API ${version}`,
        `set \`gateway_api: "${version}"\` if the cluster has its CRDs`,
      ];
  return hint === undefined ? [] : {message, hint, setting: key, ...place};
}

/** The operations for which a setting is on, in words, and the place that concerns most of them; `undefined` if there are none. */
function setAt(key: 'retryable' | typeof ORIGINS | typeof RATE_LIMIT, input: RuleInput) {
  const {settings} = input;
  const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  const set = matchedOperations(input).filter((operation) => isSet(settings.at(operation, key)));
  const [main] = settingPlaces(key, set, settings).sort((a, b) => b.operations.length - a.operations.length);
  return main && {whose: `\`${key}\` of ${namesOf(set)}`, place: main.place};
}

/** Rate limits are in policies, which are attached to rules by their names. */
function rateLimits(input: RuleInput): Finding | [] {
  const {settings} = input;
  if (limitsRates(settings)) return [];
  const {policies, insteadOfRateLimit = 'let the Service limit them'} = chosenReader(settings);
  const {whose, place} = setAt(RATE_LIMIT, input) ?? {};
  if (place === undefined) return [];
  const [why, hint] = policies?.limitsRates
    ? [
        `HTTPRoutes have names of rules from Gateway API ${NAMED_FROM}`,
        `set \`gateway_api: "${NAMED_FROM}"\` if the cluster has its CRDs`,
      ]
    : ['rate limits are for Envoy Gateway alone', insteadOfRateLimit];
  return {message: `${whose} is not written: ${why}`, hint, setting: RATE_LIMIT, ...place};
}

/** Source: linkerd2, policy-controller `parse_duration`; a duration that it cannot read is dropped. */
function timeouts(input: RuleInput): Finding[] {
  const {insteadOfTimeout, readsSeveralUnits = true} = chosenReader(input.settings);
  return settingPlaces(TIMEOUT, matchedOperations(input), input.settings).flatMap(
    ({place, value, operations}) => {
      const [title, names] = [readerTitle(input.settings), namesOf(operations)];
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
    },
  );
}

function namelessRules(input: RuleInput): Finding | [] {
  const {settings} = input;
  const isMeant = settings.get('group') === 'operation' && settings.get('gateway.name');
  if (!isMeant || isAtLeast(NAMED_FROM, settings)) return [];
  return {
    message: `rules have no names, so no policy can be attached to one: HTTPRoutes have them from Gateway API ${NAMED_FROM}`,
    hint: `set \`gateway_api: "${NAMED_FROM}"\` if the cluster has its CRDs`,
    setting: 'group',
    ...settingPlace('group', input),
  };
}

/** Source: Cilium, documentation of GAMMA: "consumer HTTPRoutes" are not supported. */
function consumerRoutes(input: RuleInput): Finding | [] {
  const {settings} = input;
  const ofService = otherNamespace('service.namespace', settings);
  const {readsConsumerRoutes = true} = chosenReader(settings);
  if (readsConsumerRoutes || ofService === undefined) return [];
  return {
    message: `${readerTitle(input.settings)} ignores HTTPRoutes in the namespace ${quote(settings.get('namespace'))} for a Service in ${quote(ofService)}`,
    hint: 'set `namespace` to the namespace of the Service',
    setting: 'namespace',
    ...settingPlace('namespace', input),
  };
}
