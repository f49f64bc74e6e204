import {describe, expect, test} from '@jest/globals';
import {SEVERITIES} from '../../../src/core/base/problem.ts';
import {generate} from '../../../src/core/generate/generate.ts';
import {RULES} from '../../../src/core/generate/rule-list.ts';
import type {FlagValues} from '../../../src/core/settings/table.ts';
import {ofKnownRules} from '../../shown-rules.ts';

test.each(RULES)('$code: a code of its own, a severity and a summary', ({code, severity, summary}) => {
  expect(RULES.filter((rule) => rule.code === code)).toHaveLength(1);
  expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(SEVERITIES).toContain(severity);
  expect(summary).toMatch(/^\S.*[^.\s]$/);
});

const own = (settings: object) => ({'x-apigen': settings});
const at = (...urls: unknown[]) => ({servers: urls.map((url) => ({url}))});
const variables = (url: string, given: unknown) => ({servers: [{url, variables: given}]});
const swagger = {swagger: '2.0', openapi: undefined};

interface Case {
  /** What differs from a description with a path `/a`. */
  readonly document?: object;
  readonly flags?: FlagValues;
}

function problemsOf({document = {}, flags = {}}: Case) {
  // Without the keys that are undefined.
  const described = JSON.parse(JSON.stringify({openapi: '3.1.0', paths: {'/a': {get: {}}}, ...document}));
  return ofKnownRules(
    generate(described, {settings: {'service.name': 'a', ...flags}, strict: true}).problems,
  );
}

const NAMESPACE =
  'note service-namespace: `service.namespace` is not set: the Service is expected in namespace "default", not "shop"; set `service.namespace` to "shop" if the Service is there too, or else to "default"';
const QUERY =
  'error unmatchable-path: `path.base` "/a?b" never matches: "?" begins the query, which is not part of a path; end it before "?", and describe the query as parameters';
/** The name of a ServiceProfile may have 253 characters, 14 besides the domain. */
const domain = (letters: number) => ({'cluster.cluster_domain': Array(letters).fill('a').join('.')});

describe('what a rule reports, and where', () => {
  test.each<Case & {want: string}>([
    {document: own({namespace: 'shop'}), want: `/x-apigen/namespace ${NAMESPACE}`},
    {flags: {namespace: 'shop'}, want: `--namespace ${NAMESPACE}`},
    {document: own({namespace: 'other'}), flags: {namespace: 'shop'}, want: `--namespace ${NAMESPACE}`},
    {document: own({path: {base: '/a?b'}}), want: `/x-apigen/path/base ${QUERY}`},
    {document: {...swagger, basePath: '/a?b'}, want: `/basePath ${QUERY}`},
    {document: own({path: {base: '/c'}}), flags: {'path.base': '/a?b'}, want: `--path.base ${QUERY}`},
    {
      document: at('https://a.example/v1', '/v2', 'v1'),
      want: '/servers note server-path: `path.base` is not set: the routes do not begin with "/v1" of `servers[0]` or "/v2" of `servers[1]`; set `path.from_servers` to true if requests have these paths, or `path.base` to "/" if they come without them',
    },
  ])('$want', ({want, ...given}) => {
    const texts = problemsOf(given).map(
      ({flag, location, severity, code, message, hint}) =>
        `${flag ? `--${flag}` : location?.pointer} ${severity} ${code}: ${message}; ${hint}`,
    );
    expect(texts.filter((text) => !/ (object-size|no-routes): /.test(text))).toEqual([want]);
  });

  test.each<{document: object; path: string}>([
    {document: at('https://a.example/api/v1', 'http://b.example:8080/api/v1/'), path: '/api/v1'},
    {document: at('/v1', '//a.example/v1?x=/y#/z'), path: '/v1'},
    {document: at('/a b/ä/%20'), path: '/a b/ä/%20'},
    {
      document: variables('{s}/v{n}', {s: {default: 'https://a.example'}, n: {default: 2, enum: []}}),
      path: '/v2',
    },
    {document: variables('https://{host}/v2', {}), path: '/v2'},
    {document: {...at('/v1'), ...own({path: {base: null}})}, path: '/v1'},
  ])('all servers share $path', ({document, path}) => {
    expect(problemsOf({document})).toEqual([
      {
        code: 'server-path',
        severity: 'note',
        message: `\`path.base\` is not set: the routes do not begin with "${path}", the path of all \`servers\``,
        hint: `set \`path.base\` to "${path}" if requests reach the Service with it, or to "/" if a gateway removes it`,
        setting: 'path.base',
        location: {uri: 'openapi:///description', pointer: '/servers', at: 'key'},
      },
    ]);
  });
});

