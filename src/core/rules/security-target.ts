import {firstOfEach} from '../base/group-by.ts';
import type {Finding} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {
  GATEWAY_API_VERSIONS,
  meshNamed,
  meshOutput,
  NAMED_FROM,
  type PolicyFacts,
  routeReader,
} from '../meshes.ts';
import {accessOf, isEnforced, waysIn} from '../openapi/access.ts';
import {chosenReader, readerTitle} from '../openapi/chosen-reader.ts';
import {settingPlace} from '../openapi/effective-settings.ts';
import {operationName} from '../openapi/operation.ts';
import {settingPlaces} from '../openapi/setting-places.ts';
import type {SettingKey} from '../settings/table.ts';
import {isInvalid, type Rule, type RuleInput} from './rule.ts';

const ENFORCE = 'security.enforce';
const SCHEMES = 'security.schemes';
const [SELECTOR, PORTS, PROBES] = ['security.selector', 'security.ports', 'security.probes'] as const;

export const securityTarget = {
  code: 'security-target',
  severity: 'error',
  ofService: true,
  summary: 'What is enforced can be expressed for the mesh or gateway',
  check(input) {
    const {settings} = input;
    if (!isEnforced(settings)) return [];
    const {policies} = chosenReader(settings);
    const [, message, hint, setting = ENFORCE] = whollyWrong(input).find(([isWrong]) => isWrong) ?? [];
    if (message && hint) return [{message, hint, setting, ...settingPlace(setting, input)}];
    return policies ? beyondLimits(input, policies) : [];
  },
} satisfies Rule;

/** Whether something keeps the policies from saying anything, with a message, a hint and where it is set. */
type WhollyWrong = [boolean, string, string, SettingKey?];

/** Policies of another revision, and those on trial. Source: Istio, pkg/config, `LabelsInRevision`; pilot, authz/builder, `isDryRun`. */
const IGNORED_WITH = {labels: 'istio.io/rev', annotations: 'istio.io/dry-run'};

/** Istio's root namespace, unless its mesh configuration names another one. */
const ROOT_NAMESPACE = 'istio-system';

function whollyWrong(input: RuleInput): WhollyWrong[] {
  const {settings, choices} = input;
  const [mesh, gateway] = [settings.get('mesh'), settings.get('gateway.name')];
  const isRead = meshOutput(mesh, settings.get('target'), gateway).ofGateway;
  const {policies} = chosenReader(settings);
  const isOfService = policies !== undefined && policies.attachedTo !== 'rules';
  const ofPorts = policies?.attachedTo === 'ports' ? ([SELECTOR, PORTS, PROBES] as const) : [];
  const unset = ofPorts.filter((key) => !settings.get(key) && !isInvalid(input, key));
  const missing = isRead ? '`gateway.name` is not set' : 'the target is `service-profile`';
  const isGatewayOfMesh = gateway && !policies && routeReader(mesh, undefined).policies !== undefined;
  const title = mesh === undefined ? 'no mesh is set' : `\`mesh\` is ${meshNamed(mesh).title}`;
  const version = settings.get('gateway_api') ?? GATEWAY_API_VERSIONS[0];
  const selector = settings.get(SELECTOR);
  const [own = '', ofService = ''] = [settings.get('namespace'), settings.get('service.namespace')];
  return [
    [
      isGatewayOfMesh === true,
      `\`${ENFORCE}\` cannot be combined with a Gateway of ${readerTitle(settings)}: the first policy there would refuse the requests of all its other APIs`,
      'remove `gateway.name`: the policy is for the Service then',
    ],
    [
      !policies || !isRead || (!gateway && !isOfService),
      `\`${ENFORCE}\` needs Istio, HTTPRoutes for Linkerd or a Gateway of Envoy Gateway, and ${policies ? missing : title}`,
      `${toEnforce(policies)}, or remove \`${ENFORCE}\`: nothing is enforced then`,
    ],
    [
      !isOfService && GATEWAY_API_VERSIONS.indexOf(version) < GATEWAY_API_VERSIONS.indexOf(NAMED_FROM),
      `\`${ENFORCE}\` needs names of rules, which HTTPRoutes have from Gateway API ${NAMED_FROM}`,
      `set \`gateway_api: "${NAMED_FROM}"\` if the cluster has its CRDs`,
    ],
    [
      choices.onlyDescribed === false,
      'requests that are not described reach the Service, whoever sends them',
      'remove `--only-described=false`',
    ],
    [
      isOfService && own !== ofService,
      `\`${ENFORCE}\` needs policies in the namespace of the Service, ${quote(ofService)}, and \`namespace\` is ${quote(own)}`,
      'set `namespace` and `service.namespace` to the same',
    ],
    [
      unset.length > 0,
      `\`${ENFORCE}\` needs \`${unset.join('` and `')}\` with Linkerd: a Server is for one port of pods, and the kubelet restarts them where its probes get 404 since no route is for them`,
      'set labels of the pods, their ports that serve the API, and the paths of HTTP probes at these ports, or none: `probes: []`',
    ],
    [
      selector !== undefined && Object.keys(selector).length === 0,
      `\`${SELECTOR}\` has no labels: it selects every pod of the namespace`,
      'name labels of the pods',
      SELECTOR,
    ],
    [
      policies?.attachedTo === 'service' && selector !== undefined && own === ROOT_NAMESPACE,
      `policies for pods in ${quote(ROOT_NAMESPACE)} are for those of all namespaces`,
      'put the Service into another namespace',
      SELECTOR,
    ],
    ...(['labels', 'annotations'] as const).map((setting): WhollyWrong => {
      const name = IGNORED_WITH[setting];
      return [
        policies?.attachedTo === 'service' && Object.hasOwn(settings.get(setting) ?? {}, name),
        `with ${quote(name)} in \`${setting}\`, Istio may not enforce the policies`,
        'remove it',
        setting,
      ];
    }),
    [
      isOfService && selector !== undefined && !settings.get(PORTS) && !isInvalid(input, PORTS),
      `\`${SELECTOR}\` needs \`${PORTS}\`: the policy would refuse the requests to every other port of the pods`,
      `set \`${PORTS}\` to the ports that serve the API, for example \`[8080]\``,
      SELECTOR,
    ],
  ];
}

