import {expect, test} from '@jest/globals';
import {check} from '../../../src/core/generate/check.ts';
import {type Claim, claimsOf, type Held, matchPlaces} from '../../../src/core/generate/claims.ts';
import {readDescribed} from '../../../src/core/generate/described.ts';
import {sharedRequests} from '../../../src/core/generate/shared-requests.ts';
import {resourceId, resourceOf} from '../../../src/core/kubernetes/resource.ts';

type Settings = Readonly<Record<string, unknown>>;

interface Given {
  /** Below `paths`: each has GET if it is a name alone. */
  readonly paths: readonly string[] | object;
  readonly settings?: Settings;
  readonly choices?: {readonly onlyDescribed?: boolean; readonly skipRules?: readonly string[]};
  readonly root?: object;
}

const GATEWAY = {'gateway.name': 'g', 'gateway.hostnames': ['api.example'], 'service.port': 80};

function claimsIn(owner: string, {paths, settings, choices, root}: Given, held?: Held): Claim[] {
  const items = Array.isArray(paths) ? Object.fromEntries(paths.map((one) => [one, {get: {}}])) : paths;
  const document = {openapi: '3.1.0', ...root, paths: items};
  const values = {mesh: 'envoy-gateway', ...GATEWAY, 'service.name': owner, ...settings} as const;
  const {output, toOrigin} = check(readDescribed(document, {uri: owner}), {settings: values, ...choices});
  if (output === undefined) return [];
  const own = {owner, places: matchPlaces(output, toOrigin), mesh: output.input.settings.get('mesh')};
  return output.objects.flatMap((object) => claimsOf(resourceOf(object), held, own));
}

const GROUP = 'gateway.networking.k8s.io/v1';

/** An object of a cluster, made on a day of January. */
const held = (kind: string, name: string, spec: object, day = 2) =>
  resourceOf({
    apiVersion: GROUP,
    kind,
    metadata: {name, namespace: 'default', creationTimestamp: `2026-01-0${day}T00:00:00Z`},
    spec,
  });

const shownOf = (claims: readonly Claim[]) =>
  sharedRequests(claims)
    .map(([owner, {severity, message}]) => `${owner}  ${severity}  ${message}`)
    .sort();

const OLDER = 'the older HTTPRoute wins';
const both = (severity: string, a: string, b = a) => [
  `bar  ${severity}  foo ${b}`,
  `foo  ${severity}  bar ${a}`,
];

