import {expect, test} from '@jest/globals';
import type {LoggedRequest} from '../../../src/commands/routes/access-log.ts';
import {MAX_UNDESCRIBED_LENGTH, Traffic} from '../../../src/commands/routes/traffic.ts';
import {MAX_UNDESCRIBED} from '../../../src/core/limits.ts';
import {outputMatcher, routeTable} from '../../../src/core/route-table.ts';

/** The output of an API with a GET of each path. */
function outputOf(...paths: readonly string[]) {
  const {output} = routeTable({
    openapi: '3.1.0',
    paths: Object.fromEntries(paths.map((path) => [path, {get: {}}])),
  });
  if (output === undefined) throw new Error('not a description');
  return output;
}

const get = (path: string, milliseconds?: number): LoggedRequest => ({
  method: 'GET',
  path,
  ...(milliseconds === undefined ? {} : {milliseconds}),
});

/** What was counted for each operation: requests and the median. */
function counted(outputs: readonly ReturnType<typeof outputOf>[], requests: readonly LoggedRequest[]) {
  const traffic = new Traffic(outputs.map(outputMatcher));
  for (const [index, request] of requests.entries()) traffic.add(request, index + 1);
  const operations = outputs.flatMap(({input}) => input.routes);
  const routes = operations.map((operation) => {
    const found = traffic.of(operation);
    return found && [found.requests, found.durations?.quantile(0.5)];
  });
  return {traffic, routes};
}

test('requests are counted for the route that the mesh uses', () => {
  const {traffic, routes} = counted(
    [outputOf('/pets', '/pets/mine', '/pets/{id}', '/unused')],
    [get('/pets'), get('/pets/mine', 10), get('/pets/1', 20), get('/pets/2'), get('/pets/3', 40), get('/x')],
  );
  expect(routes).toEqual([[1, undefined], [1, 10], [3, 20], undefined]);
  expect(traffic).toMatchObject({requests: 6, undescribed: 1, unread: 0, firstUnread: undefined});
});

test('a request counts for each API that has a route for it', () => {
  const {traffic, routes} = counted([outputOf('/a', '/b'), outputOf('/a')], [get('/a'), get('/b')]);
  expect(routes).toEqual([
    [1, undefined],
    [1, undefined],
    [1, undefined],
  ]);
  expect(traffic).toMatchObject({requests: 2, undescribed: 0});
  expect(traffic.mostUndescribed()).toEqual([]);
});

test('lines that are not requests are counted apart, with the number of the first', () => {
  const traffic = new Traffic([]);
  traffic.add(get('/a'), 1);
  traffic.add(undefined, 2);
  traffic.add(undefined, 3);
  expect(traffic).toMatchObject({requests: 1, unread: 2, firstUnread: 2, undescribed: 1});
});

test('what no route describes, the most frequent first and then by text', () => {
  const {traffic} = counted(
    [outputOf('/pets')],
    [get('/c'), get('/a'), get('/b'), get('/b'), {method: 'PUT', path: '/pets'}],
  );
  expect(traffic.mostUndescribed()).toEqual([
    {shape: 'GET /b', example: {method: 'GET', path: '/b'}, count: 2},
    {shape: 'GET /a', example: {method: 'GET', path: '/a'}, count: 1},
    {shape: 'GET /c', example: {method: 'GET', path: '/c'}, count: 1},
    {shape: 'PUT /pets', example: {method: 'PUT', path: '/pets'}, count: 1},
  ]);
});

test('requests are of one shape where only numbers and identifiers differ', () => {
  const id = 'a3b0c442-98fc-41c1-8b9f-c4ac8996fb92';
  const {traffic} = counted(
    [],
    [
      get('/pets/1'),
      get(`/pets/${id}`),
      get('/pets/0123456789ab.json'),
      get('/pets/7.json'),
      get('/v1/deadbeef'),
      get('/a1'),
      get('/2026-11-23'),
    ],
  );
  expect(traffic.mostUndescribed().map(({shape, count}) => `${count} ${shape}`)).toEqual([
    '2 GET /pets/*',
    '2 GET /pets/*.json',
    '1 GET /*-*-*',
    '1 GET /a1',
    '1 GET /v1/deadbeef',
  ]);
});

test('requests that failed or were refused are counted, and others are left out', () => {
  const [output] = [outputOf('/a')];
  const traffic = new Traffic([outputMatcher(output)], (path) => path === '/healthz');
  for (const status of [200, 404, 429, 499, 500, 599]) traffic.add({...get('/a'), status}, 1);
  traffic.add(get('/healthz'), 2);
  const [operation] = output.input.routes;
  expect(operation && traffic.of(operation)).toEqual({requests: 6, failed: 3});
  expect(traffic).toMatchObject({requests: 6, undescribed: 0, hasStatus: true});
});

test('no more than a limit of different shapes are remembered, and those no longer than another', () => {
  const many = Array.from({length: MAX_UNDESCRIBED + 1}, (_, index) => get(`/a${index}`));
  const long = get(`/${'a'.repeat(2 * MAX_UNDESCRIBED_LENGTH)}`);
  const {traffic} = counted([], [long, ...many, get('/a0')]);
  const found = traffic.mostUndescribed();
  expect(found).toHaveLength(MAX_UNDESCRIBED);
  expect(found[0]).toEqual({shape: 'GET /a0', example: get('/a0'), count: 2});
  expect(Math.max(...found.map(({example}) => example.path.length))).toBe(MAX_UNDESCRIBED_LENGTH);
  expect(traffic.undescribed).toBe(MAX_UNDESCRIBED + 3);
});