test.each<Case & {want: string[]}>([
  {document: {paths: {}, ...own({}), 'x-apigne': {}}, want: ['unknown-setting', 'no-routes']},
  {document: {paths: {}, info: own({})}, want: ['setting-scope', 'no-routes']},
  {document: {paths: {'/a': {gett: {}}}}, want: ['path-item-key', 'no-routes']},
  {document: {paths: {'/a': 5}}, want: ['path-item']},
  {
    document: {paths: {'/a': {get: {'x-apigen': 5}, put: {'x-apigen': 5}}}},
    want: ['setting-value', 'setting-value'],
  },
  {document: {openapi: '3.2.0', paths: undefined}, want: ['no-routes']},
  {document: {openapi: '3.0.4', paths: undefined, pth: {}}, want: ['paths']},
  {document: {paths: undefined, 'x-paths': {}}, want: ['no-routes']},
  {document: {...swagger, basePath: null}, want: []},
  {document: own({service: 5}), flags: {mesh: 'istio'}, want: ['setting-value']},
  {document: {'x-apigen': 5}, flags: {mesh: 'istio'}, want: ['setting-value']},
  {document: own({namespace: 'default'}), want: []},
  {document: own({namespace: 'shop', service: {namespace: 'shop'}}), want: []},
  {document: own({namespace: 'shop'}), flags: {'service.namespace': 'other'}, want: []},
  {document: own({service: {namespace: 'shop'}}), want: []},
  {document: own({namespace: 'shop', service: {namespace: 'Shop'}}), want: ['setting-name']},
  {flags: domain(120), want: []},
  {flags: domain(121), want: ['profile-name']},
  {document: {...at('/v1'), ...own({path: {base: '/'}})}, want: []},
  {document: {...at('/v1'), ...own({path: {base: ''}})}, want: []},
  {document: at('/v1'), flags: {'path.base': '/'}, want: []},
  {document: {...swagger, ...at('/v1')}, want: []},
  ...[
    at('https://a.example', 'https://a.example/'),
    at('./'),
    at('https://a.example/a//b'),
    at(5, undefined),
    {servers: {url: '/v1'}},
    variables('https://a.example/{b}', {}),
    variables('https://a.example/{b}', {b: {default: true}}),
  ].map((document) => ({document, want: []})),
])('only these rules report $want for $document, $flags', ({want, ...given}) => {
  expect(
    problemsOf(given)
      .map(({code}) => code)
      .sort(),
  ).toEqual(want.toSorted());
});

test.each([
  {mesh: 'contour', hints: ['use an HTTPProxy with `retryPolicy`', 'use an HTTPProxy with `corsPolicy`']},
  {
    mesh: 'kong',
    hints: [
      'annotate the Service with `konghq.com/retries`',
      'annotate the Service with `konghq.com/read-timeout`',
      'use the plugin `cors`, with `extra_methods: [OPTIONS]`',
    ],
  },
  {
    mesh: 'traefik',
    hints: [
      'use a Middleware with `retry` at the entry point',
      'set the static `serversTransport.forwardingTimeouts.responseHeaderTimeout`',
      'use a Middleware with `headers` at the entry point, with `extra_methods: [OPTIONS]`',
    ],
  },
] as const)('$mesh does not read all of HTTPRoutes', ({mesh, hints}) => {
  const gateway = {'gateway.name': 'public', 'gateway.hostnames': ['a.example'], gateway_api: '1.7'} as const;
  const set = {
    retryable: true,
    'timeouts.request_timeout': 5,
    'cors.allow_origins': ['*'],
    'service.port': 80,
  };
  const flags = {mesh, ...gateway, ...set};
  const found = problemsOf({flags}).filter(({code}) => code === 'unsupported-setting');
  expect(found.map(({hint}) => hint)).toEqual(hints);
});