test.each<{name: string; foo: Given; bar: Given; want: readonly string[]}>([
  {
    name: 'equal paths at the same hostname',
    foo: {paths: ['/']},
    bar: {paths: ['/']},
    want: both('warning', `matches requests of \`GET /\` too: ${OLDER}`),
  },
  {
    name: 'paths that differ by case, where one is for every case',
    foo: {paths: ['/Orders/{id}', '/größe'], settings: {'path.ignore_case': true}},
    bar: {paths: ['/orders/{id}', '/Orders']},
    want: both(
      'warning',
      'matches requests of `GET /Orders/{id}` too, with `GET /orders/{id}`, and does not get them: Envoy Gateway prefers the longest expression',
      'matches requests of `GET /orders/{id}` too, with `GET /Orders/{id}`, and gets them: Envoy Gateway prefers the longest expression',
    ),
  },
  {
    name: 'paths that differ by case',
    foo: {paths: ['/Orders/{id}', '/a'], settings: {'path.ignore_case': true}},
    bar: {paths: ['/b/{id}', '/B/{id}']},
    want: [],
  },
  {
    name: 'many of them, as one problem',
    foo: {paths: ['/', '/a', '/b']},
    bar: {paths: ['/', '/a', '/c']},
    want: both('warning', `matches requests of \`GET /\` and 1 more too: ${OLDER}; the others: \`GET /a\``),
  },
  {
    name: 'a hostname that a wildcard takes',
    foo: {paths: ['/']},
    bar: {paths: ['/'], settings: {'gateway.hostnames': ['*.example']}},
    want: both(
      'note',
      'gets no requests for `api.example`: Envoy Gateway uses the routes of the narrowest hostname alone',
      'gets all requests for `api.example`: Envoy Gateway uses the routes of the narrowest hostname alone',
    ),
  },
  {
    name: 'a hostname, and all of them',
    foo: {paths: ['/'], settings: {'gateway.hostnames': []}},
    bar: {paths: ['/'], settings: {'gateway.hostnames': ['*.example']}},
    want: both(
      'note',
      'gets all requests for `*.example`: Envoy Gateway uses the routes of the narrowest hostname alone',
      'gets no requests for `*.example`: Envoy Gateway uses the routes of the narrowest hostname alone',
    ),
  },
  {
    name: 'other paths of the narrower hostname',
    foo: {paths: ['/{a}'], settings: {'gateway.hostnames': ['*.example']}},
    bar: {paths: ['/b/c']},
    want: both(
      'note',
      'gets all requests for `api.example`: Envoy Gateway uses the routes of the narrowest hostname alone',
      'gets no requests for `api.example`: Envoy Gateway uses the routes of the narrowest hostname alone',
    ),
  },
  {
    name: 'a wider hostname next to the narrower one',
    foo: {paths: ['/a'], settings: {'gateway.hostnames': ['*.example', 'api.example']}},
    bar: {paths: ['/b/c']},
    want: [],
  },
  {
    name: 'a wider hostname where its routes are compared too',
    foo: {paths: ['/a'], settings: {mesh: 'kong', 'gateway.hostnames': ['*.example']}},
    bar: {paths: ['/b'], settings: {mesh: 'kong'}},
    want: [],
  },
  {
    name: 'a narrower path of the wider hostname where paths count first',
    foo: {paths: ['/a'], settings: {mesh: 'traefik', 'gateway.hostnames': ['*.example']}},
    bar: {paths: ['/{a}'], settings: {mesh: 'traefik'}},
    want: [],
  },
  {
    name: 'a wider path of the narrower hostname',
    foo: {paths: ['/a'], settings: {mesh: 'kong', 'gateway.hostnames': ['*.example']}},
    bar: {paths: ['/{a}'], settings: {mesh: 'kong'}},
    want: both(
      'note',
      'matches requests of `GET /a` too, with `GET /{a}`, and gets them: the narrower hostname wins',
      'matches requests of `GET /{a}` too, with `GET /a`, and does not get them: the narrower hostname wins',
    ),
  },
  {
    name: 'other hostnames',
    foo: {paths: ['/']},
    bar: {paths: ['/'], settings: {'gateway.hostnames': ['example', '*.api.example', 'b.example']}},
    want: [],
  },
  {
    name: 'another listener',
    foo: {paths: ['/'], settings: {'gateway.section': 'http'}},
    bar: {paths: ['/'], settings: {'gateway.section': 'https'}},
    want: [],
  },
  {
    name: 'all listeners, and one of them',
    foo: {paths: ['/'], settings: {'gateway.section': 'http'}},
    bar: {paths: ['/']},
    want: both('warning', `matches requests of \`GET /\` too: ${OLDER}`),
  },
  {
    name: 'a Gateway of the same name in another namespace',
    foo: {paths: ['/']},
    bar: {paths: ['/'], settings: {'gateway.namespace': 'infra'}},
    want: [],
  },
  {
    name: 'the same Gateway from another namespace',
    foo: {paths: ['/']},
    bar: {paths: ['/'], settings: {namespace: 'bar', 'gateway.namespace': 'default'}},
    want: both('warning', `matches requests of \`GET /\` too: ${OLDER}`),
  },
  {
    name: 'a narrower path, which is meant',
    foo: {paths: ['/pets/{id}', '/{rest+}']},
    bar: {paths: ['/pets/search', '/pets/{id}/toys']},
    want: [],
  },
  {
    name: 'overlapping paths',
    foo: {paths: ['/{team}/pets']},
    bar: {paths: ['/shop/{kind}']},
    want: both(
      'warning',
      'matches requests of `GET /{team}/pets` too, with `GET /shop/{kind}`: the older HTTPRoute wins',
      'matches requests of `GET /shop/{kind}` too, with `GET /{team}/pets`: the older HTTPRoute wins',
    ),
  },
  {
    name: 'overlapping paths of other lengths',
    foo: {paths: ['/{team}/animals']},
    bar: {paths: ['/shop/{kind}']},
    want: both(
      'warning',
      'matches requests of `GET /{team}/animals` too, with `GET /shop/{kind}`, and does not get them: Envoy Gateway prefers the longest expression',
      'matches requests of `GET /shop/{kind}` too, with `GET /{team}/animals`, and gets them: Envoy Gateway prefers the longest expression',
    ),
  },
  {
    name: 'a narrower path that is shorter than the padded one',
    foo: {
      paths: {
        '/pets/{id}': {'x-apigen': {timeouts: {request: '1s'}}, get: {}},
        '/{kind}/{id}': {get: {}},
      },
    },
    bar: {paths: ['/pets/xy{id}']},
    want: both(
      'warning',
      'matches requests of `GET /pets/{id}` too, with `GET /pets/xy{id}`, and does not get them: Envoy Gateway prefers the longest expression',
      'matches requests of `GET /pets/xy{id}` too, with `GET /pets/{id}`, and gets them: Envoy Gateway prefers the longest expression',
    ),
  },
  {
    name: 'a narrower path where the length does not count',
    foo: {paths: ['/{a}/b'], settings: {mesh: 'kgateway'}},
    bar: {paths: ['/{a}/{b}'], settings: {mesh: 'kgateway'}},
    want: both(
      'warning',
      `matches requests of \`GET /{a}/b\` too, with \`GET /{a}/{b}\`: ${OLDER}`,
      `matches requests of \`GET /{a}/{b}\` too, with \`GET /{a}/b\`: ${OLDER}`,
    ),
  },
  {
    name: 'other methods',
    foo: {paths: {'/': {get: {}}, '/{a}': {get: {}}}},
    bar: {paths: {'/': {post: {}}, '/{a}': {put: {}}}},
    want: [],
  },
  {
    name: 'other methods in one location of nginx',
    foo: {paths: {'/a/{id}': {get: {}}}, settings: {mesh: 'nginx'}},
    bar: {paths: {'/a/{id}': {post: {}}}, settings: {mesh: 'nginx'}},
    want: [],
  },
  {
    name: 'other methods in another location of nginx',
    foo: {paths: {'/a/{id}': {get: {}}}, settings: {mesh: 'nginx'}},
    bar: {paths: {'/a/b': {post: {}}}, settings: {mesh: 'nginx'}},
    want: both(
      'warning',
      'matches requests of `GET /a/{id}` too, with `POST /a/b`, and takes them without a route: NGINX Gateway Fabric prefers Exact to RegularExpression',
      'matches requests of `POST /a/b` too, with `GET /a/{id}`, and does not get them: NGINX Gateway Fabric prefers Exact to RegularExpression',
    ),
  },
  {
    name: 'what is not described, of one of them',
    foo: {paths: ['/a'], choices: {onlyDescribed: false}},
    bar: {paths: ['/b']},
    want: [],
  },
  {
    name: 'what is not described, of both',
    foo: {paths: ['/a'], choices: {onlyDescribed: false}},
    bar: {paths: ['/b'], choices: {onlyDescribed: false}},
    want: both('warning', `matches requests of \`PathPrefix /\` too: ${OLDER}`),
  },
  {
    name: 'an added method',
    foo: {paths: {'/': {get: {}}}, settings: {extra_methods: ['HEAD']}},
    bar: {paths: {'/': {head: {}}}},
    want: both('warning', `matches requests of \`HEAD /\` too: ${OLDER}`),
  },
  {
    name: 'the same path by a prefix',
    foo: {paths: ['/v1/a']},
    bar: {paths: ['/a'], settings: {'path.base': '/v1'}},
    want: both('warning', `matches requests of \`GET /v1/a\` too: ${OLDER}`),
  },
  {
    name: 'a disabled operation',
    foo: {paths: ['/']},
    bar: {paths: {'/': {get: {'x-apigen': {disabled: true}}, put: {}}}},
    want: [],
  },
  {
    name: 'what one of them leaves out',
    foo: {paths: {'/': {'x-apigen-ignore': ['shared-request'], get: {}}}},
    bar: {paths: ['/']},
    want: [],
  },
  {
    name: 'what a flag leaves out',
    foo: {paths: ['/'], choices: {skipRules: ['shared-request']}},
    bar: {paths: ['/']},
    want: [],
  },
  {
    name: 'one Service of a mesh',
    foo: {paths: ['/'], settings: {mesh: 'istio', 'gateway.name': '', 'gateway.hostnames': []}},
    bar: {
      paths: ['/'],
      settings: {mesh: 'istio', 'gateway.name': '', 'gateway.hostnames': [], 'service.name': 'foo'},
    },
    want: both(
      'warning',
      `matches requests of \`GET /\` and 1 more too: both are HTTPRoute default/foo; the others: \`RegularExpression /.*\``,
    ),
  },
  {
    name: 'a gateway that orders HTTPRoutes by their names',
    foo: {paths: ['/'], settings: {mesh: 'agentgateway'}},
    bar: {paths: ['/'], settings: {mesh: 'agentgateway'}},
    want: both(
      'warning',
      'matches requests of `GET /` too, and gets them: agentgateway orders such matches by the name of the HTTPRoute',
      'matches requests of `GET /` too, and does not get them: agentgateway orders such matches by the name of the HTTPRoute',
    ),
  },
  {
    name: 'a gateway that does not order them',
    foo: {paths: ['/'], settings: {mesh: 'traefik'}},
    bar: {paths: ['/'], settings: {mesh: 'traefik'}},
    want: both('warning', 'matches requests of `GET /` too: Traefik uses any of them'),
  },
  {
    name: 'a gateway that leaves out the whole rule of the younger one',
    foo: {paths: ['/'], settings: {mesh: 'contour'}},
    bar: {paths: ['/'], settings: {mesh: 'contour'}},
    want: both(
      'warning',
      `matches requests of \`GET /\` too: ${OLDER}, and Contour leaves out the whole rule of the other one`,
    ),
  },
  {
    name: 'different implementations at one Gateway',
    foo: {paths: ['/a']},
    bar: {paths: ['/b'], settings: {mesh: 'istio'}},
    want: ['bar', 'foo'].map(
      (one) => `${one}  warning  expected one \`mesh\` for Gateway default/g, found Envoy Gateway and Istio`,
    ),
  },
  {
    name: 'what is percent-encoded, or written in two forms',
    foo: {paths: ['/ä b;c', '/[x]/{a}.json']},
    bar: {paths: ['/ä b;c', '/[x]/{b}.json']},
    want: both(
      'warning',
      `matches requests of \`GET /[x]/{a}.json\` and 1 more too, with \`GET /[x]/{b}.json\`: ${OLDER}; the others: \`GET /ä b;c\``,
      `matches requests of \`GET /[x]/{b}.json\` and 1 more too, with \`GET /[x]/{a}.json\`: ${OLDER}; the others: \`GET /ä b;c\``,
    ),
  },
])('two descriptions: $name', ({foo, bar, want}) => {
  expect(shownOf([...claimsIn('foo', foo), ...claimsIn('bar', bar)])).toEqual(want);
});

