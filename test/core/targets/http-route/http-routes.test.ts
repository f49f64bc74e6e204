import {describe, expect, test} from '@jest/globals';
import {type GenerateOptions, generate} from '../../../../src/core/generate.ts';
import {quote} from '../../../../src/core/quote.ts';
import type {FlagValues} from '../../../../src/core/settings/table.ts';

type Paths = Readonly<Record<string, object>>;

interface HttpRoute {
  readonly metadata: {readonly name: string};
  readonly spec: {
    readonly rules: readonly {readonly matches: readonly {readonly path: {readonly value: string}}[]}[];
  };
}

const SETTINGS = {target: 'httproute', 'service.name': 'petstore', 'service.port': 80} as const;

function httpRoutes(paths: Paths, flags: FlagValues = {}, options: GenerateOptions = {}): HttpRoute[] {
  const settings = {...SETTINGS, ...flags};
  const {objects, problems} = generate({openapi: '3.1.0', paths}, {...options, settings});
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

describe('every HTTPRoute is within the limits of the Gateway API', () => {
  test.each<{name: string; paths: Paths; options?: GenerateOptions}>([
    {name: 'a large API', paths: LARGE},
    {name: 'a large API, by operation', paths: LARGE, options: {group: 'operation'}},
    {name: 'a flat API', paths: many(5000, (n) => [`/item${n}`, get])},
    {name: 'a flat API with many timeouts', paths: many(1000, (n) => [`/item${n}`, withTimeout(n)])},
    {name: 'one path below another', paths: many(200, (n) => [`/${'a/'.repeat(n)}b`, get])},
    {
      name: 'paths with a segment as the name of a group of segments is written',
      paths: {...many(8, (n) => [`/a*/x${n}`, get]), ...many(129, (n) => [`/a${n}`, get])},
    },
    {name: 'paths of parameters', paths: many(300, (n) => [`/{a}/{b}/item${n}`, withTimeout(n)])},
    {
      name: 'paths that overlap, of one policy',
      paths: many(1024, (n) => [
        `/${[...n.toString(2).padStart(10, '0')].map((bit, at) => (bit === '1' ? 'a' : `{p${at}}`)).join('/')}`,
        get,
      ]),
    },
  ])('$name', ({paths, options = {}}) => {
    const routes = httpRoutes(paths, {}, options);
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
      if (options.group === 'operation') expect(counts).toEqual(counts.map(() => 1));
    }
    const matches = routes.flatMap(({spec}) => spec.rules.flatMap((rule) => rule.matches));
    const operations = Object.values(paths).flatMap((item) => Object.keys(item));
    expect(matches).toHaveLength(operations.length + 1);
  });
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

test.each([
  {options: {}, hint: 'give more of them the same settings, or change the paths so that they do not overlap'},
  {
    options: {group: 'operation'} as const,
    hint: 'give more of them the same settings, or change the paths so that they do not overlap, or remove `--group operation`',
  },
])('the hint for routes that do not fit, with $options', ({options, hint}) => {
  const {problems} = generate({openapi: '3.1.0', paths: OVERLAPPING}, {...options, settings: SETTINGS});
  expect(problems.map((problem) => problem.hint)).toEqual([hint]);
});

test('more routes than an HTTPRoute can hold are listed in part', () => {
  const {problems} = generate({openapi: '3.1.0', paths: OVERLAPPING}, {settings: SETTINGS});
  expect(problems.map(({message}) => message)).toEqual([
    'more than 128 routes with different policies match the same requests and do not fit into one HTTPRoute, among them "GET /", "GET /x", "GET /xx", "GET /xxx", "GET /xxxx", "GET /xxxxx", "GET /xxxxxx", "GET /xxxxxxx", "GET /xxxxxxxx", "GET /xxxxxxxxx"',
  ]);
});

describe('two sets that are too large for one HTTPRoute, and overlap', () => {
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
    {mesh: 'cilium' as const, why: 'anywhere, the longer one wins', want: [['/[^/]*/me'], ['/users/[^/]*']]},
  ])('$mesh: $why', ({mesh, want}) => {
    expect(
      httpRoutes(paths, {mesh})
        .map(valuesIn)
        .filter(({length}) => length > 0),
    ).toEqual(want);
  });
});

