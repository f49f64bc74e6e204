import {expect, test} from '@jest/globals';
import {quote} from '../../../../src/core/base/quote.ts';
import {generate} from '../../../../src/core/generate/generate.ts';
import type {FlagValues} from '../../../../src/core/settings/table.ts';
import {ofKnownRules} from '../../../shown-rules.ts';

type Paths = Readonly<Record<string, object>>;

interface HttpRoute {
  readonly metadata: {readonly name: string};
  readonly spec: {
    readonly rules: readonly {readonly matches: readonly {readonly path: {readonly value: string}}[]}[];
  };
}

const SETTINGS = {target: 'httproute', 'service.name': 'petstore', 'service.port': 80} as const;

function httpRoutes(paths: Paths, flags: FlagValues = {}, onlyDescribed = false): HttpRoute[] {
  const settings = {...SETTINGS, ...flags};
  const {objects, problems} = generate({openapi: '3.1.0', paths}, {settings, onlyDescribed});
  expect(problems.filter(({severity}) => severity === 'error')).toEqual([]);
  return JSON.parse(JSON.stringify(objects));
}

const get = {get: {}};
const withTimeout = (seconds: number) => ({get: {'x-apigen': {timeouts: {request_timeout: seconds}}}});
const many = (count: number, entry: (index: number) => [string, object]): Paths =>
  Object.fromEntries(Array.from({length: count}, (_, index) => entry(index)));

/** An API of 1,200 operations: a few large resources with others below them, and many small ones. */
const LARGE: Paths = {
  ...many(40, (n) => [`/resource${n}`, {get: {}, post: {}}]),
  ...many(40, (n) => [`/resource${n}/{id}`, {get: {}, put: {}, delete: {}}]),
  ...many(500, (n) => [`/repos/{owner}/{repo}/part${n % 25}/item${n}`, {get: {}}]),
  ...many(500, (n) => [`/orgs/{org}/part${n % 50}/{id}/item${n}`, {get: {}}]),
};

test.each<{name: string; paths: Paths; settings?: FlagValues}>([
  {name: 'a large API', paths: LARGE},
  {name: 'a large API, by operation', paths: LARGE, settings: {group: 'operation'}},
  {name: 'a flat API', paths: many(5000, (n) => [`/item${n}`, get])},
  {name: 'one path below another', paths: many(200, (n) => [`/${'a/'.repeat(n)}b`, get])},
  {
    name: 'paths with a segment as the name of a group of segments is written',
    paths: {...many(8, (n) => [`/a*/x${n}`, get]), ...many(129, (n) => [`/a${n}`, get])},
  },
  {
    name: 'paths that differ only by the pattern of their parameter',
    paths: many(40, (n) => {
      const schema = {type: 'string', pattern: `^c${n}/[^/]+$`};
      return [
        `/v1/{name${n}}`,
        {get: {parameters: [{name: `name${n}`, in: 'path', required: true, schema}]}},
      ];
    }),
    settings: {group: 'operation', mesh: 'istio', 'path.parameters': 'schema'},
  },
  {name: 'paths of parameters', paths: many(300, (n) => [`/{a}/{b}/item${n}`, withTimeout(n)])},
  {
    name: 'paths that overlap, of one policy',
    paths: many(1024, (n) => [
      `/${[...n.toString(2).padStart(10, '0')].map((bit, at) => (bit === '1' ? 'a' : `{p${at}}`)).join('/')}`,
      get,
    ]),
  },
])('every HTTPRoute is within the limits of the Gateway API $name', ({paths, settings = {}}) => {
  const routes = httpRoutes(paths, settings);
  const names = routes.map(({metadata}) => metadata.name);
  expect(names).toEqual([...new Set(names)]);
  for (const {metadata, spec} of routes) {
    expect(metadata.name).toMatch(
      /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    );
    const counts = spec.rules.map(({matches}) => matches.length);
    expect(counts.length).toBeLessThanOrEqual(16);
    expect(Math.max(...counts)).toBeLessThanOrEqual(64);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(128);
    if (settings.group === 'operation') expect(counts).toEqual(counts.map(() => 1));
  }
  const matches = routes.flatMap(({spec}) => spec.rules.flatMap((rule) => rule.matches));
  const operations = Object.values(paths).flatMap((item) => Object.keys(item));
  expect(matches).toHaveLength(operations.length + 1);
});

/** The names of the objects that differ between two outputs. */
function changed(before: readonly HttpRoute[], after: readonly HttpRoute[]): string[] {
  const texts = (routes: readonly HttpRoute[]) =>
    new Map(routes.map((route) => [route.metadata.name, JSON.stringify(route)]));
  const [old, now] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => old.get(name) !== now.get(name))
    .sort();
}

/** More routes than an HTTPRoute can hold, and one that matches the requests of all others. */
const OVERLAPPING: Paths = {
  '/{any}': withTimeout(1),
  ...many(128, (n) => [`/${'x'.repeat(n)}`, withTimeout(2)]),
};

