import {describe, expect, test} from '@jest/globals';
import {isMap} from '../../../src/core/base/json.ts';
import {generate} from '../../../src/core/generate/generate.ts';
import {type RouteChange, routeChanges} from '../../../src/core/generate/route-changes.ts';
import type {FlagValues} from '../../../src/core/settings/table.ts';

const own = (settings: object) => ({'x-apigen': settings});
const BEFORE = {
  '/pets': {get: own({timeouts: {request_timeout: 10}}), post: {}},
  '/old': {get: own({retryable: true})},
};
const AFTER = {
  '/pets': {get: own({timeouts: {request_timeout: 30}, retryable: true}), post: {}},
  '/new/{id}': {get: own({timeouts: {request_timeout: 0}})},
};

function objectsOf(paths: object, settings: FlagValues) {
  const named = {'service.name': 'petstore', 'service.port': 80, ...settings};
  return generate({openapi: '3.1.0', paths}, {settings: named}).objects;
}

describe.each([
  {
    name: 'a ServiceProfile',
    settings: {},
    want: [
      {route: 'GET /new/{id}', after: 'no settings'},
      {route: 'GET /pets', before: 'timeout 10s', after: 'isRetryable true, timeout 30s'},
      {route: 'GET /old', before: 'isRetryable true'},
    ],
  },
  {
    name: 'HTTPRoutes',
    settings: {target: 'httproute', gateway_api: '1.7', mesh: 'istio'},
    want: [
      {route: 'GET /new/[^/]*', after: 'timeouts.request 0s'},
      {
        route: 'GET /pets',
        before: 'timeouts.request 10s',
        after: 'retry.attempts 1, retry.codes 500 502 503 504, timeouts.request 30s',
      },
      {route: 'GET /old', before: 'retry.attempts 1, retry.codes 500 502 503 504'},
    ],
  },
] as const satisfies readonly {name: string; settings: FlagValues; want: readonly RouteChange[]}[])(
  'the routes of $name',
  ({settings, want}) => {
    test('that changed', () => {
      expect(routeChanges(objectsOf(BEFORE, settings), objectsOf(AFTER, settings))).toEqual(want);
    });

    test('that did not', () => {
      expect(routeChanges(objectsOf(BEFORE, settings), objectsOf(BEFORE, settings))).toEqual([]);
    });
  },
);