const KEPT =
  'redirects them to the path with `/`, unless a ClientTrafficPolicy has `path.escapedSlashesAction: KeepUnchanged`';

test.each([
  {mesh: 'envoy-gateway', path: '/a%2Fb', says: [`Envoy Gateway … \`%2F\` … ${KEPT}`]},
  {mesh: 'envoy-gateway', path: '/a%5cb', says: [`Envoy Gateway … \`%5C\` … ${KEPT}`]},
  {mesh: 'nginx', path: '/a%5Cb%2f', says: ['NGINX Gateway Fabric … `%2F` … compares them with `/`']},
  {mesh: 'nginx', path: '/a%5Cb', says: []},
  {mesh: 'cilium', path: '/a%2Fb', says: []},
  {mesh: 'contour', path: '/a%2Fb%5C', says: []},
] as const)('$mesh and a path with an encoded slash: $path', ({mesh, path, says}) => {
  const flags = {mesh, 'gateway.name': 'public', 'gateway.hostnames': ['a.example'], 'service.port': 80};
  const found = problemsOf({document: {paths: {[path]: {get: {}}}}, flags});
  const want = says.map((message) =>
    message.replace('…', `may not match "GET ${path}": requests have`).replace('…', 'in their path, and it'),
  );
  expect(found.map(({message}) => message)).toEqual(want);
});

/** A path whose expression is one of RE2's programs of 101. */
const LARGE = `/a/{b}/${'c'.repeat(84)}`;

test.each([
  {flags: {mesh: 'kgateway', 'gateway.name': 'public'}, title: 'kgateway', size: 101},
  {flags: {mesh: 'cilium', 'gateway.name': 'public'}, title: 'Cilium', size: 101},
  // A parameter may be empty.
  {flags: {mesh: 'cilium'}, title: 'Cilium', size: undefined},
  {flags: {mesh: 'cilium', 'path.base': '/x'}, title: 'Cilium', size: 102},
  ...(['contour', 'envoy-gateway', 'istio'] as const).map((mesh) => ({
    flags: {mesh, 'gateway.name': 'public'},
    title: mesh,
    size: undefined,
  })),
] as const)('what $title does with a long expression: $flags', ({flags: own, title, size}) => {
  const gateway = 'gateway.name' in own ? {'gateway.hostnames': ['a.example']} : {};
  const base = own.mesh === 'istio' || 'path.base' in own ? {} : {'path.base': '/'};
  const flags = {...base, ...own, ...gateway, 'service.port': 80};
  // Paths without a parameter have no expression.
  const paths = {[LARGE]: {get: {}, put: {}}, [`/a/b/${'c'.repeat(99)}`]: {get: {}}};
  const want = `${title} refuses all routes because of "GET ${LARGE}": the program of its expression has a size of ${size}, and at most 100 is allowed`;
  expect(problemsOf({document: {paths}, flags}).map(({message}) => message)).toEqual(size ? [want] : []);
});

test.each([
  {
    gateway_api: '1.2',
    want: [
      'rules have no names, so no policy can be attached to one: HTTPRoutes have them from Gateway API 1.4; set `gateway_api: "1.4"` if the cluster has its CRDs',
    ],
  },
  {gateway_api: '1.4', want: []},
] as const)('rules for one operation at a gateway with version $gateway_api', ({gateway_api, want}) => {
  const gateway = {mesh: 'contour', 'gateway.name': 'public', 'gateway.hostnames': ['a.example']} as const;
  const flags = {...gateway, gateway_api, group: 'operation', 'service.port': 80} as const;
  expect(problemsOf({flags}).map(({message, hint}) => `${message}; ${hint}`)).toEqual(want);
});