test.each(['istio', 'cilium'] as const)('in %s an expression wins over all that can be shorter', (mesh) => {
  const long = `/{a}${'-'.repeat(1018)}`;
  const paths = {'/x{c}': withTimeout(1), [`/{a}${'-'.repeat(400)}`]: withTimeout(2), [long]: withTimeout(3)};
  const {problems} = generate({openapi: '3.1.0', paths}, {settings: {...SETTINGS, mesh}});
  const may = `${mesh === 'istio' ? 'Istio' : 'Cilium'} may use ${quote(`GET ${long}`)} for requests of "GET /x{c}"`;
  expect(problems.map(({message, hint}) => ({message, hint}))).toEqual([
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

test('in istio an expression is longer than that of what is not described', () => {
  const paths = httpRoutes({'/.': get}, {mesh: 'istio'}).flatMap(({spec}) =>
    spec.rules.flatMap(({matches}) => matches.map(({path}) => path)),
  );
  expect(paths).toEqual([
    {type: 'RegularExpression', value: '/.*'},
    {type: 'RegularExpression', value: '/\\.(?:)'},
  ]);
});

test('of expressions that are too long the longest is named, in the order of the routes', () => {
  const [long, longest] = [1017, 1018].map((length) => `/{a}${'-'.repeat(length)}`);
  const paths = {
    '/y{c}': withTimeout(1),
    '/x{c}': withTimeout(1),
    [String(long)]: withTimeout(2),
    [String(longest)]: withTimeout(3),
  };
  const {problems} = generate({openapi: '3.1.0', paths}, {settings: {...SETTINGS, mesh: 'istio'}});
  expect(problems.map(({message}) => message)).toEqual(
    ['x', 'y'].map(
      (start) =>
        `Istio may use ${quote(`GET ${longest}`)} for requests of "GET /${start}{c}": the longer expression wins, and at most 1024 characters are allowed`,
    ),
  );
});

test('routes of ten policies fit into ten rules, in whatever order their paths are', () => {
  const paths: Paths = {
    '/s9/a': withTimeout(9),
    ...many(8, (n) => [`/s${n + 1}/a`, withTimeout(n + 1)]),
    ...many(8, (n) => [`/t${n + 1}/a`, withTimeout(9)]),
    ...many(8, (n) => [`/t${n + 1}/{y}`, withTimeout(n + 1)]),
    '/{x}/{y}': withTimeout(10),
  };
  expect(httpRoutes(paths).map(({spec}) => spec.rules.map(({matches}) => matches.length))).toEqual([
    [1],
    [9, 2, 2, 2, 2, 2, 2, 2, 2, 1],
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

test('paths that match too many of the same requests to compare them are an error', () => {
  const paths = {
    ...many(2000, (n) => [`/{x}/a${n}`, withTimeout(n + 1)]),
    ...many(2000, (n) => [`/b${n}/{x}`, withTimeout(n + 1)]),
  };
  const {problems, objects} = generate({openapi: '3.1.0', paths}, {settings: {...SETTINGS, mesh: 'istio'}});
  expect({problems, objects}).toEqual({
    problems: [
      {
        code: 'route-set',
        severity: 'error',
        message:
          'too many paths that can match the same requests: expected at most 3000000 comparisons to find them',
        hint: 'use fewer paths with parameters in different segments, or divide the description among several Services',
        location: {uri: 'openapi:///description', pointer: '/paths', at: 'key'},
      },
    ],
    objects: [],
  });
});

test('paths with a long beginning in common are divided after it', () => {
  const paths = many(200, (n) => [`/${'e'.repeat(900)}${n % 2 === 0 ? 'a' : 'b'}${n}`, get]);
  expect(httpRoutes(paths).map(({spec}) => spec.rules.map(({matches}) => matches.length))).toEqual([
    [1],
    [64, 36],
    [64, 36],
  ]);
});

test('paths that each have one character more than another are divided', () => {
  const names = httpRoutes(many(1000, (n) => [`/${'e'.repeat(n + 1)}`, get])).map(
    ({metadata}) => metadata.name,
  );
  expect(names).toHaveLength(new Set(names).size);
});

describe('one more path', () => {
  test.each([
    {path: '/new', want: ['petstore']},
    {path: '/repos/{owner}/{repo}/part3/new', want: ['petstore.repos.part3-98b4405d']},
    {
      path: '/orgs/{org}/part49/new',
      want: ['petstore.orgs-19f29aaf', 'petstore.orgs.part42-42d84913', 'petstore.orgs.part49-4bd8573e'],
    },
    {path: '/resource7/new', want: ['petstore.resource-78d5cc8a']},
  ])('$path changes $want', ({path, want}) => {
    expect(changed(httpRoutes(LARGE), httpRoutes({...LARGE, [path]: get}))).toEqual(want);
  });

  test('changes at most three objects, wherever it is', () => {
    const before = httpRoutes(LARGE);
    const starts = Object.keys(LARGE).filter((_, index) => index % 60 === 0);
    for (const start of starts) {
      const after = httpRoutes({...LARGE, [`${start}/new`]: get});
      expect(changed(before, after).length).toBeLessThanOrEqual(3);
    }
  });

  test('moves one group out at the limit of an HTTPRoute', () => {
    const full = {
      ...many(88, (n) => [`/orders/{id}/item${n}`, get]),
      ...many(40, (n) => [`/pets/item${n}`, get]),
    };
    expect(httpRoutes(full).map(({metadata}) => metadata.name)).toEqual(['petstore.catch-all', 'petstore']);
    const after = httpRoutes({...full, '/health': get});
    expect(changed(httpRoutes(full), after)).toEqual(['petstore', 'petstore.orders']);
  });
});

describe('names', () => {
  const large = many(127, (n) => [`/item${n}`, get]);

  test.each([
    {what: 'a first segment', path: '/pets', want: 'petstore.pets'},
    {what: 'a parameter', path: '/{id}/pets', want: 'petstore-5465b825'},
    {what: 'upper case', path: '/Pets', want: 'petstore.pets-35cb7c97'},
    {what: 'other characters', path: '/Größe', want: 'petstore.gr-e-48b3427a'},
    {what: 'the name of the catch-all', path: '/catch-all', want: 'petstore.catch-all-541a69c6'},
    {what: 'what looks like a hash', path: '/pets-0123abcd', want: 'petstore.pets-0123abcd-55e0d25a'},
  ])('$what: $want', ({path, want}) => {
    const paths = {...large, ...many(20, (n) => [`${path}/${n}`, get])};
    expect(httpRoutes(paths).map(({metadata}) => metadata.name)).toContain(want);
  });
});
