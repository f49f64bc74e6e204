import {firstOfEach} from '../base/group-by.ts';
import type {Finding} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {GATEWAY_API_VERSIONS, meshNamed, meshOutput, type PolicyFacts, routeReader} from '../meshes.ts';
import {accessOf, isEnforced} from '../openapi/access.ts';
import {settingPlace} from '../openapi/effective-settings.ts';
import {operationName} from '../openapi/operation.ts';
import {readerTitle, settingPlaces} from '../openapi/setting-places.ts';
import type {SettingKey} from '../settings/table.ts';
import {isInvalid, type Rule, type RuleInput} from './rule.ts';

const ENFORCE = 'security.enforce';
const SCHEMES = 'security.schemes';
const [SELECTOR, PORTS] = ['security.selector', 'security.ports'] as const;

/** Source: Istio, pilot, security/authz/builder, `isDryRun`. */
const DRY_RUN = 'istio.io/dry-run';

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
    const at = (message: string, hint: string, setting: SettingKey = ENFORCE) => [
      {message, hint, setting, ...settingPlace(setting, input)},
    ];
    const title = mesh === undefined ? 'no mesh is set' : `\`mesh\` is ${meshNamed(mesh).title}`;
    const isOfService = policies?.attachedTo === 'service';
    if (policies === undefined && gateway && routeReader(mesh, undefined).policies)
      return at(
        `\`${ENFORCE}\` cannot be combined with a Gateway of ${readerTitle(settings)}: the first policy there would refuse the requests of all its other APIs`,
        'remove `gateway.name`: the policy is for the Service then',
      );
    if (policies === undefined || (!gateway && !isOfService) || !isRead)
      return at(
        `\`${ENFORCE}\` needs Istio or a Gateway of Envoy Gateway, and ${policies ? '`gateway.name` is not set' : title}`,
        'set `mesh: istio`, or `mesh: envoy-gateway` and `gateway.name`, or remove it: nothing is enforced then',
      );
    const version = settings.get('gateway_api') ?? GATEWAY_API_VERSIONS[0];
    if (!isOfService && GATEWAY_API_VERSIONS.indexOf(version) < GATEWAY_API_VERSIONS.indexOf(NAMED_FROM))
      return at(
        `\`${ENFORCE}\` needs names of rules, which HTTPRoutes have from Gateway API ${NAMED_FROM}`,
        `set \`gateway_api: "${NAMED_FROM}"\` if the cluster has its CRDs`,
      );
    if (choices.onlyDescribed === false)
      return at(
        'requests that are not described reach the Service, whoever sends them',
        'remove `--only-described=false`',
      );
    return [...(isOfService ? notOfService(input, at) : notOfRules(input)), ...beyondLimits(input, policies)];
  },
} satisfies Rule;

/** What only the policies of a Service can say. */
function notOfRules({routes, settings}: RuleInput): Finding[] {
  const keys = ['security.selector', 'clients'] as const;
  return keys.flatMap((setting) =>
    settingPlaces(setting, routes, settings).map(({place}) => ({
      message: `${readerTitle(settings)} cannot enforce \`${setting}\`: it knows nothing of the workloads of a mesh`,
      hint: 'remove it, or set `mesh: istio` and no `gateway.name`',
      ...place,
    })),
  );
}

type At = (message: string, hint: string, setting?: SettingKey) => Finding[];

/** What would make policies of a Service protect something else, or nothing. */
function notOfService(input: RuleInput, at: At): Finding[] {
  const {settings} = input;
  const selector = settings.get(SELECTOR);
  const needsPorts = selector && !settings.get(PORTS) && !isInvalid(input, PORTS);
  const service = settings.get('service.namespace');
  return [
    ...(selector && Object.keys(selector).length === 0
      ? at(`\`${SELECTOR}\` has no labels: it selects every pod of the namespace`, 'name labels', SELECTOR)
      : []),
    ...(needsPorts
      ? at(
          `\`${SELECTOR}\` needs \`${PORTS}\`: the policy would refuse the requests to every other port of the pods`,
          `set \`${PORTS}\` to the ports that serve the API, for example \`[8080]\``,
          SELECTOR,
        )
      : []),
    ...(service !== settings.get('namespace')
      ? at(
          `\`${ENFORCE}\` needs the policies in the namespace of the Service, ${quote(service ?? '')}, and \`namespace\` is ${quote(settings.get('namespace') ?? '')}`,
          'set `namespace` and `service.namespace` to the same',
        )
      : []),
    ...(DRY_RUN in (settings.get('annotations') ?? {})
      ? at(`the annotation \`${DRY_RUN}\` makes a policy without effect`, 'remove it', 'annotations')
      : []),
  ];
}

/** What there is too much of, and what is not read as it is meant. */
function beyondLimits(input: RuleInput, {limits, scopeClaims, attachedTo}: PolicyFacts): Finding[] {
  const {routes, settings} = input;
  const over = (whose: string, part: keyof typeof limits, count: number) => {
    const {[part]: most = count} = limits;
    return count > most ? [`${whose} ${count} ${part}: expected at most ${most}`] : [];
  };
  const wildcards = (whose: string, texts: readonly string[]) =>
    texts
      .filter((text) => attachedTo === 'service' && /^\*|\*$/.test(text))
      .map((text) => `${whose} ${quote(text)}, whose \`*\` would be any text in Istio`);
  const ofOperations = routes.flatMap((operation) => {
    const {tokens = [], clients = []} = accessOf(operation, settings).access ?? {};
    const needs = `${operationName(operation)} needs`;
    const location = operation.security?.location ?? operation.location;
    return [
      ...over(needs, 'scopes', Math.max(0, ...tokens.map(({scopes}) => scopes.length))),
      ...over(needs, 'issuers', new Set(tokens.map(({issuer}) => issuer)).size),
      ...over(needs, 'clients', clients.length),
      ...wildcards(
        `${needs} the scope`,
        tokens.flatMap(({scopes}) => scopes),
      ),
    ].map((message) => ({message, hint: DIVIDE, location}));
  });
  const ofSchemes = Object.entries(settings.get(SCHEMES) ?? {}).flatMap(
    ([name, {issuer = '', audiences = [], scope_claim = 'scope'}]) => [
      ...wildcards(`the scheme ${quote(name)} has the issuer`, [issuer]),
      ...over(`the scheme ${quote(name)} has`, 'audiences', audiences.length),
      ...(scopeClaims.includes(scope_claim)
        ? []
        : [
            `${readerTitle(settings)} reads scopes in ${scopeClaims.map((one) => `\`${one}\``).join(' and ')}, not in ${quote(scope_claim)}`,
          ]),
    ],
  );
  const place = {setting: SCHEMES, ...settingPlace(SCHEMES, input)};
  const accesses = firstOfEach(
    routes.flatMap((operation) => accessOf(operation, settings).access ?? []),
    ({key}) => key,
  );
  const rules = accesses.reduce((sum, {tokens}) => sum + Math.max(1, tokens.length), 1);
  const [first] = routes;
  const tooMany = over('the operations need', 'rules', rules);
  return [
    ...ofOperations,
    ...ofSchemes.map((message) => ({message, hint: 'change the scheme', ...place})),
    ...(first ? tooMany.map((message) => ({message, hint: DIVIDE, location: first.location})) : []),
  ];
}

const DIVIDE = 'divide the requirement, or let the service check it: `enforced_by: service`';