test('the order of keys in the cluster is not a difference', () => {
  const settings: FlagValues = {
    mesh: 'istio',
    'gateway.name': 'public',
    gateway_api: '1.5',
    'cors.allow_origins': ['https://app.example.com'],
    'cors.allow_credentials': true,
  };
  const objects = objectsOf({'/pets': {get: own({timeouts: {request_timeout: 1}})}}, settings);
  const held: typeof objects = JSON.parse(JSON.stringify(objects), (_, value) =>
    isMap(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
  );
  expect(routeChanges(held, objects)).toEqual([]);
  expect(routeChanges([], objects)).toEqual(
    ['GET', 'OPTIONS'].map((method) => ({
      route: `${method} /pets`,
      after:
        'filters {"cors":{"allowCredentials":true,"allowMethods":["GET"],"allowOrigins":["https://app.example.com"],"maxAge":5},"type":"CORS"}, timeouts.request 1s',
    })),
  );
});

const EVERYBODY = {security: []};
const READERS = {security: [{login: ['read']}]};

/** HTTPRoutes and policies; without `security` an operation needs a token. */
function protectedBy(paths: object, ofMesh: object = {mesh: 'envoy-gateway', gateway: {name: 'public'}}) {
  const schemes = {login: {issuer: 'me', jwks_uri: 'https://id.example.com/jwks', audiences: ['a']}};
  const document = {
    openapi: '3.1.0',
    security: [{login: []}],
    components: {securitySchemes: {login: {type: 'oauth2', flows: {}}}},
    'x-apigen': {...ofMesh, gateway_api: '1.4', security: {enforce: true, schemes}},
    paths,
  };
  const settings = {'service.name': 'a', 'service.port': 80};
  return generate(document, {settings}).objects;
}

const WIDE = {'/{a}/{b}': {get: EVERYBODY}};

test.each([
  {
    name: 'an operation that more may call',
    before: {'/a': {get: READERS}},
    after: {'/a': {get: {}}},
    want: ['/a'],
  },
  {name: 'one that fewer may call', before: {'/a': {get: {}}}, after: {'/a': {get: READERS}}, want: []},
  {
    name: 'a new one for everybody',
    before: {'/a': {get: {}}},
    after: {'/a': {get: {}}, '/b': {get: EVERYBODY}},
    want: ['/b'],
  },
  {
    name: 'a new one for some',
    before: {'/a': {get: {}}},
    after: {'/a': {get: {}}, '/b': {get: {}}},
    want: [],
  },
  {
    name: 'a removed one whose requests a wider one takes that more may call',
    before: {...WIDE, '/a/{b}': {get: {}}},
    after: WIDE,
    want: ['/a/[^/]+$'],
  },
  {
    name: 'a removed one whose requests another one takes that is for the same',
    before: {...WIDE, '/a/{b}': {get: {}}, '/a/b': {get: {}}},
    after: {...WIDE, '/a/{b}': {get: {}}},
    want: [],
  },
  {
    name: 'a removed one that nothing else takes',
    before: {'/a': {get: {}}, '/b': {get: {}}},
    after: {'/a': {get: {}}},
    want: [],
  },
  {
    name: 'a new one that takes requests of a wider one that fewer may call',
    before: {'/{a}/{b}': {get: READERS}},
    after: {'/{a}/{b}': {get: READERS}, '/a/{b}': {get: {}}},
    want: ['/a/[^/]+$'],
  },
  {
    name: 'a new one that takes requests of a wider one for everybody',
    before: WIDE,
    after: {...WIDE, '/a/b': {get: EVERYBODY}},
    want: [],
  },
  {
    name: 'a new one and a removed one, of which neither takes all of the other, for more',
    before: {'/a/{b}': {get: READERS}},
    after: {'/{a}/b': {get: {}}},
    want: ['/[^/]+/b$', '/a/[^/]+$'],
  },
  {
    name: 'a new one with a narrower one that stays, which fewer may call',
    before: {'/a/b': {get: READERS}},
    after: {'/a/b': {get: READERS}, '/a/{b}': {get: {}}},
    want: [],
  },
  {
    name: 'another method of a path',
    before: {'/{a}/{b}': {get: READERS}},
    after: {'/{a}/{b}': {get: READERS}, '/a/{b}': {post: {}}},
    want: [],
  },
])('what was opened: $name', ({before, after, want}) => {
  const changes = routeChanges(protectedBy(before), protectedBy(after));
  expect(changes.filter(({isOpened}) => isOpened).map(({route}) => route)).toEqual(
    want.map((path) => `GET ${path}`),
  );
  expect(changes.slice(0, want.length).every(({isOpened}) => isOpened)).toBe(true);
});

test('what was opened: a removed one whose requests another one takes in every case of letters', () => {
  const gateway = {mesh: 'envoy-gateway', gateway: {name: 'public'}};
  const before = protectedBy({'/a': {get: EVERYBODY}, '/A': {get: READERS}}, gateway);
  const after = protectedBy({'/a': {get: EVERYBODY}}, {...gateway, path: {ignore_case: true}});
  const opened = routeChanges(before, after).filter(({isOpened}) => isOpened);
  expect(opened.map(({route}) => route)).toEqual(['GET /(?i:a)$', 'GET /A']);
});

/** An operation for everybody at ports of pods. */
function atPorts(security: object, namespace = 'shop') {
  const pods = {enforce: true, selector: {app: 'a'}, ports: [80, 81], probes: []};
  const document = {
    openapi: '3.1.0',
    'x-apigen': {mesh: 'linkerd', target: 'httproute', security: {...pods, ...security}},
    paths: {'/a': {get: EVERYBODY}},
  };
  const settings = {'service.name': 'a', 'service.port': 80, namespace, 'service.namespace': namespace};
  return generate(document, {settings}).objects;
}

test.each([
  {name: 'other ports', after: atPorts({ports: [81]}), isOpened: true},
  {name: 'other pods', after: atPorts({selector: {app: 'b'}}), isOpened: true},
  {name: 'pods of another namespace', after: atPorts({}, 'other'), isOpened: true},
  {
    name: 'no policies',
    after: atPorts({}).filter(({apiVersion}) => !apiVersion.startsWith('policy.')),
    isOpened: true,
  },
  {name: 'the same ports', after: atPorts({ports: [81, 80]}), isOpened: false},
])('what was opened is all at $name, since what is not described was refused', ({after, isOpened}) => {
  const changes = routeChanges(atPorts({}), after);
  expect(changes.map((one) => one.isOpened)).toEqual(isOpened ? [true] : []);
});

const client = (service_account: string) => ({namespace: 'shop', service_account});
const WEB = {'x-apigen': {clients: [client('web')]}};
const BOTH = {'x-apigen': {clients: [client('web'), client('cron')]}};

test.each([
  {name: 'one for everybody', operations: [READERS, EVERYBODY], want: 'public'},
  {name: 'one for everybody first', operations: [EVERYBODY, READERS], want: 'public'},
  {name: 'the same', operations: [READERS, READERS], want: 'me read'},
  {
    name: 'another token',
    operations: [READERS, {security: [{login: ['write']}]}],
    want: 'me read or me write',
  },
  {
    name: 'more clients',
    operations: [
      {...WEB, ...EVERYBODY},
      {...BOTH, ...EVERYBODY},
    ],
    want: 'clients shop/cron, shop/web',
  },
  {name: 'what has no words for both', operations: [READERS, {...WEB, ...EVERYBODY}], want: 'me read'},
])('two policies of Istio at one Service: $name', ({operations, want}) => {
  const objects = operations.flatMap((get) => protectedBy({'/a': {get}}, {mesh: 'istio'}));
  expect(routeChanges(objects, [])).toEqual([
    {route: 'GET /a', before: `at Service a in default, who ${want}`, isOpened: true},
  ]);
});
