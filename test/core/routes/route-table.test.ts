import {describe, expect, test} from '@jest/globals';
import type {GenerateOptions} from '../../../src/core/generate.ts';
import {applyOverlays} from '../../../src/core/overlay/apply-overlays.ts';
import {mergedRouteTable, type RouteTable, routeTable} from '../../../src/core/routes/route-table.ts';

const API = 'file:///openapi.yaml';
const OVERLAY = 'file:///mesh.overlay.yaml';
const own = (settings: object) => ({'x-apigen': settings});
const at = (pointer: string, uri = API) => ({uri, pointer});
const described = (content: object) => ({openapi: '3.1.0', ...content});

/** A table without what its routes are made from. */
function written({routes, problems}: RouteTable) {
  return {
    routes: routes.map(({operation: {method}, ...route}) => ({method, ...route})),
    problems,
  };
}

const unknown = (key: string, pointer: string, uri = API) => ({
  code: 'unknown-setting',
  severity: 'warning',
  message: `unknown setting "${key}"`,
  hint: 'known here: `timeouts`, `retryable`, `disabled`',
  location: {...at(pointer, uri), at: 'key'},
});

const TIMEOUT = 'timeouts.request_timeout';
const UNSET = [{key: TIMEOUT}, {key: 'retryable', value: false, level: 'default'}];

describe('the routes of', () => {
  test.each<{name: string; document: unknown; options?: GenerateOptions; want: object}>([
    {
      name: 'operations, with where each setting is given',
      document: described({
        ...own({path: {base: '/v1/'}, timeouts: {request_timeout: 5}}),
        paths: {
          '/pets': {
            ...own({retryable: true}),
            get: own({timeouts: {request_timeout: 7}}),
            post: {},
            put: own({disabled: true}),
          },
        },
      }),
      want: {
        routes: ['get', 'post'].map((method) => ({
          method: method.toUpperCase(),
          location: at(`/paths/~1pets/${method}`),
          path: '/v1/pets',
          values: [
            method === 'get'
              ? {
                  key: TIMEOUT,
                  value: 7,
                  level: 'operation',
                  place: {location: at('/paths/~1pets/get/x-apigen/timeouts/request_timeout')},
                }
              : {
                  key: TIMEOUT,
                  value: 5,
                  level: 'root',
                  place: {location: at('/x-apigen/timeouts/request_timeout')},
                },
            {
              key: 'retryable',
              value: true,
              level: 'path',
              place: {location: at('/paths/~1pets/x-apigen/retryable')},
            },
          ],
          problems: [],
        })),
        problems: [],
      },
    },
    {
      name: 'an operation with a flag, and without settings',
      document: described({paths: {'/a': {get: {}}}}),
      options: {settings: {retryable: true}},
      want: {
        routes: [
          {
            method: 'GET',
            location: at('/paths/~1a/get'),
            path: '/a',
            values: [
              {key: TIMEOUT},
              {key: 'retryable', value: true, level: 'flag', place: {flag: 'retryable'}},
            ],
            problems: [],
          },
        ],
        problems: [],
      },
    },
    {
      name: 'operations with problems: their own, those of their path, and those of no route',
      document: described({
        ...own({other: 1}),
        paths: {'/a': {...own({b: 1}), get: own({c: 1}), put: {}}, '/aa': {get: {}}},
      }),
      want: {
        routes: [
          {
            method: 'GET',
            path: '/a',
            problems: [unknown('c', '/paths/~1a/get/x-apigen/c'), unknown('b', '/paths/~1a/x-apigen/b')],
          },
          {method: 'GET', path: '/aa', problems: []},
          {method: 'PUT', path: '/a', problems: [unknown('b', '/paths/~1a/x-apigen/b')]},
        ].map((route) => ({
          ...route,
          location: at(`/paths/~1${route.path.slice(1)}/${route.method.toLowerCase()}`),
          values: UNSET,
        })),
        problems: [
          {
            ...unknown('other', '/x-apigen/other'),
            hint: expect.stringMatching(/^known here: `target`, /),
          },
        ],
      },
    },
    {
      name: 'what is not a description',
      document: [],
      want: {
        routes: [],
        problems: [
          {
            code: 'not-openapi',
            severity: 'error',
            message: 'not an OpenAPI description: expected a map, found a list',
            hint: 'begin it with `openapi: 3.1.0`',
            location: at(''),
          },
        ],
      },
    },
  ])('$name', ({document, options, want}) => {
    expect(written(routeTable(document, {uri: API, ...options}))).toEqual(want);
  });
});

const UPDATE = {'/b': {get: own({retryable: true, nope: 1})}};
const INTO = '/actions/0/update/~1b/get';
const ADDED = {
  method: 'GET',
  location: at(INTO, OVERLAY),
  path: '/b',
  values: [
    {key: TIMEOUT},
    {
      key: 'retryable',
      value: true,
      level: 'operation',
      place: {location: at(`${INTO}/x-apigen/retryable`, OVERLAY)},
    },
  ],
  problems: [unknown('nope', `${INTO}/x-apigen/nope`, OVERLAY)],
};

/** A description to which an overlay adds a path. */
function overlaid(paths: object, uri: string) {
  const overlay = {overlay: '1.1.0', actions: [{target: '$.paths', update: UPDATE}]};
  return applyOverlays(described({paths}), uri, [{uri: OVERLAY, entry: {content: overlay}}]);
}

test('what an overlay adds is at its place in the overlay', () => {
  const {content, origin} = overlaid({'/a': {get: {}}}, API);
  expect(written(routeTable(content, {uri: API, origin}))).toEqual({
    routes: [{method: 'GET', location: at('/paths/~1a/get'), path: '/a', values: UNSET, problems: []}, ADDED],
    problems: [],
  });
});

test('several descriptions give one table, each route with the prefix of its own', () => {
  const other = 'file:///admin.yaml';
  const {content, origin} = overlaid({}, API);
  const admin = described({...own({path: {base: '/admin'}}), paths: {'/a': {get: {}}}});
  const table = mergedRouteTable(
    [
      {name: 'shop', document: content, uri: API, documents: new Map(), origin},
      {name: 'admin', document: admin, uri: other, documents: new Map()},
    ],
    {},
  );
  expect(written(table)).toEqual({
    routes: [
      {
        method: 'GET',
        location: at('/paths/~1a/get', other),
        path: '/admin/a',
        values: UNSET,
        problems: [],
      },
      ADDED,
    ],
    problems: [],
  });
});