const AT_G = {parentRefs: [{name: 'g'}], hostnames: ['api.example']};
const WITH = (type: string, value: string, more: object = {}) => ({
  ...AT_G,
  rules: [{matches: [{path: {type, value}, ...more}]}],
});
const GET = {method: 'GET'};
const OWN_NAME = 'foo.g-e20c2606';

test.each<{
  name: string;
  spec: object;
  want: readonly string[];
  mesh?: string;
  day?: number;
}>([
  {
    name: 'older',
    spec: WITH('Exact', '/a', GET),
    day: 3,
    want: [`matches requests of \`GET /a\` too, and gets them: ${OLDER}`],
  },
  {
    name: 'younger',
    spec: WITH('Exact', '/a', GET),
    day: 1,
    want: [`matches requests of \`GET /a\` too, and does not get them: ${OLDER}`],
  },
  {
    name: 'of the same second',
    spec: WITH('Exact', '/a', GET),
    day: 2,
    want: ['matches requests of `GET /a` too, and does not get them: the first HTTPRoute by name wins'],
  },
  {
    name: 'there before the description is applied',
    spec: WITH('Exact', '/a', GET),
    want: [`matches requests of \`GET /a\` too, and gets them: ${OLDER}`],
  },
  {name: 'for every method, which is wider', spec: WITH('Exact', '/a'), want: []},
  {name: 'for requests with a header', spec: WITH('Exact', '/a', {...GET, headers: [{}]}), want: []},
  {name: 'for everything', spec: WITH('PathPrefix', '/'), want: []},
  {
    name: 'for everything, where prefixes win',
    spec: WITH('PathPrefix', '/'),
    mesh: 'istio',
    want: [
      'matches requests of `GET /a/{id}` and 1 more too, with `PathPrefix /`, and gets them: Istio prefers PathPrefix to RegularExpression; the others: `GET /b/{id}`',
    ],
  },
  {
    name: 'for the start of a path, where prefixes win',
    spec: WITH('PathPrefix', '/a/'),
    mesh: 'istio',
    want: [
      'matches requests of `GET /a/{id}` too, with `PathPrefix /a/`, and gets them: Istio prefers PathPrefix to RegularExpression',
    ],
  },
  {
    name: 'with an expression that is not read',
    spec: WITH('RegularExpression', '/a/[0-9]{4}', GET),
    want: [],
  },
  {
    name: 'at a listener for another hostname',
    spec: {...WITH('Exact', '/a', GET), hostnames: ['b.example']},
    want: [],
  },
  {
    name: 'for all hostnames of the listener',
    spec: {...WITH('Exact', '/a', GET), hostnames: []},
    want: [
      'gets no requests for `api.example`: Envoy Gateway uses the routes of the narrowest hostname alone',
    ],
  },
  {
    name: 'at a listener that is not there',
    spec: {...WITH('Exact', '/a', GET), parentRefs: [{name: 'g', sectionName: 'http'}]},
    want: [],
  },
])('an HTTPRoute in a cluster: $name', ({spec, want, mesh, day}) => {
  const listeners = [
    {name: 'a', hostname: '*.example'},
    {name: 'b', hostname: 'b.other'},
  ];
  const objects = [
    held('Gateway', 'g', {listeners}),
    held('HTTPRoute', 'web', spec),
    ...(day === undefined ? [] : [held('HTTPRoute', OWN_NAME, {}, day)]),
  ];
  const cluster: Held = new Map(objects.map((one) => [resourceId(one), one]));
  const paths = ['/a', '/a/{id}', '/b/{id}'];
  const own = claimsIn('foo', {paths, ...(mesh && {settings: {mesh}})}, cluster);
  const others = objects.slice(1, 2).flatMap((one) => claimsOf(one, cluster));
  const severity = want[0]?.includes('hostname') ? 'note' : 'warning';
  expect(shownOf([...own, ...others])).toEqual(
    want.map((text) => `foo  ${severity}  HTTPRoute default/web ${text}`),
  );
});

test('a thousand descriptions with the same path are compared with the first one', () => {
  const names = Array.from({length: 1000}, (_, index) => `s${1000 + index}`);
  const claims = names.flatMap((name) =>
    claimsIn(name, {paths: ['/health', `/${name}/{id}`, `/${name}/{id}/{part}`]}),
  );
  const shown = shownOf(claims);
  expect([shown.length, shown.at(-1)]).toEqual([
    2 * 999,
    `s1999  warning  s1000 matches requests of \`GET /health\` too: ${OLDER}`,
  ]);
});