/** What lets the mesh, or one, have policies. */
function toEnforce(policies: PolicyFacts | undefined): string {
  if (policies) return policies.attachedTo === 'rules' ? 'set `gateway.name`' : 'set `target: httproute`';
  return 'set `mesh: istio`, or `mesh: linkerd` with `target: httproute`, or `mesh: envoy-gateway` with `gateway.name`';
}

/** What there is too much of, or what is not read as it is meant. */
function beyondLimits(input: RuleInput, {attachedTo, limits, scopeClaims}: PolicyFacts): Finding[] {
  const {routes, settings} = input;
  const title = readerTitle(settings);
  const over = (whose: string, part: keyof typeof limits, count: number) => {
    const {[part]: most = count} = limits;
    const message = `${whose} ${count} ${part}: expected at most ${most}`;
    return count > most ? [{message, hint: FEWER[part]}] : [];
  };
  const wildcards = (whose: string, what: string, texts: readonly string[]) =>
    texts
      .filter((text) => attachedTo === 'service' && /^\*|\*$/.test(text))
      .map((text) => ({
        message: `${whose} the ${what} ${quote(text)}, whose \`*\` is any text for ${title}`,
        hint: `rename the ${what}, ${BY_SERVICE}`,
      }));
  const ofOperations = routes.flatMap((operation) => {
    const {tokens = [], clients = []} = accessOf(operation, settings).access ?? {};
    const needs = `${operationName(operation)} needs`;
    const location = operation.security?.location ?? operation.location;
    return [
      ...over(needs, 'scopes', Math.max(0, ...tokens.map(({scopes}) => scopes.length))),
      ...over(needs, 'issuers', new Set(tokens.map(({issuer}) => issuer)).size),
      ...over(needs, 'clients', clients.length),
      ...tokens.flatMap(({scopes}) => wildcards(needs, 'scope', scopes)),
    ].map((one) => ({...one, location}));
  });
  const ofSchemes = Object.entries(settings.get(SCHEMES) ?? {}).flatMap(
    ([name, {issuer = '', audiences = [], scope_claim = 'scope'}]) => {
      const has = `the scheme ${quote(name)} has`;
      const message = `${title} reads scopes in \`${scopeClaims.join('` and `')}\`, not in ${quote(scope_claim)}`;
      const isRead = scopeClaims.length === 0 || scopeClaims.includes(scope_claim);
      return [
        ...wildcards(has, 'issuer', [issuer]),
        ...wildcards(has, 'audience', audiences),
        ...over(has, 'audiences', audiences.length),
        ...(isRead ? [] : [{message, hint: `let the issuer write them there, ${BY_SERVICE}`}]),
      ];
    },
  );
  const at = (setting: SettingKey) => ({setting, ...settingPlace(setting, input)});
  const accesses = routes.flatMap((one) => accessOf(one, settings).access ?? []);
  const rules = firstOfEach(accesses, ({key}) => key).reduce(
    (sum, one) => sum + waysIn(one).length,
    settings.get(PORTS) ? 1 : 0,
  );
  const unread = {rules: [SELECTOR, 'clients', PROBES], service: [PROBES], ports: []} as const;
  return [
    ...ofOperations,
    ...ofSchemes.map((one) => ({...one, ...at(SCHEMES)})),
    ...over('the description needs', 'rules', rules).map((one) => ({...one, ...at(ENFORCE)})),
    ...unread[attachedTo].flatMap((setting) =>
      settingPlaces(setting, routes, settings).map(({place}) => ({
        message: `${title} cannot enforce \`${setting}\`, which is about ${setting === PROBES ? 'ports in Linkerd' : 'workloads of a mesh'}`,
        hint: `remove it, or set \`mesh: ${setting === PROBES ? 'linkerd' : 'istio'}\` and no \`gateway.name\``,
        ...place,
      })),
    ),
  ];
}

const BY_SERVICE = 'or let the service check the scheme: `enforced_by: service`';

/** What helps against too much of something. */
const FEWER = {
  scopes: `name fewer scopes, ${BY_SERVICE}`,
  issuers: 'name schemes of fewer issuers, or let the service check all of them: `enforced_by: service`',
  audiences: `name fewer audiences, ${BY_SERVICE}`,
  clients: 'name fewer clients, or give them a service account that they share',
  rules: 'let more operations ask for the same callers',
};