test('more routes than an HTTPRoute can hold are listed in part', () => {
  const document = {openapi: '3.1.0', paths: OVERLAPPING};
  const message =
    'more than 128 routes with different settings match the same requests and do not fit into one HTTPRoute, among them "GET /", "GET /x", "GET /xx", "GET /xxx", "GET /xxxx", "GET /xxxxx", "GET /xxxxxx", "GET /xxxxxxx", "GET /xxxxxxxx", "GET /xxxxxxxxx"';
  const hint = 'give more of them the same settings, or change the paths so that they do not overlap';
  for (const group of ['policy', 'operation'] as const)
    expect(ofKnownRules(generate(document, {settings: {...SETTINGS, group}}).problems)).toMatchObject([
      {message, hint},
    ]);
});

test('the hint names settings without a timeout, and with retries', () => {
  const settings = [{retryable: true}, {timeouts: {request_timeout: 1}}];
  const paths = many(17, (n) => [`/${'x'.repeat(n)}{a}`, {get: {'x-apigen': settings[n % 2]}}]);
  const flags = {...SETTINGS, gateway_api: '1.7'} as const;
  const {problems} = generate({openapi: '3.1.0', paths}, {settings: flags});
  expect(problems.flatMap(({code, hint}) => (code === 'route-set' ? hint : []))).toEqual([
    'give the routes with `timeouts.request 1s` the settings of those with `retry.attempts 1, retry.codes 500 502 503 504`, or change the paths so that they do not overlap',
  ]);
});

const paths: Paths = {
  ...many(128, (n) => [`/users/l${n}`, withTimeout(1)]),
  ...many(128, (n) => [`/t${n}/me`, withTimeout(2)]),
  '/users/{id}': withTimeout(1),
  '/{type}/me': withTimeout(2),
};
const valuesIn = ({spec}: HttpRoute) =>
  spec.rules
    .flatMap(({matches}) => matches.map(({path: {value}}) => value))
    .filter((value) => value.includes('[^/]*'));

test.each([
  {
    mesh: 'linkerd' as const,
    why: 'in one HTTPRoute, in their order',
    want: [['/users/[^/]*', '/[^/]*/me']],
  },
  {mesh: 'istio' as const, why: 'anywhere, the longer one wins', want: [['/[^/]*/me'], ['/users/[^/]*']]},
])('two sets that are too large for one HTTPRoute, and overlap $mesh: $why', ({mesh, want}) => {
  expect(
    httpRoutes(paths, {mesh})
      .map(valuesIn)
      .filter(({length}) => length > 0),
  ).toEqual(want);
});

test('in Istio an expression wins over all that can be shorter', () => {
  const mesh = 'istio';
  const long = `/{a}${'-'.repeat(1018)}`;
  const paths = {'/x{c}': withTimeout(1), [`/{a}${'-'.repeat(400)}`]: withTimeout(2), [long]: withTimeout(3)};
  const {problems} = generate({openapi: '3.1.0', paths}, {settings: {...SETTINGS, mesh}});
  const may = `Istio may use ${quote(`GET ${long}`)} for requests of "GET /x{c}"`;
  expect(ofKnownRules(problems).map(({message, hint}) => ({message, hint}))).toEqual([
    {
      message: `${may}: the longer expression wins, and at most 1024 characters are allowed`,
      hint: 'shorten the paths, or give both the same settings',
    },
  ]);
  const values = httpRoutes(paths, {mesh}).flatMap(({spec}) =>
    spec.rules.flatMap(({matches}) => matches.map(({path: {value}}) => value)),
  );
  expect(values).toContain(`/x[^/]*${'(?:)'.repeat(100)}`);
});

test('routes of ten policies fit into eleven rules of at most 64 matches, in whatever order their paths are', () => {
  const paths: Paths = {
    '/s9/a': withTimeout(9),
    ...many(8, (n) => [`/s${n + 1}/a`, withTimeout(n + 1)]),
    ...many(70, (n) => [`/t${n + 1}/a`, withTimeout(9)]),
    ...many(8, (n) => [`/t${n + 1}/{y}`, withTimeout(n + 1)]),
    '/{x}/{y}': withTimeout(10),
  };
  expect(httpRoutes(paths).map(({spec}) => spec.rules.map(({matches}) => matches.length))).toEqual([
    [1],
    [64, 7, 2, 2, 2, 2, 2, 2, 2, 2, 1],
  ]);
});

test('a path with a part of an encoded character is in the HTTPRoute of the character', () => {
  const paths = {
    ...many(126, (n) => [`/[/${n}`, get]),
    ...many(100, (n) => [`/a${n}`, get]),
    '/[': get,
    '/{x}5B': withTimeout(2),
  };
  const routes = ['/(?:\\[|%5B)', '/[^/]*5B'];
  const values = httpRoutes(paths).map(({spec}) =>
    spec.rules.flatMap(({matches}) => matches.map(({path: {value}}) => value)),
  );
  expect(values.filter((all) => routes.some((route) => all.includes(route)))).toEqual([
    expect.arrayContaining(routes),
  ]);
});

