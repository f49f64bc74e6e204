import type {Finding} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {GATEWAY_API_VERSIONS, meshNamed, meshOutput, routeReader} from '../meshes.ts';
import {accessOf, isEnforced} from '../openapi/access.ts';
import {settingPlace} from '../openapi/effective-settings.ts';
import {operationName} from '../openapi/operation.ts';
import type {Rule, RuleInput} from './rule.ts';

const ENFORCE = 'security.enforce';
const SCHEMES = 'security.schemes';

/** The first version of the Gateway API whose rules have names, to which policies are attached. */
const NAMED_FROM = '1.4';

export const securityTarget = {
  code: 'security-target',
  severity: 'error',
  ofService: true,
  summary: 'What is enforced can be expressed for the gateway',
  check(input) {
    const {settings, choices} = input;
    if (!isEnforced(settings)) return [];
    const [mesh, gateway] = [settings.get('mesh'), settings.get('gateway.name')];
    const isRead = meshOutput(mesh, settings.get('target'), gateway).ofGateway;
    const {policies} = routeReader(mesh, gateway);
    const at = (message: string, hint: string) => [
      {message, hint, setting: ENFORCE, ...settingPlace(ENFORCE, input)},
    ];
    const title = mesh === undefined ? 'no mesh is set' : `\`mesh\` is ${meshNamed(mesh).title}`;
    if (policies === undefined || !gateway || !isRead)
      return at(
        `\`${ENFORCE}\` needs a Gateway of Envoy Gateway, and ${policies ? '`gateway.name` is not set' : title}`,
        'set `mesh: envoy-gateway` and `gateway.name`, or remove it: nothing is enforced then',
      );
    const version = settings.get('gateway_api') ?? GATEWAY_API_VERSIONS[0];
    if (GATEWAY_API_VERSIONS.indexOf(version) < GATEWAY_API_VERSIONS.indexOf(NAMED_FROM))
      return at(
        `\`${ENFORCE}\` needs names of rules, which HTTPRoutes have from Gateway API ${NAMED_FROM}`,
        `set \`gateway_api: "${NAMED_FROM}"\` if the cluster has its CRDs`,
      );
    if (choices.onlyDescribed === false)
      return at(
        'requests that are not described reach the Service, whoever sends them',
        'remove `--only-described=false`',
      );
    return beyondLimits(input, policies);
  },
} satisfies Rule;

/** What there is too much of. */
function beyondLimits(input: RuleInput, limits: {readonly [part: string]: number}): Finding[] {
  const {routes, settings} = input;
  const over = (whose: string, part: string, count: number) =>
    count > (limits[part] ?? 0) ? [`${whose} ${count} ${part}: expected at most ${limits[part]}`] : [];
  const ofOperations = routes.flatMap((operation) => {
    const {tokens = []} = accessOf(operation, settings).access ?? {};
    const needs = `${operationName(operation)} needs`;
    const location = operation.security?.location ?? operation.location;
    return [
      ...over(needs, 'scopes', Math.max(0, ...tokens.map(({scopes}) => scopes.length))),
      ...over(needs, 'issuers', new Set(tokens.map(({issuer}) => issuer)).size),
    ].map((message) => ({message, hint: DIVIDE, location}));
  });
  const ofSchemes = Object.entries(settings.get(SCHEMES) ?? {}).flatMap(
    ([name, {audiences = [], scope_claim = 'scope'}]) => [
      ...over(`the scheme ${quote(name)} has`, 'audiences', audiences.length),
      ...(['scope', 'scp'].includes(scope_claim)
        ? []
        : [`Envoy Gateway reads scopes in the claims \`scope\` and \`scp\`, not in ${quote(scope_claim)}`]),
    ],
  );
  const place = {setting: SCHEMES, ...settingPlace(SCHEMES, input)};
  return [...ofOperations, ...ofSchemes.map((message) => ({message, hint: 'change the scheme', ...place}))];
}

const DIVIDE = 'divide the requirement, or let the service check it: `enforced_by: service`';
