import {expect, test} from '@jest/globals';
import {
  openGroups,
  type RouteGroup,
  routeTree,
  sortedRoutes,
} from '../../../../src/commands/report/page/route-tree.ts';
import type {PageRoute} from '../../../../src/commands/report/page-data.ts';

function route(text: string): PageRoute {
  const [method = '', path = ''] = text.split(' ');
  return {
    ...{method, path, template: path, expression: path},
    ...{tags: [], place: '', isChanged: false, values: [], problems: []},
  };
}

/** A tree as text: `/a (2)` is a group, and what is indented is in it. */
function shown(group: RouteGroup, indent = ''): string[] {
  const items = group.items.flatMap((item) =>
    'items' in item ? shown(item, `${indent}  `) : [`${indent}  ${item.method} ${item.path}`],
  );
  return [`${indent}${group.path} (${group.count})`, ...items];
}

test.each([
  {name: 'nothing', routes: [], want: [' (0)']},
  {name: 'one route', routes: ['GET /v1/pets'], want: ['/v1/pets (1)', '  GET /v1/pets']},
  {
    name: 'paths that part',
    routes: ['GET /v1/b/c/d', 'GET /v1/b/c/e', 'PUT /v1/a', 'GET /v1/b/f'],
    want: [
      '/v1 (4)',
      '  PUT /v1/a',
      '  /v1/b (3)',
      '    /v1/b/c (2)',
      '      GET /v1/b/c/d',
      '      GET /v1/b/c/e',
      '    GET /v1/b/f',
    ],
  },
  {
    name: 'empty segments',
    routes: ['GET /', 'GET //', 'GET /a/', 'GET /a'],
    want: [' (4)', '  / (2)', '    GET /', '    GET //', '  /a (2)', '    GET /a', '    GET /a/'],
  },
])('the tree of $name', ({routes, want}) => {
  expect(shown(routeTree(routes.map(route)))).toEqual(want);
});

const MEASURED = [
  {...route('GET /a'), timeout: 5, traffic: {requests: 9, cut: 0, p50: 1, p99: 30}},
  {...route('GET /b'), timeout: 0, traffic: {requests: 7, cut: 1, p50: 2, p99: 20}},
  {...route('GET /c'), traffic: {requests: 8, cut: 2, p50: 3}},
];

test.each([
  {sort: 'timeout', want: ['/b', '/a', '/c']},
  {sort: 'cut', want: ['/c', '/b', '/a']},
  {sort: 'p99', want: ['/a', '/b', '/c']},
  {sort: 'p50', want: ['/c', '/b', '/a']},
  {sort: 'requests', want: ['/a', '/c', '/b']},
])('routes by $sort, those with most of it first', ({sort, want}) => {
  expect(sortedRoutes(MEASURED, sort).items.map(({path}) => path)).toEqual(want);
});

const SMALL = routeTree(['GET /a/b', 'GET /a/c', 'GET /d/e', 'GET /d/f'].map(route));

test.each([
  {room: 6, want: ['', '/a', '/d']},
  {room: 5, want: ['', '/a']},
  {room: 1, want: ['']},
])('the groups that are open where $room rows have room', ({room, want}) => {
  expect([...openGroups(SMALL, room)]).toEqual(want);
});
