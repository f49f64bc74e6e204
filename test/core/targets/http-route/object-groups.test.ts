import {expect, test} from '@jest/globals';
import {generate} from '../../../../src/core/generate.ts';
import type {HttpRouteRule} from '../../../../src/core/targets/http-route/http-route.ts';

type Paths = Readonly<Record<string, object>>;

const SETTINGS = {target: 'httproute', 'service.name': 'petstore', 'service.port': 80} as const;
const get = {get: {}};
const withTimeout = (seconds: number) => ({get: {'x-apigen': {timeouts: {request_timeout: seconds}}}});
const many = (count: number, entry: (index: number) => [string, object]): Paths =>
  Object.fromEntries(Array.from({length: count}, (_, index) => entry(index)));

/** How many routes each HTTPRoute holds, by its name. */
function sizes(paths: Paths): Readonly<Record<string, number>> {
  const {objects} = generate({openapi: '3.1.0', paths}, {settings: SETTINGS, onlyDescribed: true});
  const routes: {metadata: {name: string}; spec: {rules: HttpRouteRule[]}}[] = JSON.parse(
    JSON.stringify(objects),
  );
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