test('paths with a long beginning in common are divided after it', () => {
  const paths = many(200, (n) => [`/${'e'.repeat(900)}${n % 2 === 0 ? 'a' : 'b'}${n}`, get]);
  expect(httpRoutes(paths).map(({spec}) => spec.rules.map(({matches}) => matches.length))).toEqual([
    [1],
    [64, 36],
    [64, 36],
  ]);
});

test('one more path changes at most three objects, wherever it is', () => {
  const before = httpRoutes(LARGE);
  const starts = Object.keys(LARGE).filter((_, index) => index % 60 === 0);
  for (const start of starts) {
    const after = httpRoutes({...LARGE, [`${start}/new`]: get});
    expect(changed(before, after).length).toBeLessThanOrEqual(3);
  }
});

test.each(['istio', 'cilium'] as const)('in %s also if it matches the requests of all of them', (mesh) => {
  const own = (first: number, ...methods: string[]) =>
    Object.fromEntries(methods.map((method, index) => [method, withTimeout(first + index).get]));
  const paths: Paths = {
    ...many(12, (n) => [`/resource${n}`, own(10 * n + 1, 'get', 'post')]),
    ...many(12, (n) => [`/resource${n}/{id}`, own(10 * n + 3, 'get', 'put', 'delete')]),
    ...many(96, (n) => [`/resource${n % 12}/{id}/part${n}`, own(200 + n, 'get')]),
  };
  const before = httpRoutes(paths, {mesh});
  expect(before).toHaveLength(13);
  for (const path of ['/{any}', '/{any}/x', '/{a}/{b}/{c}', '/resource5/{id}/{part}']) {
    const after = httpRoutes({...paths, [path]: withTimeout(1000)}, {mesh});
    expect(changed(before, after).length).toBeLessThanOrEqual(3);
  }
});

/** How many routes each HTTPRoute holds, by its name. */
function sizes(paths: Paths): Readonly<Record<string, number>> {
  const routes = httpRoutes(paths, {}, true);
  return Object.fromEntries(
    routes.map(({metadata: {name}, spec: {rules}}) => [name, rules.flatMap(({matches}) => matches).length]),
  );
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

test.each<{name: string; paths: Paths; want: object}>([
  {
    name: 'all in one while they fit',
    paths: {...many(100, (n) => [`/a/${n}`, get]), ...many(28, (n) => [`/b/${n}`, get])},
    want: {petstore: 128},
  },
  {
    name: 'the largest group is moved, and the rest stays while it fits',
    paths: {...many(29, (n) => [`/a/${n}`, get]), ...many(100, (n) => [`/b/${n}`, get])},
    want: {petstore: 29, 'petstore.b': 100},
  },
  {
    name: 'of groups that are as large, the first by text',
    paths: {
      ...many(50, (n) => [`/c/${n}`, get]),
      ...many(50, (n) => [`/b/${n}`, get]),
      ...many(50, (n) => [`/a/${n}`, get]),
    },
    want: {petstore: 100, 'petstore.a': 50},
  },
  {
    name: 'eight routes are moved',
    paths: {...many(127, (n) => [`/item${n}`, get]), ...many(8, (n) => [`/pets/${n}`, get])},
    want: {petstore: 127, 'petstore.pets': 8},
  },
  {
    name: 'seven routes are not: the others are divided by the next character',
    paths: {...many(127, (n) => [`/item${n}`, get]), ...many(7, (n) => [`/pets/${n}`, get])},
    want: {petstore: 7, 'petstore.i-56389bad': 127},
  },
  {
    name: 'a segment that others begin with, in an HTTPRoute of its own',
    paths: {
      ...many(130, (n) => [`/item${LETTERS[n % 26]}${n}`, get]),
      ...many(6, (n) => [`/item/${n}`, get]),
    },
    want: {'petstore.item': 6, 'petstore.itema-00aa36da': 5, 'petstore.item-42794027': 125},
  },
  {
    name: 'routes that match the same requests by what all of them begin with',
    paths: {
      ...many(100, (n) => [`/users/l${n}/x`, get]),
      ...many(60, (n) => [`/pets/p${n}/x`, get]),
      '/users/{id}': withTimeout(1),
      ...many(9, (n) => [`/{type}/a${n}`, withTimeout(2)]),
    },
    want: {petstore: 70, 'petstore.users': 100},
  },
  {
    name: 'routes that match the same requests and begin alike',
    paths: many(130, (n) =>
      n % 2 === 0 ? [`/a/{x}/u${n}`, withTimeout(1)] : [`/a/k/u${n - 1}`, withTimeout(2)],
    ),
    want: {'petstore.a.a.k.u-60627721': 90, 'petstore.a.a.k.u1-144a7a08': 40},
  },
  {
    name: 'the same paths of several methods',
    paths: {
      ...many(20, (n) => [`/p${n}`, Object.fromEntries(METHODS.map((method) => [method, {}]))]),
      '/{any}': Object.fromEntries(METHODS.map((method) => [method, {}])),
    },
    want: {'petstore.p0-0bef2f47': 126, 'petstore.p0.delete-db6c3a63': 21, 'petstore.p0.get-34bd01c4': 21},
  },
])('$name', ({paths, want}) => {
  expect(sizes(paths)).toEqual(want);
});
